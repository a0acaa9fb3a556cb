"""The contact feed, partitioned by month (migrations/sql/feed.sql), and the cursors of its consumers."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from server.contacts.feed import MAX_NAME_LENGTH
from server.core.teamscope import TeamManager


class FeedEntry(models.Model):
    """Contact activity of one statement: parallel arrays of contact, timestamp (µs since 1970) and subject.

    Timestamps or subjects hold a single value if all contacts share it. A subject of 0 means none. `details` is shared
    by all. The table also has the transaction id, which orders reads (sql/feed.py).
    """

    id = models.BigAutoField(primary_key=True)
    recorded_at = models.DateTimeField(db_default=Now())
    team_id = models.UUIDField()
    is_copy = models.BooleanField(db_default=False)
    kind = models.CharField(max_length=MAX_NAME_LENGTH)
    contact_ids = ArrayField(models.BigIntegerField())
    moments = ArrayField(models.BigIntegerField())
    subjects = ArrayField(models.BigIntegerField())
    details = models.JSONField(null=True)

    objects = TeamManager()


class FeedCursor(models.Model):
    """The position of a consumer in the feed, across teams. No row means that nothing is read yet."""

    consumer = models.CharField(max_length=MAX_NAME_LENGTH, primary_key=True)
    entry_id = models.BigIntegerField(db_default=0)
    read_at = models.DateTimeField()
