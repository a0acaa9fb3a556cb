"""Subaccounts: parts of a team with their own keys and limit."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from server.accounts.models import EMAIL_LENGTH
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.transactional.lengths import SUBACCOUNT_NAME_LENGTH


class Subaccount(models.Model):
    """One part of a team. `monthly_limit` is in recipients per plan month; null means no limit of its own."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=SUBACCOUNT_NAME_LENGTH)
    email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    active = models.BooleanField(default=True)
    monthly_limit = models.BigIntegerField(null=True)
    # The number sent in the plan month starting on `period`; another month counts from zero.
    used = models.BigIntegerField(default=0)
    period = models.DateField(null=True)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint("team", Lower("name"), name="trx_subaccount_name"),
            models.CheckConstraint(
                condition=Q(monthly_limit__isnull=True) | Q(monthly_limit__gte=0), name="trx_subaccount_limit"
            ),
            models.CheckConstraint(condition=Q(used__gte=0), name="trx_subaccount_used"),
        ]

    def __str__(self) -> str:
        return self.name
