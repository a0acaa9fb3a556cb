"""Report files and advice."""

from django.db import models
from django.db.models import Q

from server.core.exports.rows import ExportRow
from server.core.teamscope import TeamManager
from server.reports.advice.states import AdviceLevel, AdviceState
from server.reports.states import BotMode, ReportFormat, ReportType
from server.teams.models import Team


class ReportFile(ExportRow):
    """A report file. It shows the report as of its creation."""

    job = "reports.make_file"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    type = models.CharField(max_length=15, choices=ReportType)
    # The campaign, with its name at the time of the request.
    origin_id = models.UUIDField()
    name = models.CharField(max_length=200)
    machines = models.CharField(max_length=7, choices=[(choice.value, choice.value) for choice in BotMode])
    format = models.CharField(max_length=4, choices=ReportFormat)
    language = models.CharField(max_length=2)

    class Meta(ExportRow.Meta):
        abstract = False
        constraints = [
            # One per format at a time, also if two requests race.
            models.UniqueConstraint(
                fields=["team", "origin_id", "format"], condition=Q(state="RUNNING"), name="report_file_once"
            ),
        ]
        indexes = [models.Index(fields=["team", "origin_id", "-created_at"], name="report_file_newest")]


class Advice(models.Model):
    """A finding of a rule about one record. The row is deleted when the finding disappears, unless someone has decided.

    `value` of `base` is the last finding, `asked` the target. `before` is the value when it was followed, `after` the
    value since, null if the sample is too small.
    """

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    rule = models.CharField(max_length=20)
    # The record: `team`, `campaign:<id>`, `link:<campaign>:<hash>`, `destination:<domain>`, `domain:<name>`,
    # `label:<id>`.
    subject = models.CharField(max_length=300)
    campaign_id = models.UUIDField(null=True)
    level = models.CharField(max_length=7, choices=AdviceLevel)
    state = models.CharField(max_length=9, choices=AdviceState, default=AdviceState.OPEN)
    value = models.FloatField()
    asked = models.FloatField()
    base = models.BigIntegerField()
    # Parameters of its text.
    params = models.JSONField(default=dict)
    # Its action (actions.py); empty if a user must act.
    act = models.CharField(max_length=10, blank=True, default="")
    found_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by = models.CharField(max_length=201, blank=True, default="")
    before_value = models.FloatField(null=True)
    before_base = models.BigIntegerField(null=True)
    after_value = models.FloatField(null=True)
    after_base = models.BigIntegerField(null=True)
    # Undo data of its action; null if none was run. Repeated actions add to it.
    undo = models.JSONField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "rule", "subject"], name="advice_once"),
            models.CheckConstraint(condition=Q(state__in=AdviceState.values), name="advice_state"),
            models.CheckConstraint(
                condition=Q(state=AdviceState.OPEN) | Q(decided_at__isnull=False), name="advice_decided"
            ),
        ]
        indexes = [models.Index(fields=["team", "campaign_id"], name="advice_campaign")]


class AdviceCheck(models.Model):
    """The last check of a team's metrics."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    at = models.DateTimeField()

    objects = TeamManager()
