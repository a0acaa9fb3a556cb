"""Domains for transactional email."""

from django.db import models

from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.senders.models import SenderDomain
from server.teams.models import Team


class TransactionalDomain(models.Model):
    """A sender domain that the team uses for transactional email (TRX-45 to 47).

    Records, signing keys and checks belong to the sender domain; its access token is the first API key bound to it.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    sender_domain = models.OneToOneField(SenderDomain, on_delete=models.CASCADE, related_name="transactional")
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "created_at"], name="trx_domain_team")]
