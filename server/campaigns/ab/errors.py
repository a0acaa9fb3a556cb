"""Errors of A/B tests."""

from server.core.errors import ApiError


class WinnerZero(ApiError):
    """ERR-70, CAMP-13. The variants' shares leave no recipients for the winner."""

    code = "winnerZero"
    status = 400
    message = "The winner must get more than 0% of the recipients"


class LessThanTenContacts(ApiError):
    """ERR-71, CAMP-14. The payload has the `count` of recipients, or the `labels` with fewer contacts."""

    code = "lessThanTenContacts"
    status = 400
    message = "An A/B test needs at least 10 contacts"


class WinnerMissing(ApiError):
    """The test ended before a winner was chosen, so there is no text to resend."""

    code = "winnerMissing"
    status = 409
    message = "This A/B test ended without a winner"
