"""Errors of signing in."""

from server.core.errors import ApiError


class SignInFailed(ApiError):
    """ERR-21, ERR-135. The same error whether or not the address exists."""

    code = "loginException"
    status = 401
    message = "Email address or password is incorrect"


class EmailRegistered(ApiError):
    """ERR-96, ERR-137. The status is 405, as in the specification's table of statuses (ERR-25)."""

    code = "emailRegistered"
    number = 121
    status = 405
    message = "Email already registered"


class CaptchaInvalid(ApiError):
    """ERR-94. The payload's `account` is true if the account requires more work than the solution has."""

    code = "captchaInvalid"
    number = 414
    status = 400
    message = "Captcha is invalid"


class EmailedTokenExpired(ApiError):
    """ERR-37: the emailed link has expired, was used, or never existed."""

    code = "tokenExpired"
    status = 410
    message = "Your token is expired, please revalidate"
    when = "The token from the email is unknown, expired or already used."


class NoTeam(ApiError):
    """The user belongs to no team and cannot sign in."""

    code = "noTeam"
    status = 403
    message = "You are not a member of any team"


class SignInConfirm(ApiError):
    """SESS-58: the team requires a confirmation of a second sign-in. `logoutFromOthers` ends the first."""

    code = "signInConfirmException"
    status = 409
    message = "This account is signed in on another device"


class SignInDenied(ApiError):
    """SESS-59: the team allows one sign-in at a time."""

    code = "signInConfirmMode1Exception"
    status = 409
    message = "This account is signed in on another device. Only one session at a time is allowed"


class OtpInvalid(ApiError):
    """The code is wrong or was used before."""

    code = "otpInvalid"
    status = 400
    message = "This code is not correct"


class OtpExpired(ApiError):
    """The emailed code has reached five minutes or five attempts. A new one is needed."""

    code = "otpExpired"
    status = 400
    message = "This code has expired. Request a new one"


class OtpTooSoon(ApiError):
    """A code was emailed less than a minute ago. The payload carries `retryAfterSeconds`."""

    code = "otpTooSoon"
    status = 429
    message = "A code was just sent. Wait a minute before you request another"


class ResetTokenInvalid(ApiError):
    """ERR-131: the reset link has expired, was used, or never existed."""

    code = "resetInvalidToken"
    status = 410
    message = "Link invalid, please retry your request"
    when = "The token from the email is unknown, expired or already used."
