"""The catalogue of the server against the specification's codes, numbers and texts (requirements 19)."""

import ast
import json
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.module_loading import autodiscover_modules

from server.core import errors
from server.core.causes import NOT_EMAIL
from server.core.errors import ApiError, FieldsInvalid
from server.reserved_errors import RESERVED_ERRORS, build_catalogue
from tests.causes import cause_payload

# Requirements 19: the code, its number and its text, for every row that gives one.
SPECIFIED = [
    ("badRequest", None, "Bad Request"),
    ("badGateway", None, "Not found"),
    ("noEntity", None, "Data not found."),
    ("sessionExpired", None, "access token missing"),
    ("tokenException", None, "Session expired, please login again"),
    ("tokenExpired", None, "Your token is expired, please revalidate"),
    ("loginException", None, "Email address or password is incorrect"),
    ("credentialsWrong", 31, "Username or password is not correct"),
    ("sessionEnded", 32, "Your session expired, please relogin"),
    ("roleInvalid", 33, "Role is invalid"),
    ("reloginNeeded", 34, "Your session expired, please relogin"),
    ("ticketClosed", 42, "Ticket already closed"),
    ("senderDomainUnsupported", 43, "Sender domain not yet supported"),
    ("senderDomainMisconfigured", 44, "Misconfigured domain sender"),
    ("formUsed", 45, "Form already used"),
    ("formPublished", 47, "Form already published"),
    ("formsNotPublished", 48, "There are forms in your page that not yet published"),
    ("emailFieldNotFound", 50, "Email field is not found"),
    ("modificationNotAllowed", 51, "Modification not allowed"),
    ("quotaLimitHit", 52, "Proses failed, your quota hits it's limit"),
    ("quotaLimitExceeded", 52, "quota limit exceeded"),
    ("storageUsageExceeded", 52, "storage limit exceeded"),
    ("senderUsageExceeded", 52, "sender limit exceeded"),
    ("publishExceeded", 52, "publish limit exceed"),
    ("sendLimitExceeded", 52, "email sent limit exceeded"),
    ("contactLimitExceeded", 52, "contact limit exceeded"),
    ("needValidateEmail", 53, "Process failed, need validate your email"),
    ("emailRegistered", 121, "Email already registered"),
    ("filenameExists", 122, "Filename already exist"),
    ("invalidData", 123, "Invalid data format"),
    ("requiredFieldsNotSet", 124, "Some required fields not set"),
    ("passwordInvalid", 125, "Password validation error"),
    ("contactTagUsed", 127, "Contact tag already used"),
    ("fileError", 128, "File cannot be processed"),
    ("importEmpty", 129, "We couldn't find any data in file you has imported"),
    ("accountInUse", 130, "Account is in use"),
    ("tryAgain", 131, "try again"),
    ("badPassword", 132, "badPassword"),
    ("accountRegistered", 133, "Account already registered"),
    ("checkAppAndConfirm", 134, "Check your app and confirm"),
    ("alreadyTaken", 135, "alreadyTaken"),
    ("challengeRequired", 138, "challengeRequired"),
    ("imageRatioWrong", 139, "Image ratio must be 1:1, 1.91:1 or 4:5"),
    ("captchaInvalid", 414, "Captcha is invalid"),
    ("importNotValid", 501, "Import file is not valid"),
    ("importNoHeader", 502, "Import file has no header"),
    ("currentPasswordWrong", 550, "The supplied password not correct"),
    ("userSuspended", None, "Your account is suspended"),
    ("serverException", None, "Failed to process your request..."),
    ("notAuthorized", None, "You not authorized to access this resources"),
    ("noDowngrade", None, "downgrade not allowed"),
    ("failedParsingContent", None, "failed to parse web data"),
    ("resetInvalidToken", None, "Link invalid, please retry your request"),
    ("accepted", None, "Your request is processed and will deliver via notification"),
    ("requestAccepted", None, "Your request is processed and will deliver via notification"),
    ("quotaLimit", None, "Failed process, your quota was exceeded"),
    ("overQuota", None, "Quota of {subfeature} on {feature} is exceeded"),
    ("scenarioNorReady", None, "Scenario is incomplete"),
]
# ERR-28 to 75, ERR-144 to 156: meanings with a code and no text in the specification.
MEANT = """
billingAlreadyPaid urlExists spfSingle spfDouble spfNone paymentMethodEmpty domainNotYetValidated
recipientLabelNotFound recipientLabelEmpty formNotFound importFormatError importHeaderError importDataError
importDelimiterError importSizeError importEncodingError lastImportNotFinished promoUsed promoCodeNotFound
promoCodeExpired userExpired scenarioRunning emptyRecipient senderFreeDomain senderOtherDomain schedulePastExpiry
checkInCompanyMismatch checkInAlreadyCheckedIn checkInInvalidData checkInNotACheckInForm teamMemberAlreadyExist
teamMemberReachedLimit slugTaken invalidExcelFile labelEmpty formStillPublished formUsedInAutomation winnerZero
lessThanTenContacts invalidTag trxDomainNotVerified waitDownloadReport securityCode checkSettings invalidUser
captionTooLong credentialUpdateFailed verifyException statsTimeout countTimeout fetchTimeout submissionExpired
inProgressException
"""


def load_errors() -> None:
    """As the export of the contracts does: both APIs import the errors outside the apps' errors.py."""
    import_module("server.api")
    import_module("server.trx_api")
    autodiscover_modules("errors")


def rows() -> list[dict[str, object]]:
    load_errors()
    return build_catalogue()


@pytest.mark.parametrize(("code", "number", "message"), SPECIFIED)
def test_the_catalogue_has_what_the_specification_names(code: str, number: int | None, message: str) -> None:
    found = [(row["number"], row["message"]) for row in rows() if row["code"] == code]

    assert (number, message) in found


@pytest.mark.parametrize("code", MEANT.split())
def test_the_catalogue_has_a_code_for_the_meaning(code: str) -> None:
    assert code in {row["code"] for row in rows()}


def server_errors() -> list[type[ApiError]]:
    load_errors()
    return [error for error in errors.list_classes() if error.__module__.startswith(("server.", "realtime.", "tasks."))]


def test_a_reserved_error_has_no_class_yet() -> None:
    """The change that adds the app deletes its rows in server/reserved_errors.py."""
    declared = {error.code for error in server_errors()}

    assert [reserved.code for reserved in RESERVED_ERRORS if reserved.code in declared] == []
    assert len({reserved.code for reserved in RESERVED_ERRORS}) == len(RESERVED_ERRORS)


def test_a_reserved_error_names_an_app_of_the_plan() -> None:
    apps = {app for row in json.loads((settings.ROOT / "docs" / "layers.json").read_text())["apps"] for app in row}

    assert {reserved.app for reserved in RESERVED_ERRORS} <= apps


def test_every_error_class_is_raised_somewhere() -> None:
    """Read from the syntax trees. An error that no code raises yet is a row of server/reserved_errors.py, not a
    class."""
    used = set().union(*(_raised_in(ast.parse(path.read_text())) for path in _sources()))

    assert sorted(error.__name__ for error in server_errors() if error.__name__ not in used) == []


def _sources() -> list[Path]:
    return [path for part in ("server", "realtime", "tasks") for path in (settings.ROOT / part).rglob("*.py")]


def _raised_in(tree: ast.AST) -> set[str]:
    """Names in expressions that create or pass a value: neither imported, caught nor derived from."""
    names: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ExceptHandler | ast.ClassDef):
            names |= set().union(*(_raised_in(inner) for inner in node.body), set())
        else:
            if isinstance(node, ast.Name):
                names.add(node.id)
            elif isinstance(node, ast.Attribute):
                names.add(node.attr)
            names |= _raised_in(node)
    return names


def test_a_code_has_one_status_for_one_text() -> None:
    keys = [(row["code"], row["message"]) for row in rows()]

    assert len(keys) == len(set(keys))


def test_the_error_of_a_field_carries_field_value_and_cause() -> None:
    body = FieldsInvalid.of("email", NOT_EMAIL, "nobody", example="name@company.com").body()

    assert body == {
        "code": "invalidData",
        "number": 123,
        "message": "Invalid data format",
        "payload": {
            "field": "email",
            "value": "nobody",
            "cause": "Enter an email address such as name@company.com.",
            "causeCode": "notEmail",
            "causeParams": {"example": "name@company.com"},
            "errors": [cause_payload("email", NOT_EMAIL, "nobody", example="name@company.com")],
        },
    }
