"""Segments, and the columns beside the contacts that they are evaluated over (docs/decisions/004)."""

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Lower

from server.core.teamscope import TeamManager
from server.segments.rules.tree import NAME_LENGTH
from server.segments.watchers import WATCHER_LENGTH
from server.teams.models import Team


class Segment(models.Model):
    """CONT-31: a name and a tree of rules (rules). Who is in it is asked anew each time."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH)
    rules = models.JSONField()
    # The segments that the rules name: what makes a circle and a deletion in use visible.
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
    """That a registered watcher (watchers.py) is told who enters and leaves a segment."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    segment = models.ForeignKey(Segment, on_delete=models.CASCADE, related_name="+")
    watcher = models.CharField(max_length=WATCHER_LENGTH)
    since = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["segment", "watcher"], name="segment_watch_once")]


class Membership(models.Model):
    """Who was in a watched segment when it was last looked at, and what was told since it is watched."""

    segment = models.OneToOneField(Segment, on_delete=models.CASCADE, primary_key=True, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()
    looked_at = models.DateTimeField()
    # All that decides who is in, as it was then (sql/watching.py); empty while some moves are still to be told.
    stamp = models.CharField(max_length=300, blank=True)
    # Of the rules that decided, so that it can be told when other rules did.
    digest = models.CharField(max_length=64)
    members = models.PositiveIntegerField()
    entered = models.PositiveBigIntegerField(default=0)
    left = models.PositiveBigIntegerField(default=0)
    revision = models.PositiveIntegerField(default=1)

    objects = TeamManager()


class MemberBlock(models.Model):
    """The members whose keys are equal but for the last 16 bits, as an Arrow IPC file of these, `offset`."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="+")
    block = models.BigIntegerField()
    data = models.BinaryField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["membership", "block"], name="member_block_once")]


class SegmentMove(models.Model):
    """That a contact entered a watched segment, or left it; stays for timelines when the segment or its watch goes."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    segment_id = models.IntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
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
    """That the columns of a team have been built; without a row, all of its contacts are read from their table."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    built_at = models.DateTimeField()

    objects = TeamManager()


class ColumnChunk(models.Model):
    """Contacts of a team as of some moment, in the order of their keys. What has changed since is marked."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    first_id = models.BigIntegerField()
    last_id = models.BigIntegerField()
    rows = models.PositiveIntegerField()
    # Less than `rows` where contacts have gone to another chunk, or altogether; the column `alive` says which.
    alive = models.PositiveIntegerField()

    objects = TeamManager()


class ColumnData(models.Model):
    """One column of a chunk as an Arrow IPC file. A column without a value has no row."""

    pk = models.CompositePrimaryKey("chunk_id", "name")
    chunk = models.ForeignKey(ColumnChunk, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=20)
    data = models.BinaryField()


class ActivityBlock(models.Model):
    """What happened to a team's contacts, of one kind, by contact: an Arrow IPC file of `contact`, `at`, `subject`."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=24)
    rows = models.PositiveIntegerField()
    data = models.BinaryField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "kind"], name="activity_block_kind")]
