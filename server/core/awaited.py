"""Failures of the specification that nothing raises yet, with the area that is going to.

The client knows their texts already. Who builds the area declares the class in its errors.py and deletes the row
here: a test refuses a code that stands in both places, and a class that nothing raises.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Awaited:
    """One failure to come. `area` is the app that will raise it."""

    area: str
    code: str
    status: int
    message: str
    number: int | None = None


AWAITED: tuple[Awaited, ...] = (
    Awaited("identity", "sessionEnded", 401, "Your session expired, please relogin", 32),
    Awaited("identity", "reloginNeeded", 401, "Your session expired, please relogin", 34),
    Awaited("identity", "credentialsWrong", 401, "Username or password is not correct", 31),
    Awaited("identity", "verifyException", 400, "This could not be verified"),
    Awaited("teams", "roleInvalid", 422, "Role is invalid", 33),
    Awaited("teams", "teamMemberAlreadyExist", 409, "member already exists"),
    Awaited("teams", "teamMemberReachedLimit", 403, "member limit reached"),
    Awaited("teams", "memberNotModifiable", 403, "Not allowed to modify"),
    Awaited("plans", "noDowngrade", 409, "downgrade not allowed"),
    Awaited("plans", "quotaLimit", 403, "Failed process, your quota was exceeded"),
    Awaited("plans", "quotaLimitHit", 403, "Proses failed, your quota hits it's limit", 52),
    Awaited("plans", "overQuota", 403, "Quota of {subfeature} on {feature} is exceeded"),
    Awaited("contacts", "importNotValid", 422, "Import file is not valid", 501),
    Awaited("contacts", "importException", 422, "Import file is not valid"),
    Awaited("media", "fileError", 422, "File cannot be processed", 128),
    Awaited("media", "filenameExists", 409, "Filename already exist", 122),
    Awaited("media", "imageRatioWrong", 422, "Image ratio must be 1:1, 1.91:1 or 4:5", 139),
    Awaited("media", "pictureNotChosen", 422, "Choose an image"),
    Awaited("template_manager", "failedParsingContent", 422, "failed to parse web data"),
    Awaited("template_manager", "modificationNotAllowed", 403, "Modification not allowed", 51),
    Awaited("campaigns", "schedulePastExpiry", 422, "schedule past expiry"),
    Awaited("automations", "scenarioNorReady", 409, "Scenario is incomplete"),
    Awaited("automations", "scenarioRunning", 409, "scenario running"),
    Awaited("reports", "statsTimeout", 503, "stats timeout"),
    Awaited("reports", "fetchTimeout", 503, "fetch timeout"),
    Awaited("reports", "requestAccepted", 409, "Your request is processed and will deliver via notification"),
    Awaited("pages", "publishExceeded", 403, "publish limit exceed", 52),
    Awaited("pages", "slugTaken", 409, "slug taken"),
    Awaited("pages", "urlExists", 409, "url exists"),
    Awaited("pages", "formsNotPublished", 409, "There are forms in your page that not yet published", 48),
    Awaited("pages", "gone", 410, "This no longer exists"),
    Awaited("pages", "themeNotChosen", 422, "Choose a theme"),
    Awaited("forms", "submissionExpired", 410, "This form no longer accepts responses"),
    Awaited("forms", "formNotFound", 410, "form not found"),
    Awaited("forms", "formStillPublished", 409, "form still published"),
    Awaited("forms", "formUsedInAutomation", 409, "form used in automation"),
    Awaited("forms", "formUsed", 409, "Form already used", 45),
    Awaited("forms", "formPublished", 409, "Form already published", 47),
    Awaited("checkin", "checkInCompanyMismatch", 409, "check-in company mismatch"),
    Awaited("checkin", "checkInAlreadyCheckedIn", 409, "check-in already checked in"),
    Awaited("checkin", "checkInInvalidData", 422, "check-in invalid data"),
    Awaited("checkin", "checkInNotACheckInForm", 422, "check-in not a check-in form"),
    Awaited("billing", "billingAlreadyPaid", 409, "billing already paid"),
    Awaited("billing", "paymentMethodEmpty", 422, "payment method empty"),
    Awaited("billing", "promoUsed", 409, "promo used"),
    Awaited("billing", "promoCodeNotFound", 422, "promo not found"),
    Awaited("billing", "promoCodeExpired", 410, "promo expired"),
    Awaited("tickets", "ticketClosed", 409, "Ticket already closed", 42),
    Awaited("social", "accountInUse", 409, "Account is in use", 130),
    Awaited("social", "tryAgain", 409, "try again", 131),
    Awaited("social", "badPassword", 422, "badPassword", 132),
    Awaited("social", "invalidUser", 422, "invalidUser", 132),
    Awaited("social", "accountRegistered", 409, "Account already registered", 133),
    Awaited("social", "checkAppAndConfirm", 409, "Check your app and confirm", 134),
    Awaited("social", "alreadyTaken", 409, "alreadyTaken", 135),
    Awaited("social", "challengeRequired", 409, "challengeRequired", 138),
    Awaited("social", "securityCode", 422, "security code", 138),
    Awaited("social", "checkSettings", 409, "check settings", 131),
    Awaited("social", "captionTooLong", 422, "caption max 280", 131),
    Awaited("social", "credentialUpdateFailed", 409, "credential update failed", 131),
)
