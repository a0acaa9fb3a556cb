"""States of messages and recipients, and their transitions."""

from django.db.models import TextChoices

from server.core.transitions import Transitions


class Via(TextChoices):
    """How a message was submitted."""

    SMTP = "smtp"
    HTTP = "http"


class Scope(TextChoices):
    """Permissions of an API key."""

    SEND = "send"
    READ = "read"
    MANAGE = "manage"


class MessageState(TextChoices):
    """Status of the message as a whole. Each recipient has its own status."""

    ACCEPTED = "accepted"
    HELD = "held"
    SCHEDULED = "scheduled"
    FINISHED = "finished"  # no recipient is waiting


MESSAGE_TRANSITIONS = Transitions(
    {
        MessageState.HELD: frozenset({MessageState.ACCEPTED, MessageState.SCHEDULED, MessageState.FINISHED}),
        MessageState.SCHEDULED: frozenset({MessageState.ACCEPTED, MessageState.FINISHED}),
        MessageState.ACCEPTED: frozenset({MessageState.FINISHED}),
        MessageState.FINISHED: frozenset(),
    }
)


class QuarantineReason(TextChoices):
    """Why a message is held."""

    NONE = ""
    REVIEW = "review"  # the team reviews each message first
    RATE = "rate"  # the key has submitted more messages in this hour than the team allows


class RecipientKind(TextChoices):
    TO = "to"
    CC = "cc"
    BCC = "bcc"


class RecipientState(TextChoices):
    """Status of one recipient of a message."""

    QUEUED = "queued"
    HELD = "held"
    SCHEDULED = "scheduled"
    SENDING = "sending"  # committed before DATA: a crash leaves it in doubt
    DEFERRED = "deferred"
    DELIVERED = "delivered"  # the relay has accepted it
    BOUNCED = "bounced"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    CANCELLED = "cancelled"
    SANDBOXED = "sandboxed"
    IN_DOUBT = "inDoubt"


# States that a sender claims when due.
DUE_STATES = (RecipientState.QUEUED, RecipientState.DEFERRED, RecipientState.SCHEDULED)
# States in the queue: includes recipients being sent to, until their lease ends.
CLAIMED_STATES = (*DUE_STATES, RecipientState.SENDING)
# States that are not final.
OPEN_STATES = (*DUE_STATES, RecipientState.HELD, RecipientState.SENDING)
# States that can be cancelled.
CANCELLABLE_STATES = (*DUE_STATES, RecipientState.HELD)


class EventType(TextChoices):
    """Type of an event. Most belong to one recipient; `position` is null if an event belongs to the whole message."""

    ACCEPTED = "accepted"
    HELD = "held"
    RELEASED = "released"
    SCHEDULED = "scheduled"
    CANCELLED = "cancelled"
    DEFERRED = "deferred"
    DELIVERED = "delivered"  # the relay has accepted it
    BOUNCED = "bounced"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    OPENED = "opened"
    CLICKED = "clicked"
    COMPLAINED = "complained"
    UNSUBSCRIBED = "unsubscribed"
    IN_DOUBT = "inDoubt"
    SANDBOXED = "sandboxed"
    # A rejected submission, which is not stored as a message (intake/rejections.py): `message_id` is the event's own
    # id.
    REFUSED = "refused"


class ExportKind(TextChoices):
    """A row per event, or a row per recipient address."""

    EVENTS = "events"
    RECIPIENTS = "recipients"
