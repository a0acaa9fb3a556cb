"""Imports, the changes they made, and their undo."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from server.contacts.states import AddressRisk, ExistingContactPolicy, ImportState, InvalidValuePolicy
from server.contacts.values import MAX_MAPPING_NAME_LENGTH
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team


class ImportJob(models.Model):
    """CONT-37, CONT-38. The transaction of a chunk updates `offset` and the counters together."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    file = models.CharField(max_length=255)
    state = models.CharField(max_length=8, choices=ImportState, default=ImportState.PREPARED)
    size_bytes = models.BigIntegerField()
    # Supported extension of the file; empty for imports older than this column.
    form = models.CharField(max_length=7, blank=True, default="")
    encoding = models.CharField(max_length=12)
    # The sheet names of a workbook, and the index of the imported sheet.
    sheets = models.JSONField(default=list)
    sheet = models.PositiveSmallIntegerField(null=True)
    # Order in dates such as 3/4/2025, detected from the file: "dmy" or "mdy".
    date_order = models.CharField(max_length=3, default="dmy")
    # The decimal mark of each column, "." or ","; empty if undetected.
    decimal_marks = models.JSONField(default=list)
    delimiter = models.CharField(max_length=1)
    header = models.JSONField()
    # One target per column, null for an ignored column.
    mapping = models.JSONField()
    preview = models.JSONField(default=list)
    label_ids = ArrayField(models.IntegerField(), default=list)
    # Labels that the import created because its rows named them.
    made_label_ids = ArrayField(models.IntegerField(), default=list)
    # How to handle existing contacts, invalid values and risky addresses.
    existing = models.CharField(max_length=9, choices=ExistingContactPolicy, default=ExistingContactPolicy.OVERWRITE)
    wrong_values = models.CharField(max_length=10, choices=InvalidValuePolicy, default=InvalidValuePolicy.SET_ASIDE)
    leave_out = ArrayField(models.CharField(max_length=10, choices=AddressRisk), default=list)
    # The result of the dry run at preparation. `exact` is false if time ran out.
    forecast = models.JSONField(default=dict)
    # The list assessment at preparation, and the saved mapping that was suggested.
    verdict = models.JSONField(default=dict)
    mapping_from = models.JSONField(null=True)
    # Whether new contacts must confirm. If so: how many must, got a request, confirmed and declined, and whether
    # requests wait because the plan's email quota is too low.
    confirms = models.BooleanField(default=False)
    to_ask = models.BigIntegerField(default=0)
    asked = models.BigIntegerField(default=0)
    confirmed = models.BigIntegerField(default=0)
    declined = models.BigIntegerField(default=0)
    ask_waits = models.BooleanField(default=False)
    data_offset = models.BigIntegerField()
    offset = models.BigIntegerField()
    total = models.BigIntegerField()
    done = models.BigIntegerField(default=0)
    added = models.BigIntegerField(default=0)
    updated = models.BigIntegerField(default=0)
    failed = models.BigIntegerField(default=0)
    # Rows of contacts left unchanged, and rows excluded by choice.
    skipped = models.BigIntegerField(default=0)
    left_out = models.BigIntegerField(default=0)
    # Rows imported without an invalid value.
    emptied = models.BigIntegerField(default=0)
    rows_read = models.BigIntegerField(default=0)
    error_bytes = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=200, default="")
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    # End of the undo period. The before-images are retained until then.
    undo_until = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            # CONT-58, also if two requests race. Undoing is as exclusive as importing.
            models.UniqueConstraint(
                fields=["team"], condition=Q(state__in=["RUNNING", "UNDOING"]), name="import_at_work_once"
            )
        ]
        indexes = [
            models.Index(fields=["team", "-created_at"], name="import_newest"),
            models.Index(fields=["undo_until"], name="import_undo", condition=Q(undo_until__isnull=False)),
        ]


class ImportTouch(models.Model):
    """Contacts that a chunk of an import created or changed, many per row.

    Created contacts have ids from `low` to `high` and `at` as their creation time. Changed contacts are in
    `contact_ids`, one row per block of ids.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    import_id = models.UUIDField()
    at = models.DateTimeField()
    is_new = models.BooleanField()
    block = models.BigIntegerField(null=True)
    low = models.BigIntegerField()
    high = models.BigIntegerField()
    contact_ids = ArrayField(models.BigIntegerField(), default=list)

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["team_id", "-low"], name="import_made", condition=Q(is_new=True)),
            models.Index(fields=["team_id", "block", "-at", "-id"], name="import_changed", condition=Q(is_new=False)),
        ]


class ImportImage(models.Model):
    """Before-images of contacts that an import overwrote, one row per chunk and block of ids.

    The arrays are parallel: `changes[n]` belongs to `contact_ids[n]`, whose revision became `revisions[n]`. A change
    has `[before, written]` per changed column, the same by id in `custom`, and the added labels in `labels`.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    import_id = models.UUIDField()
    block = models.BigIntegerField()
    contact_ids = ArrayField(models.BigIntegerField())
    revisions = ArrayField(models.IntegerField())
    changes = models.JSONField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["import_id", "block"], name="import_image_block")]


class ImportUndo(models.Model):
    """The progress of undoing an import: created contacts first, then changed ones.

    Each batch updates `last_id`, `last_block`, the counters and the report together.
    """

    import_job = models.OneToOneField(ImportJob, on_delete=models.CASCADE, primary_key=True, related_name="undo")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    # The state of the import before the undo.
    former = models.CharField(max_length=8, choices=ImportState)
    last_id = models.BigIntegerField(default=0)
    last_block = models.BigIntegerField(default=-1)
    total = models.BigIntegerField()
    done = models.BigIntegerField(default=0)
    removed = models.BigIntegerField(default=0)
    restored = models.BigIntegerField(default=0)
    kept = models.BigIntegerField(default=0)
    report_bytes = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=200, default="")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    objects = TeamManager()


class ImportMapping(models.Model):
    """A column mapping, saved under a name or remembered from the last import with this header."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    # Empty for a remembered mapping.
    name = models.CharField(max_length=MAX_MAPPING_NAME_LENGTH, blank=True, default="")
    # Normalised headings, sorted; their digest; and the target of each.
    headings = ArrayField(models.CharField(max_length=200))
    digest = models.CharField(max_length=64)
    targets = models.JSONField()
    date_order = models.CharField(max_length=3)
    file = models.CharField(max_length=255)
    fullname = models.CharField(max_length=201)
    used_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint("team", Lower("name"), condition=~Q(name=""), name="import_mapping_name"),
            models.UniqueConstraint(fields=["team", "digest"], condition=Q(name=""), name="import_mapping_remembered"),
        ]
        indexes = [models.Index(fields=["team", "-used_at"], name="import_mapping_newest")]


class ImportConsent(models.Model):
    """CONT-63: the team confirmed once that its contacts opted in."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    given_at = models.DateTimeField()

    objects = TeamManager()
