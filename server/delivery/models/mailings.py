"""A mailing is one compiled document for its recipients, split into batches, which senders lease.

Its recipients are a frozen list, or those that a continuous mailing accepts while it is open.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.core.ids import uuid7
from server.core.sealing import SealedField
from server.core.teamscope import TeamManager
from server.delivery.models.relays import IpPool
from server.teams.models import Team

BATCH_SIZE = 500  # positions n*500 to n*500+499: the position determines the batch, so recipients need no column for it
MAX_EMAIL_LENGTH = 254
MAX_KEY_LENGTH = 64
FIELDS_PURPOSE = "delivery.system fields"


class TeamClaim(models.Model):
    """When a team was last served: among teams of one priority, the one served longest ago is next."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    claimed_at = models.DateTimeField()

    objects = TeamManager()


class MailingState(models.TextChoices):
    """The allowed transitions are in services/mailings.py."""

    PREPARING = "preparing"
    SENDING = "sending"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    DONE = "done"


class Mailing(models.Model):
    """A document that is sent to recipients. All of its content is frozen on creation."""

    id = models.BigAutoField(primary_key=True)
    # Null for system emails, such as a verification email.
    team = models.ForeignKey(Team, null=True, on_delete=models.CASCADE, related_name="+")
    # The purpose (origins.py); `origin_id` is its record.
    origin = models.CharField(max_length=12)
    origin_id = models.UUIDField(default=uuid7)
    # Of a continuous mailing: the published version of its record. Null for a frozen list.
    version = models.PositiveIntegerField(null=True)
    # The variant of an A/B test. Null for the rest that gets the winner, and without a test.
    variant = models.PositiveSmallIntegerField(null=True)
    # Lower goes first; defined by the origin.
    priority = models.PositiveSmallIntegerField(default=5)
    state = models.CharField(max_length=10, choices=MailingState, default=MailingState.PREPARING)
    # The pool it is sent from, chosen when it starts; null: the relay of SMTP_URL.
    pool = models.ForeignKey(IpPool, null=True, on_delete=models.SET_NULL, related_name="+")
    subject = models.CharField(max_length=998)
    from_name = models.CharField(max_length=200, blank=True)
    from_address = models.CharField(max_length=MAX_EMAIL_LENGTH)
    reply_to = models.CharField(max_length=MAX_EMAIL_LENGTH, blank=True)
    compiled = models.JSONField()
    # The same without pixel and numbered links, for contacts who object to tracking. Null if no one is tracked.
    plain = models.JSONField(null=True)
    # Contacts who have turned this topic off don't get it.
    topic_id = models.IntegerField(null=True)
    follows = models.BooleanField(default=True)
    unsubscribes = models.BooleanField(default=True)
    # Of a continuous mailing: the accepted recipients at the last count (services/continuous_mailings.py).
    recipients = models.PositiveIntegerField(default=0)
    # At most this many emails start in an hour (send_schedule.py); null: no limit.
    per_hour = models.PositiveIntegerField(null=True)
    settled = models.PositiveIntegerField(default=0)  # units of quota already counted as used
    released = models.PositiveIntegerField(default=0)  # units returned before the end, by a continuous mailing
    # When a sender last took a batch of it: among mailings of one team, the one served longest ago is next.
    claimed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["priority", "claimed_at"], name="mailing_sending", condition=Q(state="sending")),
            models.Index(fields=["team", "-started_at"], name="mailing_recent"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=MailingState.values), name="mailing_state"),
            # Repeated calls don't create a second mailing for the same record.
            models.UniqueConstraint(
                fields=["team", "origin", "origin_id", "version", "variant"],
                nulls_distinct=False,
                name="mailing_once",
            ),
        ]


class MailingIntake(models.Model):
    """The intake of a continuous mailing. Callers lock it instead of the mailing, so that senders are not blocked."""

    mailing = models.OneToOneField(Mailing, on_delete=models.CASCADE, primary_key=True, related_name="+")
    # Positions are never reused, even after old recipients were deleted.
    next_position = models.PositiveIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)


class MailingThrottle(models.Model):
    """When a throttled mailing can start its next batch, whatever is due: claiming a batch consumes the slot."""

    mailing = models.OneToOneField(Mailing, on_delete=models.CASCADE, primary_key=True, related_name="+")
    gap = models.DurationField()  # send_schedule.get_batch_gap
    free_at = models.DateTimeField()
    # The batch of the last slot, which can continue until the next slot.
    batch_id = models.BigIntegerField(null=True)


class Recipient(models.Model):
    """One address of a mailing, with the fields for its tags as they were at the start."""

    pk = models.CompositePrimaryKey("mailing_id", "position")
    mailing = models.ForeignKey(Mailing, on_delete=models.CASCADE, related_name="+", db_index=False)
    position = models.PositiveIntegerField()
    contact_id = models.BigIntegerField(null=True)
    email = models.CharField(max_length=MAX_EMAIL_LENGTH)
    fields = models.JSONField(default=dict)
    # Of system emails, whose links and codes sign people in: JSON in place of `fields`, null after sending.
    sealed_fields = SealedField(purpose=FIELDS_PURPOSE, owner="mailing_id", null=True)
    # Of a continuous mailing: the idempotency key from its caller.
    key = models.CharField(max_length=MAX_KEY_LENGTH, null=True)
    # Of a continuous mailing: that of its batch. It locates the recipient's row in the send log; if null, the
    # mailing's start does.
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            # Also finds a contact's emails: the log has only positions.
            models.Index(
                fields=["contact_id", "mailing_id"], name="recipient_contact", condition=Q(contact_id__isnull=False)
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["mailing", "key"], name="recipient_key_once", condition=Q(key__isnull=False)
            ),
        ]


class BatchState(models.TextChoices):
    WAITING = "waiting"
    LEASED = "leased"
    DONE = "done"


class Batch(models.Model):
    """Positions that one sender works on at a time. `fence` counts leases: the holder of an old lease must not write.

    A batch of a frozen list has null `positions` and covers `first` to `first + size - 1`. A batch of a continuous
    mailing lists its positions. A retry batch lists them too, and refers to the batch that they were first in.
    """

    id = models.BigAutoField(primary_key=True)
    mailing = models.ForeignKey(Mailing, on_delete=models.CASCADE, related_name="+")
    first = models.PositiveIntegerField(default=0)
    size = models.PositiveIntegerField()
    positions = ArrayField(models.PositiveIntegerField(), null=True)
    parent_id = models.BigIntegerField(null=True)
    attempt = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=7, choices=BatchState, default=BatchState.WAITING)
    # Of a continuous mailing: when the batch was created; the partition key of the send log.
    mailed_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    worker = models.CharField(max_length=60, blank=True)
    fence = models.PositiveIntegerField(default=0)
    # How many of the batch, in order, might have been passed to a relay. Committed before the first of them is.
    high_water = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(fields=["mailing", "due_at"], name="batch_open", condition=~Q(state="done")),
            # Claims skip batches that are due later. No window updates these columns, so its update stays on the page
            # (HOT).
            models.Index(fields=["due_at"], name="batch_due", condition=Q(state="waiting")),
            models.Index(fields=["mailing"], name="batch_leased", condition=Q(state="leased")),
            models.Index(fields=["parent_id"], name="batch_parent", condition=Q(parent_id__isnull=False)),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=BatchState.values), name="batch_state"),
            models.CheckConstraint(condition=Q(high_water__lte=models.F("size")), name="batch_high_water"),
        ]
