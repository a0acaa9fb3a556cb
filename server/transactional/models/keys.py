"""API keys, with which an application sends and reads. Only the hash of a secret is stored."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.transactional import lengths
from server.transactional.models.domains import TransactionalDomain
from server.transactional.models.subaccounts import Subaccount
from server.transactional.states import Scope

NAME_LENGTH = lengths.KEY_NAME_LENGTH
PREFIX_LENGTH = 17  # dsk_live_ or dsk_test_, and eight hex digits


class ApiKey(models.Model):
    """One key. Its prefix is not secret and is its SMTP user name; empty `networks` means any network.

    Rotation creates another key with its own secret; the old one works until its `expires_at`.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    subaccount = models.ForeignKey(Subaccount, null=True, on_delete=models.CASCADE, related_name="keys")
    # If bound, the From address must be of this domain.
    domain = models.ForeignKey(TransactionalDomain, null=True, on_delete=models.CASCADE, related_name="keys")
    name = models.CharField(max_length=NAME_LENGTH)
    prefix = models.CharField(max_length=PREFIX_LENGTH, unique=True)
    secret_hash = models.BinaryField(max_length=32, unique=True)
    scopes = ArrayField(models.CharField(max_length=6, choices=Scope))
    networks = ArrayField(models.CharField(max_length=43), default=list)
    sandbox = models.BooleanField(default=False)
    last_used_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    rotated_from = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+")
    created_by = models.UUIDField(null=True)
    created_by_name = models.CharField(max_length=201, blank=True, default="")
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "-created_at"], name="trx_key_newest")]
        constraints = [
            models.CheckConstraint(condition=Q(scopes__contained_by=Scope.values), name="trx_key_scopes"),
        ]

    def __str__(self) -> str:
        return self.prefix
