"""The catalogue of the server against the specification's codes, numbers and texts (requirements 19)."""

import pytest
from django.utils.module_loading import autodiscover_modules

from server.core import errors
from server.core.errors import FieldsInvalid

SPECIFIED = [
    ("badRequest", None, "Bad Request"),
    ("badGateway", None, "Not found"),
    ("noEntity", None, "Data not found."),
    ("sessionExpired", None, "access token missing"),
    ("tokenException", None, "Session expired, please login again"),
    ("tokenExpired", None, "Your token is expired, please revalidate"),
    ("loginException", None, "Email address or password is incorrect"),
    ("emailRegistered", 121, "Email already registered"),
    ("invalidData", 123, "Invalid data format"),
    ("requiredFieldsNotSet", 124, "Some required fields not set"),
    ("passwordInvalid", 125, "Password validation error"),
    ("contactTagUsed", 127, "Contact tag already used"),
    ("importEmpty", 129, "We couldn't find any data in file you has imported"),
    ("captchaInvalid", 414, "Captcha is invalid"),
    ("importNoHeader", 502, "Import file has no header"),
    ("currentPasswordWrong", 550, "The supplied password not correct"),
    ("emailFieldNotFound", 50, "Email field is not found"),
    ("quotaLimitExceeded", 52, "quota limit exceeded"),
    ("storageUsageExceeded", 52, "storage limit exceeded"),
    ("senderUsageExceeded", 52, "sender limit exceeded"),
    ("sendLimitExceeded", 52, "email sent limit exceeded"),
    ("contactLimitExceeded", 52, "contact limit exceeded"),
    ("userSuspended", None, "Your account is suspended"),
    ("serverException", None, "Failed to process your request..."),
    ("notAuthorized", None, "You not authorized to access this resources"),
]


def rows() -> list[dict[str, object]]:
    autodiscover_modules("errors")
    return errors.catalogue()


@pytest.mark.parametrize(("code", "number", "message"), SPECIFIED)
def test_the_catalogue_has_what_the_specification_names(code: str, number: int | None, message: str) -> None:
    found = [(row["number"], row["message"]) for row in rows() if row["code"] == code]

    assert (number, message) in found


@pytest.mark.parametrize(
    "code",
    [
        "userExpired",
        "inProgressException",
        "recipientLabelNotFound",
        "recipientLabelEmpty",
        "emptyRecipient",
        "importFormatError",
        "importHeaderError",
        "importDataError",
        "importDelimiterError",
        "importSizeError",
        "importEncodingError",
        "lastImportNotFinished",
        "invalidExcelFile",
        "labelEmpty",
        "invalidTag",
    ],
)
def test_the_catalogue_has_a_code_for_the_meaning(code: str) -> None:
    assert code in {row["code"] for row in rows()}


def test_a_code_has_one_status_for_one_text() -> None:
    keys = [(row["code"], row["message"]) for row in rows()]

    assert len(keys) == len(set(keys))


def test_the_error_of_a_field_carries_field_value_and_cause() -> None:
    body = FieldsInvalid.of("email", "Give an address such as name@company.com.", "nobody").body()

    assert body == {
        "code": "invalidData",
        "number": 123,
        "message": "Invalid data format",
        "payload": {
            "field": "email",
            "value": "nobody",
            "cause": "Give an address such as name@company.com.",
            "errors": [{"field": "email", "value": "nobody", "cause": "Give an address such as name@company.com."}],
        },
    }
