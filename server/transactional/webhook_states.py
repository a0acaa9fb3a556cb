"""States of what is told to webhooks, and what can come of a try."""

from django.db.models import TextChoices

TEST_TYPE = "test"
URL_LENGTH = 2_048
DESCRIPTION_LENGTH = 200
RESPONSE_BYTES = 4_096  # of what is answered, and shown of what is posted


class DeliveryState(TextChoices):
    """Status of the delivery of an event to one endpoint."""

    WAITING = "waiting"  # to be tried when it is due
    SENDING = "sending"  # in the hands of a process, for the time of its lease
    DELIVERED = "delivered"
    FAILED = "failed"  # every try was used up; it can be replayed
    HELD = "held"  # the endpoint was off when it came or has been turned off since; it can be replayed


class DisabledReason(TextChoices):
    """Why an endpoint is turned off."""

    PERSON = "person"
    GONE = "gone"  # it answered 410
    FAILING = "failing"  # nothing has come through for days


class WebhookOutcome(TextChoices):
    """Result of an attempt."""

    DELIVERED = "delivered"  # a status of 200 to 299
    REFUSED = "refused"  # another status
    REDIRECTED = "redirected"  # a status of 300 to 399: not followed
    GONE = "gone"  # 410
    TOO_SLOW = "tooSlow"
    UNREACHABLE = "unreachable"  # no connection, or no trustworthy one
    UNKNOWN_HOST = "unknownHost"
    NOT_ALLOWED = "notAllowed"  # the name leads to no address of the open web
    BROKEN = "broken"  # what came back was no HTTP
