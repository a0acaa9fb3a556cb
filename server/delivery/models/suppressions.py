"""Suppressed addresses of a team."""

from django.db import models
from django.db.models import Q

from server.core.teamscope import TeamManager
from server.delivery.models.mailings import MAX_EMAIL_LENGTH
from server.delivery.states import SuppressionReason, SuppressionSource
from server.teams.models import Team


class Suppression(models.Model):
    """An address that the team can't send to. `marketing_only`: system email can still be sent."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    email = models.CharField(max_length=MAX_EMAIL_LENGTH)
    reason = models.CharField(max_length=12, choices=SuppressionReason)
    marketing_only = models.BooleanField(default=True)
    mailing_id = models.BigIntegerField(null=True)
    expires_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    # Whether the contact's state reflects the suppression.
    is_told = models.BooleanField(default=True)
    # A database default, because senders write by SQL.
    source = models.CharField(max_length=6, choices=SuppressionSource, db_default=SuppressionSource.MAIL)

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "email"], name="suppression_once")]
        indexes = [
            models.Index(fields=["id"], name="suppression_untold", condition=Q(is_told=False)),
            models.Index(fields=["team", "created_at", "id"], name="suppression_newest"),
        ]


class SuppressionRemoval(models.Model):
    """The audit entry of a deleted suppression, with user and reason."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    email = models.CharField(max_length=MAX_EMAIL_LENGTH)
    reason = models.CharField(max_length=12, choices=SuppressionReason)
    why = models.CharField(max_length=200)
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    removed_at = models.DateTimeField()

    objects = TeamManager()
