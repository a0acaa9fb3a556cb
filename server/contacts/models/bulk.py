"""Acts on many contacts, and whom they mean."""

from django.db import models
from django.db.models import Q

from server.accounts.models import EMAIL_LENGTH
from server.contacts.states import BulkState
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team


class BulkAction(models.Model):
    """One act on all contacts that a filter finds, walked by key. `last_id` and the counters move with each range."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    # A key of services.bulk.OPERATIONS, and the options of that operation.
    kind = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    filter = models.JSONField()
    # Whether those that are meant were written down with the decision (services/selections.py).
    is_frozen = models.BooleanField(default=False)
    state = models.CharField(max_length=7, choices=BulkState, default=BulkState.RUNNING)
    # A contact that came after the decision is not meant by it.
    until_id = models.BigIntegerField()
    last_id = models.BigIntegerField(default=0)
    # What the filter finds in all; null until the job has counted.
    total = models.BigIntegerField(null=True)
    done = models.BigIntegerField(default=0)
    changed = models.BigIntegerField(default=0)
    # How the activity calls the first of them.
    name = models.CharField(max_length=EMAIL_LENGTH, default="")
    reason = models.CharField(max_length=200, default="")
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "id"], name="bulk_running", condition=Q(state="RUNNING"))]


class SelectionPart(models.Model):
    """Some of the contacts that rules chose for an act or an export (services/selections.py), until that has ended."""

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    # The key of the act or the export.
    selection_id = models.UUIDField()
    first_id = models.BigIntegerField()
    last_id = models.BigIntegerField()
    size = models.PositiveIntegerField()
    # From key to key, as an Arrow IPC file.
    steps = models.BinaryField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["selection_id", "last_id"], name="selection_place")]
