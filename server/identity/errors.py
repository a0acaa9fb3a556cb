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
    when = "The token from the email is unknown, expired or already used."


class NoTeam(ApiError):
    """The user belongs to no team, so there is nothing to sign in to."""

    code = "noTeam"
    status = 403
    message = "You are not a member of any team"


class SignInConfirm(ApiError):
    """SESS-58: the team wants to be asked before a second sign-in; `logoutFromOthers` ends the first."""

    code = "signInConfirmException"
    status = 409
    message = "This account is signed in on another device"


class SignInDenied(ApiError):
    """SESS-59: the team allows one sign-in at a time."""

    code = "signInConfirmMode1Exception"
    status = 409
    message = "This account is signed in on another device. Only one session at a time is allowed"


class OtpInvalid(ApiError):
    """The code is not the one that is awaited, or it was used before."""

    code = "otpInvalid"
    status = 400
    message = "This code is not correct"


class OtpExpired(ApiError):
    """The mailed code is past its five minutes or its five tries: a new one is needed."""

    code = "otpExpired"
    status = 400
    message = "This code has expired. Request a new one"


class OtpTooSoon(ApiError):
    """A code was mailed less than a minute ago. The payload carries `retryAfterSeconds`."""

    code = "otpTooSoon"
    status = 429
    message = "A code was just sent. Wait a minute before you request another"


class ResetTokenInvalid(ApiError):
    """ERR-131: a reset link that is past its time, was used, or never was."""

    code = "resetInvalidToken"
    status = 410
    message = "Link invalid, please retry your request"
    when = "The token from the email is unknown, expired or already used."
