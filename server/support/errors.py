"""What goes wrong in the support console."""

from server.core.errors import ApiError


class OwnAccess(ApiError):
    """The act would cut off the operator who does it: a slip, most likely."""

    code = "ownAccess"
    status = 409
    message = "This would end your own access. Ask another operator to do it"


class LastOperator(ApiError):
    """Nobody would be left who may open the support console."""

    code = "lastOperator"
    status = 409
    message = "This user is the last operator. Add another operator first"


class NotValidated(ApiError):
    """TEAM-184: the operator role opens nothing without a validated address."""

    code = "operatorNotValidated"
    status = 409
    message = "This user’s email address is not verified"
