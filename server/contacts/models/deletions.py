"""Deleted contacts, kept for the few minutes in which their deletion can be undone."""

from django.db import models

from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team


class ContactDeletion(models.Model):
    """One deletion that can be undone. The row goes with the undo, or when the time for it is over."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    deleted_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["deleted_at"], name="contact_deletion_age")]


class DeletedRecord(models.Model):
    """A row that went with a contact, whole: the contact itself, or what was kept beside it (sql/deletions.py)."""

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    deletion = models.ForeignKey(ContactDeletion, on_delete=models.CASCADE, related_name="+")
    contact_id = models.BigIntegerField()
    # A key of sql.deletions.TABLES.
    kind = models.CharField(max_length=10)
    record = models.JSONField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team_id", "contact_id"], name="deleted_record_contact")]
