"""The record of the support console."""

from django.db import models

from server.accounts.models import EMAIL_LENGTH
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.support.kinds import ActKind


class SupportAct(models.Model):
    """One act of an operator, with its reason. Written once: the database itself refuses to change or delete a row.

    Names are kept as they were, and nothing here is a foreign key: the record outlives what it tells of.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    at = models.DateTimeField()
    kind = models.CharField(max_length=30, choices=ActKind)
    # Empty for the first operator, who is made at the command line.
    operator_id = models.UUIDField(null=True)
    operator_email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    address = models.GenericIPAddressField(null=True)
    team_id = models.UUIDField(null=True)
    team_name = models.CharField(max_length=200, blank=True)
    user_id = models.UUIDField(null=True)
    user_email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    session_id = models.UUIDField(null=True)
    device = models.CharField(max_length=200, blank=True)
    # How many sessions the act ended; null where it ends none by its nature.
    sessions = models.PositiveIntegerField(null=True)
    # What it was done to where that is of no team: a pool or a relay, by name.
    subject = models.CharField(max_length=330, blank=True, default="")
    reason = models.CharField(max_length=500)

    objects = TeamManager()

    class Meta:
        # The ids are in the order of time, so each index serves a filter with the newest first.
        indexes = [
            models.Index(fields=["team_id", "-id"], name="support_act_team"),
            models.Index(fields=["user_id", "-id"], name="support_act_user"),
            models.Index(fields=["operator_id", "-id"], name="support_act_operator"),
        ]
