"""What goes wrong with A/B tests."""

from server.core.errors import ApiError


class WinnerZero(ApiError):
    """ERR-70, CAMP-13. The shares of the variants leave nobody for the winner."""

    code = "winnerZero"
    status = 400
    message = "The winner must get more than 0% of the recipients"


class LessThanTenContacts(ApiError):
    """ERR-71, CAMP-14. The payload has the `count` of recipients, or the `labels` that hold fewer contacts."""

    code = "lessThanTenContacts"
    status = 400
    message = "An A/B test needs at least 10 contacts"


class WinnerMissing(ApiError):
    """The test was over before a winner was chosen: nobody has said which of its texts is to go on."""

    code = "winnerMissing"
    status = 409
    message = "This A/B test ended without a winner"
