"""What goes wrong with webhooks, besides their fields."""

from server.core.errors import ApiError


class WebhookLimitReached(ApiError):
    """The team has as many endpoints as it may. The payload carries the limit."""

    code = "webhookLimitReached"
    status = 409
    message = "There are as many webhooks as there may be"


class WebhookIsOff(ApiError):
    """Nothing is posted to an endpoint that is off: it is turned on first."""

    code = "webhookIsOff"
    status = 409
    message = "This webhook is switched off"


class WebhookBusy(ApiError):
    """What was asked for is in line already."""

    code = "webhookBusy"
    status = 409
    message = "This is on its way already"


class WebhookNothingToReplay(ApiError):
    """No event of that time is there to be posted again."""

    code = "webhookNothingToReplay"
    status = 409
    message = "There is nothing to replay in this time"
