"""Segments, and the contact columns that their evaluation reads (docs/decisions/004)."""

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Lower

from server.core.teamscope import TeamManager
from server.segments.rules.tree import MAX_SEGMENT_NAME_LENGTH
from server.segments.watchers import MAX_WATCHER_LENGTH
from server.teams.models import Team


class Segment(models.Model):
    """CONT-31: a name and a tree of rules. Membership is evaluated on each query."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=MAX_SEGMENT_NAME_LENGTH)
    rules = models.JSONField()
    # Segments that the rules refer to, for detecting cycles and uses.
    segment_ids = models.JSONField(default=list)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    revision = models.PositiveIntegerField(default=1)

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint("team", Lower("name"), name="segment_name")]
        indexes = [GinIndex(fields=["segment_ids"], name="segment_named")]

    def __str__(self) -> str:
        return self.name


class SegmentWatch(models.Model):
    """A registered watcher (watchers.py) gets the changes of a segment's membership."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    segment = models.ForeignKey(Segment, on_delete=models.CASCADE, related_name="+")
    watcher = models.CharField(max_length=MAX_WATCHER_LENGTH)
    since = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["segment", "watcher"], name="segment_watch_once")]


class Membership(models.Model):
    """The members of a watched segment at its last check, and counts of published changes."""

    segment = models.OneToOneField(Segment, on_delete=models.CASCADE, primary_key=True, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()
    looked_at = models.DateTimeField()
    # Everything that determined membership at that time (sql/watching.py); empty while changes are unpublished.
    stamp = models.CharField(max_length=300, blank=True)
    # Digest of the rules, which detects changed rules.
    digest = models.CharField(max_length=64)
    members = models.PositiveIntegerField()
    entered = models.PositiveBigIntegerField(default=0)
    left = models.PositiveBigIntegerField(default=0)
    revision = models.PositiveIntegerField(default=1)

    objects = TeamManager()


class MemberBlock(models.Model):
    """Members whose ids differ only in the last 16 bits, which are packed in an Arrow IPC file as `offset`."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="+")
    block = models.BigIntegerField()
    data = models.BinaryField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["membership", "block"], name="member_block_once")]


class MembershipChange(models.Model):
    """A contact entered or left a watched segment. Outlives the segment and its watch for timelines."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    segment_id = models.IntegerField()
    name = models.CharField(max_length=MAX_SEGMENT_NAME_LENGTH)
    contact_id = models.BigIntegerField()
    entered = models.BooleanField()
    at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["contact_id", "-at", "-id"], name="segment_move_contact"),
            models.Index(fields=["segment_id", "entered", "-id"], name="segment_move_newest"),
            models.Index(fields=["at"], name="segment_move_at"),
        ]


class ColumnStore(models.Model):
    """A team with built columns. Without a row, contacts are read from their table."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    built_at = models.DateTimeField()

    objects = TeamManager()


class ColumnChunk(models.Model):
    """Contacts of a team at some time, in id order. Contacts changed since are marked."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    first_id = models.BigIntegerField()
    last_id = models.BigIntegerField()
    rows = models.PositiveIntegerField()
    # Less than `rows` if contacts moved to another chunk or were deleted; the column `alive` says which.
    alive = models.PositiveIntegerField()

    objects = TeamManager()


class ColumnData(models.Model):
    """A column of a chunk as an Arrow IPC file. A column without values has no row."""

    pk = models.CompositePrimaryKey("chunk_id", "name")
    chunk = models.ForeignKey(ColumnChunk, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=20)
    data = models.BinaryField()


class ActivityBlock(models.Model):
    """Activities of a team's contacts of one kind, by contact: an Arrow IPC file of `contact`, `at`, `subject`."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=24)
    rows = models.PositiveIntegerField()
    data = models.BinaryField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "kind"], name="activity_block_kind")]
