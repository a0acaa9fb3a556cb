"""Events and recipients on their way into a file."""

from django.db import models
from django.db.models import Q

from server.contacts.states import BulkState, ExportFormat
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.transactional.search_words import QUERY_LENGTH
from server.transactional.states import ExportKind


class EventExport(models.Model):
    """A file of what a search finds in a period."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    kind = models.CharField(max_length=10, choices=ExportKind)
    format = models.CharField(max_length=4, choices=ExportFormat)
    query = models.CharField(max_length=QUERY_LENGTH, blank=True)
    start = models.DateTimeField()
    end = models.DateTimeField()
    zone = models.CharField(max_length=60)
    state = models.CharField(max_length=7, choices=BulkState, default=BulkState.RUNNING)
    total = models.BigIntegerField(default=0)  # lines of the file without its heading
    size_bytes = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=200, default="")
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    # Its file is gone after that.
    expires_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            # One of a kind at a time, also against two that start at once.
            models.UniqueConstraint(fields=["team", "kind"], condition=Q(state="RUNNING"), name="trx_export_once"),
        ]
        indexes = [models.Index(fields=["team", "-created_at"], name="trx_export_newest")]
