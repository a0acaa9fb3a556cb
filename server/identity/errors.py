"""What goes wrong on the way in."""

from server.core.errors import ApiError


class SignInFailed(ApiError):
    """ERR-21, ERR-135. Says the same whether the address exists or not."""

    code = "loginException"
    status = 401
    message = "Email address or password is incorrect"


class EmailRegistered(ApiError):
    """ERR-96, ERR-137; 405 as the specification's table of statuses has it (ERR-25)."""

    code = "emailRegistered"
    number = 121
    status = 405
    message = "Email already registered"


class CaptchaInvalid(ApiError):
    """ERR-94. The payload's `account` is true where the account asks for more work than was done."""

    code = "captchaInvalid"
    number = 414
    status = 400
    message = "Captcha is invalid"


class MailedTokenExpired(ApiError):
    """ERR-37: a mailed link that is past its time, was used, or never was."""

    code = "tokenExpired"
    status = 410
    message = "Your token is expired, please revalidate"


class NoTeam(ApiError):
    """The user belongs to no team, so there is nothing to sign in to."""

    code = "noTeam"
    status = 403
    message = "You are not a member of any team"
