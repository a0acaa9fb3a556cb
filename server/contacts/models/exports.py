"""Contacts on their way into a file."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.contacts.states import ExportFormat
from server.core.exports.rows import ExportRow
from server.teams.models import Team


class ContactExport(ExportRow):
    """Contacts on their way into a file. `last_id`, `gathered` and `rows_bytes` change together.

    With `contact_id` it is everything that is kept about that one person, at its request.
    """

    job = "contacts.run_export"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    format = models.CharField(max_length=4, choices=ExportFormat)
    # [name, heading] of each column, as they were called when the export was asked for.
    columns = models.JSONField()
    # Chosen by id, or else by filter.
    ids = ArrayField(models.BigIntegerField(), null=True)
    filter = models.JSONField(null=True)
    contact_id = models.BigIntegerField(null=True)
    # A contact that came after the decision is not meant by it.
    until_id = models.BigIntegerField()
    last_id = models.BigIntegerField(default=0)
    # What is to be written; null until the job has counted.
    total = models.BigIntegerField(null=True)
    gathered = models.BigIntegerField(default=0)  # rows in the plain file, whose committed length is `rows_bytes`
    rows_bytes = models.BigIntegerField(default=0)

    class Meta(ExportRow.Meta):
        abstract = False
        constraints = [
            # One at a time for each person, also against two that start at once.
            models.UniqueConstraint(
                fields=["team", "user_id"], condition=Q(state="RUNNING", contact_id=None), name="export_once"
            ),
            models.UniqueConstraint(
                fields=["team", "contact_id"], condition=Q(state="RUNNING"), name="subject_export_once"
            ),
        ]
        indexes = [models.Index(fields=["team", "-created_at"], name="export_newest")]
