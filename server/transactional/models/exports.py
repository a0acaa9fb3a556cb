"""Exports of events and recipients."""

from django.db import models
from django.db.models import Q

from server.contacts.states import ExportFormat
from server.core.exports.rows import ExportRow
from server.teams.models import Team
from server.transactional.search_grammar import QUERY_LENGTH
from server.transactional.states import ExportKind


class EventExport(ExportRow):
    """A file with the matches of a search in a period."""

    job = "transactional.make_file"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=ExportKind)
    format = models.CharField(max_length=4, choices=ExportFormat)
    query = models.CharField(max_length=QUERY_LENGTH, blank=True)
    start = models.DateTimeField()
    end = models.DateTimeField()

    class Meta(ExportRow.Meta):
        abstract = False
        constraints = [
            # One of a kind at a time, even for concurrent requests.
            models.UniqueConstraint(fields=["team", "kind"], condition=Q(state="RUNNING"), name="trx_export_once"),
        ]
        indexes = [models.Index(fields=["team", "-created_at"], name="trx_export_newest")]
