"""The audit log of the support console."""

from django.db import models

from server.accounts.models import EMAIL_LENGTH
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.support.kinds import AuditEntryKind


class AuditEntry(models.Model):
    """One action of an operator, with its reason. The database itself rejects changes and deletions of rows.

    Names are those at the time, and there are no foreign keys: the log outlives the records it refers to.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    at = models.DateTimeField()
    kind = models.CharField(max_length=30, choices=AuditEntryKind)
    # Empty for the first operator, who is created on the command line.
    operator_id = models.UUIDField(null=True)
    operator_email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    address = models.GenericIPAddressField(null=True)
    team_id = models.UUIDField(null=True)
    team_name = models.CharField(max_length=200, blank=True)
    user_id = models.UUIDField(null=True)
    user_email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    session_id = models.UUIDField(null=True)
    device = models.CharField(max_length=200, blank=True)
    # The number of sessions that the action ended; null for actions that end none.
    sessions = models.PositiveIntegerField(null=True)
    # The name of the affected pool or relay, for actions outside a team.
    subject = models.CharField(max_length=330, blank=True, default="")
    reason = models.CharField(max_length=500)

    objects = TeamManager()

    class Meta:
        # Ids sort by time, so each index serves a filter with the newest first.
        indexes = [
            models.Index(fields=["team_id", "-id"], name="support_act_team"),
            models.Index(fields=["user_id", "-id"], name="support_act_user"),
            models.Index(fields=["operator_id", "-id"], name="support_act_operator"),
        ]
