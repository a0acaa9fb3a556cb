"""What goes wrong with senders."""

from server.core.errors import ApiError


class SenderExists(ApiError):
    """The team has a sender with this address already."""

    code = "senderExists"
    status = 409
    message = "A sender with this address already exists"


class SenderNotValidated(ApiError):
    """The owner of the address has not yet confirmed it, so that nothing can be sent from it."""

    code = "senderNotValidated"
    status = 409
    message = "The sender is not yet validated"


class SenderAlreadyValidated(ApiError):
    """There is nothing left to confirm."""

    code = "senderAlreadyValidated"
    status = 409
    message = "The sender is already validated"
