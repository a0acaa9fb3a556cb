"""Message events, partitioned by month (migrations/sql/events.sql): no foreign key refers to them."""

from django.db import models

from server.accounts.models import EMAIL_LENGTH
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.transactional.models.messages import REPLY_LENGTH, TAG_LENGTH
from server.transactional.states import EventType

EVENT_SUBJECT_LENGTH = 255  # in its events
SUBJECT_START_LENGTH = 100  # of a subject; the part that searches match
PAIR_LENGTH = 200  # key and value of a metadata entry together; the part that searches match


# Most events have these types; a separate index finds the others.
COMMON_TYPES = (EventType.ACCEPTED, EventType.DELIVERED, EventType.OPENED)


class MessageEvent(models.Model):
    """One event. Addresses are in lower case. `detail` has additional values by type.

    `tag_id`, `sender_id`, `subject_id` and `link_id` are the names it is counted under (`MetricName`).
    """

    pk = models.CompositePrimaryKey("team_id", "at", "id")
    team_id = models.UUIDField()
    at = models.DateTimeField()
    id = models.UUIDField(default=uuid7, editable=False)
    message_id = models.UUIDField()
    accepted_at = models.DateTimeField()
    key_id = models.UUIDField(null=True)
    subaccount_id = models.UUIDField(null=True)
    domain_id = models.UUIDField(null=True)
    tag_id = models.IntegerField(default=0)
    sender_id = models.IntegerField(default=0)
    subject_id = models.IntegerField(default=0)
    link_id = models.IntegerField(default=0)
    position = models.PositiveSmallIntegerField(null=True)
    code = models.PositiveSmallIntegerField(default=0)
    type = models.CharField(max_length=12, choices=EventType)
    enhanced = models.CharField(max_length=11, blank=True, default="")
    recipient = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    sender = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    domain = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    tag = models.CharField(max_length=TAG_LENGTH, blank=True)
    subject = models.CharField(max_length=EVENT_SUBJECT_LENGTH, blank=True)
    # The start of the subject in lower case, for searches.
    beginning = models.CharField(max_length=SUBJECT_START_LENGTH, blank=True)
    reply = models.CharField(max_length=REPLY_LENGTH, blank=True, default="")
    detail = models.JSONField(default=dict)

    objects = TeamManager()

    class Meta:
        db_table = "transactional_event"


class MessagePair(models.Model):
    """A metadata entry of a message, as `key=value`, by which searches find the message."""

    pk = models.CompositePrimaryKey("team_id", "pair", "accepted_at", "message_id")
    team_id = models.UUIDField()
    pair = models.CharField(max_length=PAIR_LENGTH)
    accepted_at = models.DateTimeField()
    message_id = models.UUIDField()

    objects = TeamManager()

    class Meta:
        db_table = "transactional_pair"
