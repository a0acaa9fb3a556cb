"""What goes wrong with webhooks, besides their fields."""

from server.core.errors import ApiError


class WebhookLimitReached(ApiError):
    """The team has as many endpoints as it may. The payload carries the limit."""

    code = "webhookLimitReached"
    status = 409
    message = "Your team has reached its webhook limit"


class WebhookIsOff(ApiError):
    """Nothing is posted to an endpoint that is off: it is turned on first."""

    code = "webhookIsOff"
    status = 409
    message = "This webhook is turned off. Turn it on first"


class WebhookBusy(ApiError):
    """What was asked for is in line already."""

    code = "webhookBusy"
    status = 409
    message = "This event is already queued"


class WebhookNothingToReplay(ApiError):
    """No event of that time is there to be posted again."""

    code = "webhookNothingToReplay"
    status = 409
    message = "There are no events to replay in this period"
