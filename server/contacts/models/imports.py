"""Imports: what they do, what they touched, and how they are taken back."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from server.contacts.states import Doubt, Existing, ImportState, WrongValues
from server.contacts.values import MAPPING_NAME_LENGTH
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team


class ImportJob(models.Model):
    """CONT-37, CONT-38. `offset` and the counters are one truth: both move in the transaction of a chunk."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    file = models.CharField(max_length=255)
    state = models.CharField(max_length=8, choices=ImportState, default=ImportState.PREPARED)
    size_bytes = models.BigIntegerField()
    # How the file's name ended, of those that are taken; empty for imports of before it was kept.
    form = models.CharField(max_length=7, blank=True, default="")
    encoding = models.CharField(max_length=12)
    # The names of a workbook's sheets, and the place of the one that is imported.
    sheets = models.JSONField(default=list)
    sheet = models.PositiveSmallIntegerField(null=True)
    # Which number of 3/4/2025 is the day, told from the file: "dmy" or "mdy".
    date_order = models.CharField(max_length=3, default="dmy")
    # The decimal mark of each column, "." or ","; empty where the file does not show it.
    decimal_marks = models.JSONField(default=list)
    delimiter = models.CharField(max_length=1)
    header = models.JSONField()
    # One target per column of the file, null for a column that is left out.
    mapping = models.JSONField()
    preview = models.JSONField(default=list)
    label_ids = ArrayField(models.IntegerField(), default=list)
    # Labels that its rows named and that there were not.
    made_label_ids = ArrayField(models.IntegerField(), default=list)
    # What is done with contacts that are there already, and with rows that may do harm.
    existing = models.CharField(max_length=9, choices=Existing, default=Existing.OVERWRITE)
    wrong_values = models.CharField(max_length=10, choices=WrongValues, default=WrongValues.SET_ASIDE)
    leave_out = ArrayField(models.CharField(max_length=10, choices=Doubt), default=list)
    # What the file would do as of its preparation; `exact` is false where time ran out.
    forecast = models.JSONField(default=dict)
    # How good the list looked then, and which saved mapping was suggested for it.
    verdict = models.JSONField(default=dict)
    mapping_from = models.JSONField(null=True)
    # Whom it brings is asked to confirm. Then: how many are to be asked, were, have confirmed, and have said no; and
    # whether that waits, since the plan has no mail left for so many.
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
    # Rows of contacts that were left as they were, and rows that were left out by choice.
    skipped = models.BigIntegerField(default=0)
    left_out = models.BigIntegerField(default=0)
    # Rows that were taken without a value that can't be read.
    emptied = models.BigIntegerField(default=0)
    rows_read = models.BigIntegerField(default=0)
    error_bytes = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=200, default="")
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    # Until then it can be undone: its before-images are kept so long.
    undo_until = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            # CONT-58, also against two that start at once. Taking an import back is as exclusive.
            models.UniqueConstraint(
                fields=["team"], condition=Q(state__in=["RUNNING", "UNDOING"]), name="import_at_work_once"
            )
        ]
        indexes = [
            models.Index(fields=["team", "-created_at"], name="import_newest"),
            models.Index(fields=["undo_until"], name="import_undo", condition=Q(undo_until__isnull=False)),
        ]


class ImportTouch(models.Model):
    """Which contacts a chunk of an import made, or changed: a row for many.

    Contacts made have keys from `low` to `high`, and `at` as their moment of creation. Contacts changed stand in
    `contact_ids`, a row for each block of keys.
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
    """What contacts were before an import wrote over them: a row for those of a chunk and a block of keys.

    Parallel: `changes[n]` of `contact_ids[n]`, whose revision the import made `revisions[n]`. A change has
    `[before, written]` for each column that it changed, the same by key in `custom`, and in `labels` those it put on.
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
    """An import on its way back. `last_id`, `last_block`, the counters and the report are one truth: they move with
    each range. What it made is taken back first, then what it changed.
    """

    import_job = models.OneToOneField(ImportJob, on_delete=models.CASCADE, primary_key=True, related_name="undo")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    # As the import had ended.
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
    """What the columns of a file became: kept under a name, or remembered of the last import with this header."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    # Empty where it was remembered without being asked.
    name = models.CharField(max_length=MAPPING_NAME_LENGTH, blank=True, default="")
    # Headings as they are compared, sorted, a digest of them, and what each became.
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
    """CONT-63: the team has said, once, that its contacts have opted in."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    given_at = models.DateTimeField()

    objects = TeamManager()
