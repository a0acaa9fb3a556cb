"""States of messages and of their recipients, and the moves between them."""

from collections.abc import Mapping

from django.db.models import TextChoices


class Via(TextChoices):
    """The door that a message came in by."""

    SMTP = "smtp"
    HTTP = "http"


class Scope(TextChoices):
    """What an API key may be used for."""

    SEND = "send"
    READ = "read"
    MANAGE = "manage"


class MessageState(TextChoices):
    """How far a message is as a whole; of each recipient its own state tells."""

    ACCEPTED = "accepted"
    HELD = "held"
    SCHEDULED = "scheduled"
    FINISHED = "finished"  # no recipient waits any more


MESSAGE_MOVES: Mapping[MessageState, frozenset[MessageState]] = {
    MessageState.HELD: frozenset({MessageState.ACCEPTED, MessageState.SCHEDULED, MessageState.FINISHED}),
    MessageState.SCHEDULED: frozenset({MessageState.ACCEPTED, MessageState.FINISHED}),
    MessageState.ACCEPTED: frozenset({MessageState.FINISHED}),
    MessageState.FINISHED: frozenset(),
}


class HoldReason(TextChoices):
    """Why a message waits for a person."""

    NONE = ""
    REVIEW = "review"  # the team looks at each message first
    RATE = "rate"  # its key has handed in more in this hour than the team expects of one


class RecipientKind(TextChoices):
    TO = "to"
    CC = "cc"
    BCC = "bcc"


class RecipientState(TextChoices):
    """What has become of one recipient of a message."""

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

RECIPIENT_MOVES: Mapping[RecipientState, frozenset[RecipientState]] = {
    RecipientState.HELD: frozenset(
        {RecipientState.QUEUED, RecipientState.SCHEDULED, RecipientState.CANCELLED, RecipientState.SUPPRESSED}
    ),
    RecipientState.SCHEDULED: frozenset(
        {RecipientState.SENDING, RecipientState.CANCELLED, RecipientState.SUPPRESSED, RecipientState.SANDBOXED}
    ),
    RecipientState.QUEUED: frozenset(
        {
            RecipientState.SENDING,
            RecipientState.CANCELLED,
            RecipientState.SUPPRESSED,
            RecipientState.FAILED,
            RecipientState.SANDBOXED,
        }
    ),
    RecipientState.DEFERRED: frozenset(
        {RecipientState.SENDING, RecipientState.CANCELLED, RecipientState.SUPPRESSED, RecipientState.FAILED}
    ),
    RecipientState.SENDING: frozenset(
        {
            RecipientState.DELIVERED,
            RecipientState.DEFERRED,
            RecipientState.BOUNCED,
            RecipientState.FAILED,
            RecipientState.SUPPRESSED,
            RecipientState.IN_DOUBT,
            RecipientState.QUEUED,
        }
    ),
    RecipientState.IN_DOUBT: frozenset({RecipientState.DELIVERED, RecipientState.BOUNCED, RecipientState.FAILED}),
    # A bounce mail may come after the next hop had taken it.
    RecipientState.DELIVERED: frozenset({RecipientState.BOUNCED}),
    RecipientState.BOUNCED: frozenset(),
    RecipientState.FAILED: frozenset(),
    RecipientState.SUPPRESSED: frozenset(),
    RecipientState.CANCELLED: frozenset(),
    RecipientState.SANDBOXED: frozenset(),
}


class EventType(TextChoices):
    """Each is told of one recipient, but for what happens to a message as a whole: then `position` is null."""

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
    # Told of a submission that never became a message (services/refusals.py): its `message_id` is its own.
    REFUSED = "refused"


class ExportKind(TextChoices):
    """What is written: a line for each event, or for each address that was written to."""

    EVENTS = "events"
    RECIPIENTS = "recipients"
