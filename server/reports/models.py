"""Files that are made of reports."""

from django.db import models
from django.db.models import Q

from server.contacts.states import BulkState
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.reports.schemas.asking import Machines
from server.reports.states import ReportFormat, ReportType
from server.teams.models import Team


class ReportFile(models.Model):
    """A report on its way into a file. What it shows is how the report stands when it is made."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    type = models.CharField(max_length=15, choices=ReportType)
    # The campaign, as it was called when the file was asked for.
    origin_id = models.UUIDField()
    name = models.CharField(max_length=200)
    machines = models.CharField(max_length=7, choices=[(choice.value, choice.value) for choice in Machines])
    format = models.CharField(max_length=4, choices=ReportFormat)
    language = models.CharField(max_length=2)
    zone = models.CharField(max_length=60)
    state = models.CharField(max_length=7, choices=BulkState, default=BulkState.RUNNING)
    size_bytes = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=200, default="")
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    # It is gone after that.
    expires_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            # One of a form at a time, also against two that start at once.
            models.UniqueConstraint(
                fields=["team", "origin_id", "format"], condition=Q(state="RUNNING"), name="report_file_once"
            ),
        ]
        indexes = [models.Index(fields=["team", "origin_id", "-created_at"], name="report_file_newest")]
