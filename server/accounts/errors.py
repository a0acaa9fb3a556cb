"""Errors of accounts."""

from server.core.errors import ApiError


class PasswordRejected(ApiError):
    """ERR-101, SESS-92. The payload has the cause."""

    code = "passwordInvalid"
    number = 125
    status = 400
    message = "Password validation error"
    when = "The password is not allowed. The payload states the cause."


class CurrentPasswordWrong(ApiError):
    """ERR-113, SESS-90."""

    code = "currentPasswordWrong"
    number = 550
    status = 400
    message = "The supplied password not correct"
    when = "The current password is incorrect."


class AddressNotValidated(ApiError):
    """ERR-149: the request requires a verified email address."""

    code = "needValidateEmail"
    number = 53
    status = 403
    message = "Process failed, need validate your email"
    when = "The user’s email address is not verified."
