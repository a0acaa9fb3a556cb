"""Messages, bodies and recipients, partitioned by month (migrations/sql/messages.sql). No foreign key refers to them.

The id of a message is a UUID of version 7 with the millisecond of `accepted_at`, so the id alone determines the
partition (`core.ids.get_creation_time`).
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
    MessageState,
    QuarantineReason,
    RecipientKind,
    RecipientState,
    Via,
)

SUBJECT_LENGTH = lengths.SUBJECT_LENGTH
TAG_LENGTH = lengths.TAG_LENGTH
REPLY_LENGTH = 300
BODY_PURPOSE = "transactional body"


class Message(models.Model):
    """An accepted message. Rejected ones are never stored."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team_id = models.UUIDField()
    # None: a user sent it from the dashboard.
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
    # The Message-ID with its angle brackets.
    rfc_id = models.CharField(max_length=255, blank=True, default="")
    size = models.PositiveIntegerField()
    sandbox = models.BooleanField(default=False)
    track_opens = models.BooleanField(default=False)
    track_clicks = models.BooleanField(default=False)
    state = models.CharField(max_length=9, choices=MessageState)
    hold_reason = models.CharField(max_length=20, choices=QuarantineReason, blank=True, default="")
    scheduled_at = models.DateTimeField(null=True)
    accepted_at = models.DateTimeField()
    recipients = models.PositiveSmallIntegerField()
    # The message that this one resends.
    resent_from = models.UUIDField(null=True)

    objects = TeamManager()

    class Meta:
        db_table = "transactional_message"


class MessageBody(models.Model):
    """The complete MIME message, encrypted for its team, until it expires."""

    message_id = models.UUIDField(primary_key=True)
    team_id = models.UUIDField()
    accepted_at = models.DateTimeField()
    sealed = SealedField(purpose=BODY_PURPOSE, owner="team_id")
    # None while the message isn't finished and the team stores no bodies: deleted when the last recipient is done.
    expires_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        db_table = "transactional_body"


class MessageRecipient(models.Model):
    """One recipient address of a message, and its progress."""

    pk = models.CompositePrimaryKey("message_id", "position")
    message_id = models.UUIDField()
    position = models.PositiveSmallIntegerField()
    accepted_at = models.DateTimeField()
    team_id = models.UUIDField()
    email = models.CharField(max_length=EMAIL_LENGTH)
    kind = models.CharField(max_length=3, choices=RecipientKind)
    state = models.CharField(max_length=10, choices=RecipientState)
    attempt = models.PositiveSmallIntegerField(default=0)
    # When it can be sent; null once it is done.
    due_at = models.DateTimeField(null=True)
    lease_until = models.DateTimeField(null=True)
    worker = models.UUIDField(null=True)
    # Counts claims: a sender with an outdated number has lost the row.
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
            # While it is being sent, `due_at` is the end of the lease.
            models.Index(fields=["team_id", "due_at"], name="trx_recipient_due", condition=Q(state__in=CLAIMED_STATES)),
        ]


class AcceptedKey(models.Model):
    """An idempotency key of a team for 24 hours, with the submission accepted under it."""

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    # Includes the binding of the API key (services/idempotency.py).
    key = models.CharField(max_length=220)
    fingerprint = models.BinaryField(max_length=32)
    # The response, which is returned again for the same request.
    answer = models.JSONField()
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team_id", "key"], name="trx_accepted_key")]
        indexes = [models.Index(fields=["created_at"], name="trx_accepted_age")]
