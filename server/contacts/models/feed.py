"""The feed of what happened to contacts, partitioned by month (migrations/sql/feed.sql), and its cursors."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from server.contacts.feed import MAX_NAME_LENGTH
from server.core.teamscope import TeamManager


class FeedEntry(models.Model):
    """What happened to contacts by one statement: parallel arrays of contact, moment (µs since 1970) and subject.

    Of moments or subjects there is one alone where it is that of all. `subjects` holds 0 for none; `details` is what
    all share. The table also has the number of the transaction, by which consumers read (sql/feed.py).
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
    """How far a consumer has read the feed, across teams. Without a row it has read nothing."""

    consumer = models.CharField(max_length=MAX_NAME_LENGTH, primary_key=True)
    entry_id = models.BigIntegerField(db_default=0)
    read_at = models.DateTimeField()
