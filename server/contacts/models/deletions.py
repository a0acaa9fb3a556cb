"""Deleted contacts, retained for the minutes in which the deletion can be undone."""

from django.db import models

from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team


class ContactDeletion(models.Model):
    """A deletion that can be undone. The row is deleted when it is undone or expires."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    deleted_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["deleted_at"], name="contact_deletion_age")]


class DeletedRecord(models.Model):
    """A copy of a row deleted with a contact: the contact itself or a dependent row (sql/deletions.py)."""

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
