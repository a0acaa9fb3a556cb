"""The catalogue of errors for the client: those of all classes, and those that the specification reserves.

No code raises a reserved error yet, but the client already has its text. The change that adds the app declares the
class in its errors.py and deletes the row here. A test rejects a code in both places, and a class that is never raised.
"""

from dataclasses import dataclass
from typing import Any

from server.core import errors


@dataclass(frozen=True, slots=True)
class ReservedError:
    """An error that `app` will raise."""

    app: str
    code: str
    status: int
    message: str
    number: int | None = None


RESERVED_ERRORS: tuple[ReservedError, ...] = (
    ReservedError("identity", "sessionEnded", 401, "Your session expired, please relogin", 32),
    ReservedError("identity", "reloginNeeded", 401, "Your session expired, please relogin", 34),
    ReservedError("identity", "credentialsWrong", 401, "Username or password is not correct", 31),
    ReservedError("identity", "verifyException", 400, "This could not be verified"),
    ReservedError("teams", "roleInvalid", 422, "Role is invalid", 33),
    ReservedError("teams", "teamMemberAlreadyExist", 409, "member already exists"),
    ReservedError("teams", "teamMemberReachedLimit", 403, "member limit reached"),
    ReservedError("teams", "memberNotModifiable", 403, "Not allowed to modify"),
    ReservedError("plans", "noDowngrade", 409, "downgrade not allowed"),
    ReservedError("plans", "quotaLimit", 403, "Failed process, your quota was exceeded"),
    ReservedError("plans", "quotaLimitHit", 403, "Proses failed, your quota hits it's limit", 52),
    ReservedError("plans", "overQuota", 403, "Quota of {subfeature} on {feature} is exceeded"),
    ReservedError("contacts", "importNotValid", 422, "Import file is not valid", 501),
    ReservedError("contacts", "importException", 422, "Import file is not valid"),
    ReservedError("media", "storageUsageExceeded", 403, "storage limit exceeded", 52),
    ReservedError("media", "fileError", 422, "File cannot be processed", 128),
    ReservedError("media", "filenameExists", 409, "Filename already exist", 122),
    ReservedError("media", "imageRatioWrong", 422, "Image ratio must be 1:1, 1.91:1 or 4:5", 139),
    ReservedError("media", "pictureNotChosen", 422, "Choose an image"),
    ReservedError("templates", "failedParsingContent", 422, "failed to parse web data"),
    ReservedError("templates", "modificationNotAllowed", 403, "Modification not allowed", 51),
    ReservedError("campaigns", "schedulePastExpiry", 422, "schedule past expiry"),
    ReservedError("automations", "scenarioNorReady", 409, "Scenario is incomplete"),
    ReservedError("automations", "scenarioRunning", 409, "scenario running"),
    ReservedError("reports", "statsTimeout", 503, "stats timeout"),
    ReservedError("reports", "fetchTimeout", 503, "fetch timeout"),
    ReservedError("reports", "requestAccepted", 409, "Your request is processed and will deliver via notification"),
    ReservedError("pages", "publishExceeded", 403, "publish limit exceed", 52),
    ReservedError("pages", "slugTaken", 409, "slug taken"),
    ReservedError("pages", "urlExists", 409, "url exists"),
    ReservedError("pages", "formsNotPublished", 409, "There are forms in your page that not yet published", 48),
    ReservedError("pages", "gone", 410, "This no longer exists"),
    ReservedError("pages", "themeNotChosen", 422, "Choose a theme"),
    ReservedError("forms", "submissionExpired", 410, "This form no longer accepts responses"),
    ReservedError("forms", "formNotFound", 410, "form not found"),
    ReservedError("forms", "formStillPublished", 409, "form still published"),
    ReservedError("forms", "formUsedInAutomation", 409, "form used in automation"),
    ReservedError("forms", "formUsed", 409, "Form already used", 45),
    ReservedError("forms", "formPublished", 409, "Form already published", 47),
    ReservedError("checkin", "checkInCompanyMismatch", 409, "check-in company mismatch"),
    ReservedError("checkin", "checkInAlreadyCheckedIn", 409, "check-in already checked in"),
    ReservedError("checkin", "checkInInvalidData", 422, "check-in invalid data"),
    ReservedError("checkin", "checkInNotACheckInForm", 422, "check-in not a check-in form"),
    ReservedError("billing", "billingAlreadyPaid", 409, "billing already paid"),
    ReservedError("billing", "paymentMethodEmpty", 422, "payment method empty"),
    ReservedError("billing", "promoUsed", 409, "promo used"),
    ReservedError("billing", "promoCodeNotFound", 422, "promo not found"),
    ReservedError("billing", "promoCodeExpired", 410, "promo expired"),
    ReservedError("tickets", "ticketClosed", 409, "Ticket already closed", 42),
    ReservedError("social", "accountInUse", 409, "Account is in use", 130),
    ReservedError("social", "tryAgain", 409, "try again", 131),
    ReservedError("social", "badPassword", 422, "badPassword", 132),
    ReservedError("social", "invalidUser", 422, "invalidUser", 132),
    ReservedError("social", "accountRegistered", 409, "Account already registered", 133),
    ReservedError("social", "checkAppAndConfirm", 409, "Check your app and confirm", 134),
    ReservedError("social", "alreadyTaken", 409, "alreadyTaken", 135),
    ReservedError("social", "challengeRequired", 409, "challengeRequired", 138),
    ReservedError("social", "securityCode", 422, "security code", 138),
    ReservedError("social", "checkSettings", 409, "check settings", 131),
    ReservedError("social", "captionTooLong", 422, "caption max 280", 131),
    ReservedError("social", "credentialUpdateFailed", 409, "credential update failed", 131),
)


def build_catalogue() -> list[dict[str, Any]]:
    """Every error, sorted by code. `awaits` is the app of a reserved one.

    Classes that share a code have the same status.
    """
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for error in errors.list_classes():
        row = {"code": error.code, "number": error.number, "status": error.status, "message": error.message}
        rows[error.code, error.message] = row | {"awaits": None}
    for reserved in RESERVED_ERRORS:
        row = {"code": reserved.code, "number": reserved.number, "status": reserved.status, "message": reserved.message}
        rows.setdefault((reserved.code, reserved.message), row | {"awaits": reserved.app})
    return [rows[key] for key in sorted(rows)]
