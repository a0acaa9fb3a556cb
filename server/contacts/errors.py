"""Errors of contacts, labels, custom fields and imports."""

from server.core.errors import ApiError
from server.plans.errors import QuotaExceeded


class ContactExists(ApiError):
    code = "contactExists"
    status = 409
    message = "A contact with this email address already exists"


class TopicExists(ApiError):
    code = "topicExists"
    status = 409
    message = "A topic with this name already exists"


class LabelEmpty(ApiError):
    """ERR-67: cleaning leaves the name empty (CONT-49)."""

    code = "labelEmpty"
    status = 422
    message = "Enter a label name with letters, digits, spaces or hyphens"


class LabelExists(ApiError):
    """ERR-112."""

    code = "contactTagUsed"
    number = 127
    status = 409
    message = "Contact tag already used"
    when = "A label with this name already exists."


class TagInvalid(ApiError):
    """ERR-72, CONT-60."""

    code = "invalidTag"
    status = 422
    message = "This name cannot be used as a merge tag"
    when = "The name has no letters from a to z or starts with a digit, so it can’t be used in merge tags."


class FieldExists(ApiError):
    code = "customFieldExists"
    status = 409
    message = "A custom field with this name already exists"


class FieldBusy(ApiError):
    """A conversion of the field's values to another type is still running."""

    code = "customFieldBusy"
    status = 409
    message = "This custom field is being converted. Try again when it is done"


class ImportEmpty(ApiError):
    """ERR-111: the file is empty or has only a header."""

    code = "importEmpty"
    number = 129
    status = 422
    message = "We couldn't find any data in file you has imported"
    when = "The file is empty or has only a header."


class ImportHeaderMissing(ApiError):
    """ERR-116: the first row holds data."""

    code = "importNoHeader"
    number = 502
    status = 422
    message = "Import file has no header"


class ImportHeaderInvalid(ApiError):
    """ERR-42, CONT-50: a repeated column name, or too many columns."""

    code = "importHeaderError"
    number = 501
    status = 422
    message = "The header row of the import file is not valid"


class ImportFormatInvalid(ApiError):
    """ERR-41, CONT-51: the file is not a text table."""

    code = "importFormatError"
    number = 503
    status = 422
    message = "The format of the import file is not valid"


class ImportDelimiterInvalid(ApiError):
    """ERR-44, CONT-52."""

    code = "importDelimiterError"
    number = 501
    status = 422
    message = "Separate the columns with commas, semicolons, tabs or pipes"


class ImportBusy(ApiError):
    """The parsers are busy with other files. The payload has `retryAfterSeconds`."""

    code = "importBusy"
    status = 429
    message = "Other files are being read right now. Try again in a few seconds"


class ImportEncodingInvalid(ApiError):
    """ERR-46, CONT-53."""

    code = "importEncodingError"
    number = 503
    status = 422
    message = "Save the import file as UTF-8 or UTF-16"


class ImportDataInvalid(ApiError):
    """ERR-43. The payload has `line`, the number of the invalid line."""

    code = "importDataError"
    number = 503
    status = 422
    message = "The data of the import file is not valid"


class ImportSizeInvalid(ApiError):
    """ERR-45, CONT-54. The payload has `limitBytes`, unless processing the file takes too much time or memory."""

    code = "importSizeError"
    number = 501
    status = 413
    message = "The import file is too large"


class ImportRowCountInvalid(ApiError):
    """CONT-56: more rows than the plan's contact limit. The payload has `rows` and `limit`."""

    code = "importRowCountError"
    number = 501
    status = 422
    message = "The import file has more rows than your plan’s contact limit allows"


class ImportExcelInvalid(ApiError):
    """ERR-66, CONT-57."""

    code = "invalidExcelFile"
    number = 128
    status = 422
    message = "This is not a valid Excel file"


class ImportEmailMissing(ApiError):
    """ERR-117: no column is mapped to the email address."""

    code = "emailFieldNotFound"
    number = 50
    status = 422
    message = "Email field is not found"
    when = "No column is mapped to the email address."


class ImportMappingInvalid(ApiError):
    """A column is mapped to an unknown target, or two columns to the same target."""

    code = "importMappingError"
    status = 422
    message = "Map each column to a different existing field"


class ImportUnfinished(ApiError):
    """ERR-47, CONT-58."""

    code = "lastImportNotFinished"
    status = 409
    message = "Another import is still running. Wait until it is finished"


class ImportUndoLate(ApiError):
    """Import changes are retained for one day."""

    code = "importUndoLate"
    status = 409
    message = "This import can no longer be undone. An import can be undone only within 24 hours"


class DeletionUndoLate(ApiError):
    """Deleted contacts are retained for ten minutes."""

    code = "deletionUndoLate"
    status = 409
    message = "These contacts can no longer be restored. A deletion can be undone only within 10 minutes"


class ImportMappingExists(ApiError):
    code = "importMappingExists"
    status = 409
    message = "A saved mapping with this name already exists"


class ImportConsentMissing(ApiError):
    """CONT-63."""

    code = "importConsentMissing"
    status = 422
    message = "Confirm that these contacts have agreed to receive emails from you"


class RequestAccepted(ApiError):
    """ERR-20: not a failure. The work continues in the background and ends with a notification."""

    code = "accepted"
    status = 202
    message = "Your request is processed and will deliver via notification"
    when = "The file is being created. The user gets a notification when it is ready."


class TesterExists(ApiError):
    code = "contactTesterExists"
    status = 409
    message = "This address is already a tester"


class ViewExists(ApiError):
    code = "contactViewExists"
    status = 409
    message = "You already have a view with this name"


class ContactLimitExceeded(QuotaExceeded):
    """ERR-48, ERR-153."""

    code = "contactLimitExceeded"
    message = "contact limit exceeded"
    when = "The request exceeds the contact limit of the plan."
