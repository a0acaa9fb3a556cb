"""Errors of the support console."""

from server.core.errors import ApiError


class OwnAccess(ApiError):
    """The action would lock out the operator who requests it, most likely by mistake."""

    code = "ownAccess"
    status = 409
    message = "This would end your own access. Ask another operator to do it"


class LastOperator(ApiError):
    """The action would leave no user with access to the support console."""

    code = "lastOperator"
    status = 409
    message = "This user is the last operator. Add another operator first"


class NotValidated(ApiError):
    """TEAM-184: the operator role requires a validated address."""

    code = "operatorNotValidated"
    status = 409
    message = "This user’s email address is not verified"
