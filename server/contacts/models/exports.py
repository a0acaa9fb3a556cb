"""Contacts on their way into a file."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.contacts.states import BulkState, ExportFormat
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team


class ContactExport(models.Model):
    """Contacts on their way into a file. `last_id`, `gathered` and `rows_bytes` are one truth: they move together.

    With `contact_id` it is everything that is kept about that one person, at its request.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    format = models.CharField(max_length=4, choices=ExportFormat)
    # [name, heading] of each column, as they were called when the export was asked for.
    columns = models.JSONField()
    # Chosen by id, or else by filter.
    ids = ArrayField(models.BigIntegerField(), null=True)
    filter = models.JSONField(null=True)
    contact_id = models.BigIntegerField(null=True)
    zone = models.CharField(max_length=60)
    state = models.CharField(max_length=7, choices=BulkState, default=BulkState.RUNNING)
    # A contact that came after the decision is not meant by it.
    until_id = models.BigIntegerField()
    last_id = models.BigIntegerField(default=0)
    # What is to be written; null until the job has counted.
    total = models.BigIntegerField(null=True)
    gathered = models.BigIntegerField(default=0)  # rows in the plain file, whose committed length is `rows_bytes`
    rows_bytes = models.BigIntegerField(default=0)
    done = models.BigIntegerField(default=0)  # rows in the file that is handed out
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
            # One at a time for each person, also against two that start at once.
            models.UniqueConstraint(
                fields=["team", "user_id"], condition=Q(state="RUNNING", contact_id=None), name="export_once"
            ),
            models.UniqueConstraint(
                fields=["team", "contact_id"], condition=Q(state="RUNNING"), name="subject_export_once"
            ),
        ]
        indexes = [models.Index(fields=["team", "-created_at"], name="export_newest")]
