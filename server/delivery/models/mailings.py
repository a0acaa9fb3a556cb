"""A mailing is one compiled document for its recipients, cut into batches, which senders lease.

Its recipients are a frozen list, or those that a standing mailing accepts as long as it is open.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.core.ids import uuid7
from server.core.sealing import SealedField
from server.core.teamscope import TeamManager
from server.delivery.models.relays import IpPool
from server.teams.models import Team

BATCH_SIZE = 500  # positions n*500 to n*500+499: a batch follows from a position, so recipients need no column for it
EMAIL_LENGTH = 254
KEY_LENGTH = 64
FIELDS_PURPOSE = "delivery.system fields"


class TeamTurn(models.Model):
    """When a team last had its turn: among teams of one priority the one served longest ago is next."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    claimed_at = models.DateTimeField()

    objects = TeamManager()


class MailingState(models.TextChoices):
    """The allowed moves are in services/mailings.py."""

    PREPARING = "preparing"
    SENDING = "sending"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    DONE = "done"


class Mailing(models.Model):
    """A document on its way to its recipients. Everything about its content is frozen when it is made."""

    id = models.BigAutoField(primary_key=True)
    # Null for mail of the product itself, such as a validation mail.
    team = models.ForeignKey(Team, null=True, on_delete=models.CASCADE, related_name="+")
    # What it was made for (origins.py); `origin_id` names it there.
    origin = models.CharField(max_length=12)
    origin_id = models.UUIDField(default=uuid7)
    # Of a standing mailing: the published version of what it was made for. Null: it has a frozen list.
    version = models.PositiveIntegerField(null=True)
    # Of a campaign that is tested: which variant this is. Null for what gets the winner, and where nothing is tested.
    variant = models.PositiveSmallIntegerField(null=True)
    # Lower goes first; that of its origin.
    priority = models.PositiveSmallIntegerField(default=5)
    state = models.CharField(max_length=10, choices=MailingState, default=MailingState.PREPARING)
    # Where it leaves from, chosen when it starts; null: the relay of SMTP_URL.
    pool = models.ForeignKey(IpPool, null=True, on_delete=models.SET_NULL, related_name="+")
    subject = models.CharField(max_length=998)
    from_name = models.CharField(max_length=200, blank=True)
    from_address = models.CharField(max_length=EMAIL_LENGTH)
    reply_to = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    compiled = models.JSONField()
    # The same without pixel and numbered links, for who doesn't want to be followed. Null where nobody is.
    plain = models.JSONField(null=True)
    # What it is about: a contact that has refused the topic gets none of it.
    topic_id = models.IntegerField(null=True)
    follows = models.BooleanField(default=True)
    unsubscribes = models.BooleanField(default=True)
    # Of a standing mailing those that it had accepted when they were last counted (services/standing.py).
    recipients = models.PositiveIntegerField(default=0)
    # At most so many an hour begin to be sent (slots.py); null: as fast as it goes.
    per_hour = models.PositiveIntegerField(null=True)
    settled = models.PositiveIntegerField(default=0)  # units of quota already counted as used
    released = models.PositiveIntegerField(default=0)  # units given back before the end, of a standing mailing
    # When a sender last took a batch of it: among mailings of one team the one served longest ago is next.
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
            # Two calls make no second mailing for the same thing.
            models.UniqueConstraint(
                fields=["team", "origin", "origin_id", "version", "variant"],
                nulls_distinct=False,
                name="mailing_once",
            ),
        ]


class MailingIntake(models.Model):
    """Where a standing mailing accepts recipients. Callers lock it and not the mailing, so senders are not blocked."""

    mailing = models.OneToOneField(Mailing, on_delete=models.CASCADE, primary_key=True, related_name="+")
    # Positions never come again, also when the recipients of old ones have been deleted.
    next_position = models.PositiveIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)


class MailingPace(models.Model):
    """When a throttled mailing may begin its next batch, whatever was due meanwhile: claiming one takes the slot."""

    mailing = models.OneToOneField(Mailing, on_delete=models.CASCADE, primary_key=True, related_name="+")
    gap = models.DurationField()  # slots.gap_of
    free_at = models.DateTimeField()
    # Which batch took the last slot: until the next one it may be gone on with.
    batch_id = models.BigIntegerField(null=True)


class Recipient(models.Model):
    """One address of a mailing, with the fields that its tags are filled from, as they were at the start."""

    pk = models.CompositePrimaryKey("mailing_id", "position")
    mailing = models.ForeignKey(Mailing, on_delete=models.CASCADE, related_name="+", db_index=False)
    position = models.PositiveIntegerField()
    contact_id = models.BigIntegerField(null=True)
    email = models.CharField(max_length=EMAIL_LENGTH)
    fields = models.JSONField(default=dict)
    # Of the product's own emails, whose links and codes sign people in: JSON in place of `fields`, null once they are
    # sent.
    sealed_fields = SealedField(purpose=FIELDS_PURPOSE, owner="mailing_id", null=True)
    # Of a standing mailing: the name that its caller gave it, under which it is accepted once.
    key = models.CharField(max_length=KEY_LENGTH, null=True)
    # That of its batch. With it the recipient's row in the send log is found: where it is null, by the mailing's start.
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            # By which what was sent to a contact is found, too: the log names recipients alone.
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
    """Positions that one sender works on at a time. `fence` counts the leases: who holds an old one may not write.

    A batch of the frozen list has `positions` null and covers `first` to `first + size - 1`. A batch of a standing
    mailing names its positions. A batch of what is to be tried again names them too, and the batch that they were first
    handed out from.
    """

    id = models.BigAutoField(primary_key=True)
    mailing = models.ForeignKey(Mailing, on_delete=models.CASCADE, related_name="+")
    first = models.PositiveIntegerField(default=0)
    size = models.PositiveIntegerField()
    positions = ArrayField(models.PositiveIntegerField(), null=True)
    parent_id = models.BigIntegerField(null=True)
    attempt = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=7, choices=BatchState, default=BatchState.WAITING)
    # Of a standing mailing: when the batch was made, which partitions the send log.
    mailed_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    worker = models.CharField(max_length=60, blank=True)
    fence = models.PositiveIntegerField(default=0)
    # How many of the batch, in order, may have been handed to a relay. Committed before the first of them is.
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
