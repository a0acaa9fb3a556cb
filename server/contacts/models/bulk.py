"""Bulk actions on contacts and their selections."""

from django.db import models
from django.db.models import Q

from server.accounts.models import EMAIL_LENGTH
from server.contacts.states import BulkState
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team


class BulkAction(models.Model):
    """An action on all contacts that match a filter, in id order. Each batch updates `last_id` and the counters."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    # A key of services.bulk.OPERATIONS, and its options.
    kind = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    filter = models.JSONField()
    # Whether the selection was stored when the action was requested (services/selections.py).
    is_frozen = models.BooleanField(default=False)
    state = models.CharField(max_length=7, choices=BulkState, default=BulkState.RUNNING)
    # Excludes contacts created after the request.
    until_id = models.BigIntegerField()
    last_id = models.BigIntegerField(default=0)
    # Contacts that match the filter; null until the job has counted them.
    total = models.BigIntegerField(null=True)
    done = models.BigIntegerField(default=0)
    changed = models.BigIntegerField(default=0)
    # Name of the first contact in the audit log.
    name = models.CharField(max_length=EMAIL_LENGTH, default="")
    reason = models.CharField(max_length=200, default="")
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "id"], name="bulk_running", condition=Q(state="RUNNING"))]


class SelectionPart(models.Model):
    """A part of the contacts that rules selected for an action or export (services/selections.py).

    It is deleted when the action or export ends.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    # The id of the bulk action or export.
    selection_id = models.UUIDField()
    first_id = models.BigIntegerField()
    last_id = models.BigIntegerField()
    size = models.PositiveIntegerField()
    # Differences between consecutive ids, as an Arrow IPC file.
    steps = models.BinaryField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["selection_id", "last_id"], name="selection_place")]
