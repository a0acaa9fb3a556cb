"""States of messages and of their recipients, and the moves between them."""

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
    FINISHED = "finished"  # no recipient waits any more


MESSAGE_TRANSITIONS = Transitions(
    {
        MessageState.HELD: frozenset({MessageState.ACCEPTED, MessageState.SCHEDULED, MessageState.FINISHED}),
        MessageState.SCHEDULED: frozenset({MessageState.ACCEPTED, MessageState.FINISHED}),
        MessageState.ACCEPTED: frozenset({MessageState.FINISHED}),
        MessageState.FINISHED: frozenset(),
    }
)


class HoldReason(TextChoices):
    """Why a message is held."""

    NONE = ""
    REVIEW = "review"  # the team looks at each message first
    RATE = "rate"  # its key has submitted more in this hour than the team expects of a key


class RecipientKind(TextChoices):
    TO = "to"
    CC = "cc"
    BCC = "bcc"


class RecipientState(TextChoices):
    """Status of one recipient of a message."""

    QUEUED = "queued"
    HELD = "held"
    SCHEDULED = "scheduled"
    SENDING = "sending"  # committed before DATA: what a crash leaves so is in doubt
    DEFERRED = "deferred"
    DELIVERED = "delivered"  # the next hop has taken it over
    BOUNCED = "bounced"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    CANCELLED = "cancelled"
    SANDBOXED = "sandboxed"
    IN_DOUBT = "inDoubt"


# What the sender takes when its time has come.
DUE_STATES = (RecipientState.QUEUED, RecipientState.DEFERRED, RecipientState.SCHEDULED)
# What the queue holds: what is being sent as well, until its lease ends.
CLAIMED_STATES = (*DUE_STATES, RecipientState.SENDING)
# What somebody still has to do something about.
OPEN_STATES = (*DUE_STATES, RecipientState.HELD, RecipientState.SENDING)
# What can still be called off.
CANCELLABLE_STATES = (*DUE_STATES, RecipientState.HELD)


class EventType(TextChoices):
    """Type of an event. Most belong to one recipient; `position` is null if an event belongs to the whole message."""

    ACCEPTED = "accepted"
    HELD = "held"
    RELEASED = "released"
    SCHEDULED = "scheduled"
    CANCELLED = "cancelled"
    DEFERRED = "deferred"
    DELIVERED = "delivered"  # the next hop has taken it over
    BOUNCED = "bounced"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    OPENED = "opened"
    CLICKED = "clicked"
    COMPLAINED = "complained"
    UNSUBSCRIBED = "unsubscribed"
    IN_DOUBT = "inDoubt"
    SANDBOXED = "sandboxed"
    # Told of a submission that never became a message (intake/rejections.py): its `message_id` is its own.
    REFUSED = "refused"


class ExportKind(TextChoices):
    """A row per event, or a row per recipient address."""

    EVENTS = "events"
    RECIPIENTS = "recipients"
