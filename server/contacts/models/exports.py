"""Exports of contacts."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.contacts.states import ExportFormat
from server.core.exports.rows import ExportRow
from server.teams.models import Team


class ContactExport(ExportRow):
    """An export of contacts. `last_id`, `gathered` and `rows_bytes` change together.

    With `contact_id`, the export has all data about that contact, as a data access request requires.
    """

    job = "contacts.run_export"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    format = models.CharField(max_length=4, choices=ExportFormat)
    # [name, heading] of each column at the time of the request.
    columns = models.JSONField()
    # The selection: by ids, or else by filter.
    ids = ArrayField(models.BigIntegerField(), null=True)
    filter = models.JSONField(null=True)
    contact_id = models.BigIntegerField(null=True)
    # Excludes contacts created after the request.
    until_id = models.BigIntegerField()
    last_id = models.BigIntegerField(default=0)
    # Rows to write; null until the job has counted them.
    total = models.BigIntegerField(null=True)
    gathered = models.BigIntegerField(default=0)  # rows in the plain file, of which `rows_bytes` bytes are committed
    rows_bytes = models.BigIntegerField(default=0)

    class Meta(ExportRow.Meta):
        abstract = False
        constraints = [
            # One at a time per user, also if two requests race.
            models.UniqueConstraint(
                fields=["team", "user_id"], condition=Q(state="RUNNING", contact_id=None), name="export_once"
            ),
            models.UniqueConstraint(
                fields=["team", "contact_id"], condition=Q(state="RUNNING"), name="subject_export_once"
            ),
        ]
        indexes = [models.Index(fields=["team", "-created_at"], name="export_newest")]
