"""Messages, their bodies and their recipients, partitioned by month (migrations/sql/messages.sql): nothing points
at them.

The id of a message is a UUID of version 7 made in the very millisecond of `accepted_at`, so that the id alone finds
the partition (`core.ids.moment_of`).
"""

from django.db import models
from django.db.models import Q

from server.accounts.models import EMAIL_LENGTH
from server.core.ids import uuid7
from server.core.sealing import SealedField
from server.core.teamscope import TeamManager
from server.transactional import lengths
from server.transactional.states import (
    CLAIMED_STATES,
    HoldReason,
    MessageState,
    RecipientKind,
    RecipientState,
    Via,
)

SUBJECT_LENGTH = lengths.SUBJECT_LENGTH
TAG_LENGTH = lengths.TAG_LENGTH
REPLY_LENGTH = 300
BODY_PURPOSE = "transactional body"


class Message(models.Model):
    """One message that was accepted. Refused ones are never stored."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team_id = models.UUIDField()
    # None: a person sent it from the dashboard.
    key_id = models.UUIDField(null=True)
    subaccount_id = models.UUIDField(null=True)
    domain_id = models.UUIDField()
    batch_id = models.UUIDField(null=True)
    via = models.CharField(max_length=4, choices=Via)
    from_address = models.CharField(max_length=EMAIL_LENGTH)
    from_name = models.CharField(max_length=200, blank=True, default="")
    subject = models.CharField(max_length=SUBJECT_LENGTH, blank=True, default="")
    tag = models.CharField(max_length=TAG_LENGTH, blank=True, default="")
    template_id = models.UUIDField(null=True)
    template_version = models.PositiveIntegerField(null=True)
    metadata = models.JSONField(default=dict)
    # Names and values, in the order of the message.
    headers = models.JSONField(default=list)
    # Its Message-ID, with the angle brackets.
    rfc_id = models.CharField(max_length=255, blank=True, default="")
    size = models.PositiveIntegerField()
    sandbox = models.BooleanField(default=False)
    track_opens = models.BooleanField(default=False)
    track_clicks = models.BooleanField(default=False)
    state = models.CharField(max_length=9, choices=MessageState)
    hold_reason = models.CharField(max_length=20, choices=HoldReason, blank=True, default="")
    scheduled_at = models.DateTimeField(null=True)
    accepted_at = models.DateTimeField()
    recipients = models.PositiveSmallIntegerField()
    # The message that this one repeats.
    resent_from = models.UUIDField(null=True)

    objects = TeamManager()

    class Meta:
        db_table = "transactional_message"


class MessageBody(models.Model):
    """The whole MIME of a message, sealed for its team, until its days are over."""

    message_id = models.UUIDField(primary_key=True)
    team_id = models.UUIDField()
    accepted_at = models.DateTimeField()
    sealed = SealedField(purpose=BODY_PURPOSE, owner="team_id")
    # None while the message isn't finished and the team keeps no bodies: it goes when the last recipient is done.
    expires_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        db_table = "transactional_body"


class MessageRecipient(models.Model):
    """One address that a message goes to, and how far that is."""

    pk = models.CompositePrimaryKey("message_id", "position")
    message_id = models.UUIDField()
    position = models.PositiveSmallIntegerField()
    accepted_at = models.DateTimeField()
    team_id = models.UUIDField()
    email = models.CharField(max_length=EMAIL_LENGTH)
    kind = models.CharField(max_length=3, choices=RecipientKind)
    state = models.CharField(max_length=10, choices=RecipientState)
    attempt = models.PositiveSmallIntegerField(default=0)
    # When it may be sent; null once it is done with.
    due_at = models.DateTimeField(null=True)
    lease_until = models.DateTimeField(null=True)
    worker = models.UUIDField(null=True)
    # Counts the claims: a sender whose number is no longer the row's has lost it.
    fence = models.PositiveIntegerField(default=0)
    code = models.PositiveSmallIntegerField(default=0)
    enhanced = models.CharField(max_length=11, blank=True, default="")
    reply = models.CharField(max_length=REPLY_LENGTH, blank=True, default="")
    bounce = models.CharField(max_length=10, blank=True, default="")
    delivered_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    clicked_at = models.DateTimeField(null=True)
    complained_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        db_table = "transactional_recipient"
        indexes = [
            # While it is sent, `due_at` is the end of the lease.
            models.Index(fields=["team_id", "due_at"], name="trx_recipient_due", condition=Q(state__in=CLAIMED_STATES)),
        ]


class AcceptedKey(models.Model):
    """An idempotency key of a team for 24 hours, and what was accepted under it."""

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    # With what the API key is bound to (services/idempotency.py).
    key = models.CharField(max_length=220)
    fingerprint = models.BinaryField(max_length=32)
    # What was answered: the same again for the same request.
    answer = models.JSONField()
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team_id", "key"], name="trx_accepted_key")]
        indexes = [models.Index(fields=["created_at"], name="trx_accepted_age")]
