"""What goes wrong with campaigns."""

from server.core.errors import ApiError


class RecipientLabelNotFound(ApiError):
    """ERR-38. The payload lists the ids that are no labels of the team."""

    code = "recipientLabelNotFound"
    status = 400
    message = "A recipient label no longer exists"


class RecipientLabelEmpty(ApiError):
    """ERR-39. None of the chosen labels has a contact; the payload lists their names."""

    code = "recipientLabelEmpty"
    status = 400
    message = "The recipient labels have no contacts"


class SenderNotChosen(ApiError):
    """A campaign can't start without a sender."""

    code = "senderNotChosen"
    status = 400
    message = "Choose a sender"


class UnsubscribeMissing(ApiError):
    """Not every recipient would find the way out: the unsubscribe address stands in a condition."""

    code = "unsubscribeMissing"
    status = 400
    message = "Move the unsubscribe link out of the condition so every recipient sees it"


class WarningsNotSeen(ApiError):
    """There are warnings that nobody has seen yet. The payload lists their codes."""

    code = "warningsNotSeen"
    status = 409
    message = "Review the new warnings before sending"
