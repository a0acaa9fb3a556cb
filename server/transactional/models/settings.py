"""A team's settings for transactional email."""

from django.db import models
from django.db.models import Q

from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.transactional.lengths import MAX_BODY_DAYS

DEFAULT_BODY_DAYS = 3


class TransactionalSetting(models.Model):
    """One row per team, created on activation. `body_days` 0: a body is deleted once its message is finished."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    opened_at = models.DateTimeField()
    body_days = models.PositiveSmallIntegerField(default=DEFAULT_BODY_DAYS)
    # Each message waits until a user releases it.
    hold_all = models.BooleanField(default=False)
    # A key's messages above this number in an hour are held as well; None: no limit.
    hold_above = models.PositiveIntegerField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(body_days__lte=MAX_BODY_DAYS), name="trx_setting_body_days"),
            models.CheckConstraint(condition=Q(hold_above__gte=1), name="trx_setting_hold_above"),
        ]
