"""Errors of campaigns."""

from server.core.errors import ApiError


class RecipientLabelNotFound(ApiError):
    """ERR-38. The payload has the ids of unknown labels."""

    code = "recipientLabelNotFound"
    status = 400
    message = "A recipient label no longer exists"


class RecipientLabelEmpty(ApiError):
    """ERR-39. No selected label has a contact. The payload has their names."""

    code = "recipientLabelEmpty"
    status = 400
    message = "The recipient labels have no contacts"


class SenderNotChosen(ApiError):
    code = "senderNotChosen"
    status = 400
    message = "Choose a sender"


class UnsubscribeMissing(ApiError):
    """The unsubscribe link is inside a condition, so some recipients would not see it."""

    code = "unsubscribeMissing"
    status = 400
    message = "Move the unsubscribe link out of the condition so every recipient sees it"


class WarningsNotSeen(ApiError):
    """There are warnings that no user has confirmed. The payload has their codes."""

    code = "warningsNotSeen"
    status = 409
    message = "Review the new warnings before sending"
