"""States of endpoints and deliveries, and the outcomes of attempts."""

from django.db.models import TextChoices

TEST_KIND = "webhook.test"
OWNER_LENGTH = 30
URL_LENGTH = 2_048
DESCRIPTION_LENGTH = 200
LABEL_LENGTH = 320
MAX_STORED_BYTES = 4_096  # of a response, and shown of a request


class DeliveryState(TextChoices):
    """Status of the delivery of an event to one endpoint."""

    WAITING = "waiting"  # queued until it is due
    SENDING = "sending"  # leased by a process
    DELIVERED = "delivered"
    FAILED = "failed"  # every attempt failed; it can be replayed
    HELD = "held"  # the endpoint was disabled on arrival or later; it can be replayed


class DisabledReason(TextChoices):
    """Why an endpoint is turned off."""

    PERSON = "person"
    GONE = "gone"  # it responded with 410
    FAILING = "failing"  # every attempt has failed for days


class WebhookOutcome(TextChoices):
    """Result of an attempt."""

    DELIVERED = "delivered"  # a status of 200 to 299
    REFUSED = "refused"  # another status
    REDIRECTED = "redirected"  # a status of 300 to 399: not followed
    GONE = "gone"  # 410
    TOO_SLOW = "tooSlow"
    UNREACHABLE = "unreachable"  # no connection, or no trusted certificate
    UNKNOWN_HOST = "unknownHost"
    NOT_ALLOWED = "notAllowed"  # the name has no public address
    BROKEN = "broken"  # the response is not HTTP
