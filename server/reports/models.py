"""Advice that a team was given, and what it made of it."""

from django.db import models

from server.core.teamscope import TeamManager
from server.reports.advice.states import AdviceState, Level
from server.teams.models import Team


class Advice(models.Model):
    """What a rule found in one row, until it is found no more; what somebody decided about it is kept.

    `value` of `base` is what was found last, `asked` what the rule asks for; `before` is what it was when it was
    followed, `after` what has become of it since, null as long as too little has happened to say so.
    """

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    rule = models.CharField(max_length=20)
    # The row: `team`, `campaign:<id>`, `link:<campaign>:<hash>`, `destination:<domain>`, `domain:<name>`.
    subject = models.CharField(max_length=300)
    campaign_id = models.UUIDField(null=True)
    level = models.CharField(max_length=7, choices=Level)
    state = models.CharField(max_length=9, choices=AdviceState, default=AdviceState.OPEN)
    value = models.FloatField()
    asked = models.FloatField()
    base = models.BigIntegerField()
    # What its words name.
    params = models.JSONField(default=dict)
    found_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by = models.CharField(max_length=201, blank=True, default="")
    before_value = models.FloatField(null=True)
    before_base = models.BigIntegerField(null=True)
    after_value = models.FloatField(null=True)
    after_base = models.BigIntegerField(null=True)
    # What its act has replaced; null where nothing was done by us.
    undo = models.JSONField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "rule", "subject"], name="advice_once"),
            models.CheckConstraint(condition=models.Q(state__in=AdviceState.values), name="advice_state"),
            models.CheckConstraint(
                condition=models.Q(state=AdviceState.OPEN) | models.Q(decided_at__isnull=False), name="advice_decided"
            ),
        ]
        indexes = [models.Index(fields=["team", "campaign_id"], name="advice_campaign")]


class AdviceLook(models.Model):
    """When a team's figures were last looked at."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    at = models.DateTimeField()

    objects = TeamManager()
