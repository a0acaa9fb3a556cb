"""States of campaigns and the moves between them (CAMP-05, CAMP-06)."""

from django.db.models import TextChoices

from server.core.transitions import Actions, Step


class CampaignStatus(TextChoices):
    DRAFT = "DRAFT"
    SCHEDULED = "SCHEDULED"
    SENDING = "SENDING"
    PAUSED = "PAUSED"
    SENT = "SENT"
    CANCELLED = "CANCELLED"
    FAILED = "FAILED"  # could not begin, or not one mail could be sent


class LinkOutcome(TextChoices):
    """What an address of a campaign answered."""

    ANSWERS = "answers"
    GONE = "gone"  # 404 or 410
    NO_HOST = "noHost"
    REFUSED = "refused"  # no address of the open web: nobody outside gets there
    UNKNOWN = "unknown"  # too slow, an error of the server's own, or it doesn't let itself be asked


class LinkState(TextChoices):
    """Status of the link check for the current version of the campaign."""

    NONE = "none"  # it has no links that are the same for everybody
    UNASKED = "unasked"
    RUNNING = "running"
    DONE = "done"


class Move(TextChoices):
    SCHEDULE = "schedule"
    RESCHEDULE = "reschedule"
    CANCEL_SCHEDULE = "cancel-schedule"
    SEND = "send"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    FINISH = "finish"
    SEND_AGAIN = "send-again"
    FAIL = "fail"


DRAFT, SCHEDULED, SENDING, PAUSED, SENT, CANCELLED, FAILED = CampaignStatus
MOVES = Actions(
    {
        Move.SCHEDULE: Step(frozenset({DRAFT}), SCHEDULED),
        Move.RESCHEDULE: Step(frozenset({SCHEDULED}), SCHEDULED),
        Move.CANCEL_SCHEDULE: Step(frozenset({SCHEDULED}), DRAFT),
        Move.SEND: Step(frozenset({DRAFT, SCHEDULED}), SENDING),
        Move.PAUSE: Step(frozenset({SENDING}), PAUSED),
        Move.RESUME: Step(frozenset({PAUSED}), SENDING),
        Move.STOP: Step(frozenset({SENDING, PAUSED}), CANCELLED),
        Move.FINISH: Step(frozenset({SENDING}), SENT),
        # To recipients with an unknown outcome.
        Move.SEND_AGAIN: Step(frozenset({SENT}), SENDING),
        # A test may be paused before its recipients are known.
        Move.FAIL: Step(frozenset({SCHEDULED, SENDING, PAUSED}), FAILED),
    }
)
FINAL = frozenset({SENT, CANCELLED, FAILED})
# What mail is still to leave for, so that what it needs can't be taken away.
UNDER_WAY = (SCHEDULED, SENDING, PAUSED)
# What may be deleted: nothing that could still send.
DELETABLE = frozenset({DRAFT, SENT, CANCELLED, FAILED})
# What was sent to somebody and is over, so that whoever did not open it can be written to again.
OVER = frozenset({SENT, CANCELLED})
