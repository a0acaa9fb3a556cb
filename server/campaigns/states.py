"""Statuses of campaigns and their transitions (CAMP-05, CAMP-06)."""

from django.db.models import TextChoices

from server.core.transitions import Actions, Transition


class CampaignStatus(TextChoices):
    DRAFT = "DRAFT"
    SCHEDULED = "SCHEDULED"
    SENDING = "SENDING"
    PAUSED = "PAUSED"
    SENT = "SENT"
    CANCELLED = "CANCELLED"
    FAILED = "FAILED"  # the start failed, or no email was accepted


class LinkOutcome(TextChoices):
    """The result of checking an address."""

    ANSWERS = "answers"
    GONE = "gone"  # 404 or 410
    NO_HOST = "noHost"
    REFUSED = "refused"  # not a public address, so unreachable for recipients
    UNKNOWN = "unknown"  # timeout, server error or blocked request


class LinkState(TextChoices):
    """Status of the link check for the current version of the campaign."""

    NONE = "none"  # all links depend on the recipient
    UNASKED = "unasked"
    RUNNING = "running"
    DONE = "done"


class CampaignAction(TextChoices):
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
CAMPAIGN_ACTIONS = Actions(
    {
        CampaignAction.SCHEDULE: Transition(frozenset({DRAFT}), SCHEDULED),
        CampaignAction.RESCHEDULE: Transition(frozenset({SCHEDULED}), SCHEDULED),
        CampaignAction.CANCEL_SCHEDULE: Transition(frozenset({SCHEDULED}), DRAFT),
        CampaignAction.SEND: Transition(frozenset({DRAFT, SCHEDULED}), SENDING),
        CampaignAction.PAUSE: Transition(frozenset({SENDING}), PAUSED),
        CampaignAction.RESUME: Transition(frozenset({PAUSED}), SENDING),
        CampaignAction.STOP: Transition(frozenset({SENDING, PAUSED}), CANCELLED),
        CampaignAction.FINISH: Transition(frozenset({SENDING}), SENT),
        # To recipients with an unconfirmed outcome.
        CampaignAction.SEND_AGAIN: Transition(frozenset({SENT}), SENDING),
        # A test can be paused before its recipients are frozen.
        CampaignAction.FAIL: Transition(frozenset({SCHEDULED, SENDING, PAUSED}), FAILED),
    }
)
FINAL = frozenset({SENT, CANCELLED, FAILED})
# Campaigns that still have to send, whose dependencies cannot be deleted.
UNFINISHED = (SCHEDULED, SENDING, PAUSED)
# Statuses that can no longer send.
DELETABLE = frozenset({DRAFT, SENT, CANCELLED, FAILED})
# Ended campaigns with recipients, which allow a resend to those who did not open.
ENDED = frozenset({SENT, CANCELLED})
