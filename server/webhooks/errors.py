"""Errors of webhooks, besides those of fields."""

from server.core.errors import ApiError


class WebhookLimitReached(ApiError):
    """The team has the maximum number of endpoints. The payload carries the limit."""

    code = "webhookLimitReached"
    status = 409
    message = "Your team has reached its webhook limit"


class WebhookIsOff(ApiError):
    """Nothing is replayed to a disabled endpoint."""

    code = "webhookIsOff"
    status = 409
    message = "This webhook is turned off. Turn it on first"


class WebhookBusy(ApiError):
    """The delivery, or a test, is queued already."""

    code = "webhookBusy"
    status = 409
    message = "This event is already queued"


class WebhookNothingToReplay(ApiError):
    """The period has no deliveries to replay."""

    code = "webhookNothingToReplay"
    status = 409
    message = "There are no events to replay in this period"
