"""Senders: the addresses that a team writes from, and the mails by which their owners confirm them."""

from django.db import models
from django.db.models import Q

from server.accounts.models import EMAIL_LENGTH
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.senders.addresses import NAME_LENGTH
from server.teams.models import Team

DOMAIN_LENGTH = 253  # RFC 1035, 2.3.4, without the final dot


class Sender(models.Model):
    """A name and address in the From line (SEND-05). Nothing is sent from it before it is validated."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="senders")
    name = models.CharField(max_length=NAME_LENGTH)
    email = models.CharField(max_length=EMAIL_LENGTH)
    domain = models.CharField(max_length=DOMAIN_LENGTH)
    validated_at = models.DateTimeField(null=True)
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "email"], name="sender_email"),
            models.UniqueConstraint(fields=["team"], condition=Q(is_default=True), name="sender_default_once"),
            models.CheckConstraint(
                condition=Q(is_default=False) | Q(validated_at__isnull=False), name="sender_default_is_validated"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} <{self.email}>"


class Validation(models.Model):
    """One validation mail. The token is made when it is sent and only its hash is kept.

    Rows outlive their sender, so that adding and deleting senders is no way to write to strangers without end.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE)
    sender = models.ForeignKey(Sender, null=True, on_delete=models.SET_NULL, related_name="validations")
    email = models.CharField(max_length=EMAIL_LENGTH)
    language = models.CharField(max_length=5)
    token_hash = models.BinaryField(max_length=32, null=True, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "-created_at"], name="sender_validation_recent")]
