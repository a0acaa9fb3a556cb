"""Causes of errors in messages, templates and settings of transactional email."""

from server.core.causes import define

PERIOD_TOO_LONG = define("periodTooLong", "Choose a period of at most two years.")
NO_VERIFIED_DOMAIN = define("noVerifiedDomain", "Verify a domain first. You cannot send from any domain yet.")
NOT_RECIPIENTS_OF_MESSAGE = define("notRecipientsOfMessage", "Choose only recipients of this message.")
EXPIRY_OUT_OF_RANGE = define("expiryOutOfRange", "Choose a date in the future, up to the year 9999.")
NOT_NETWORK = define("notNetwork", "Enter IP addresses or networks such as {example}.")
NOT_BASE64 = define("notBase64", "Enter the file in Base64.")
UNKNOWN_DOMAINS = define("unknownDomains", "Choose only domains of this team.")
TOO_MANY_SEARCHES = define("tooManySearches", "Delete a saved search first. A team can have at most {max}.")
SUBJECT_REQUIRED = define("subjectRequired", "Enter a subject.")
CONTENT_REQUIRED = define("contentRequired", "Enter HTML or plain text.")
NOT_SLUG = define("notSlug", "Enter lowercase letters and digits, separated by single hyphens.")
NOT_PRINTABLE = define("notPrintable", "Enter a name with printable characters only.")
NOT_YES_OR_NO = define("notYesOrNo", "Enter yes or no.")
INVALID_DATE_TIME = define("notMoment", "Enter a date and time such as {example}.")
UNIT_TOO_FINE = define("unitTooFine", "Choose days as the unit for a period longer than two months.")
RECIPIENT_COUNT = define("recipientCount", "Enter 1 to {max} recipients.")
INVALID_METADATA = define(
    "invalidMetadata",
    "Enter at most {max} entries. Names can have letters, digits, hyphens and underscores. "
    "Values can have at most {maxCharacters} characters.",
)
TOO_FAR_AHEAD = define("tooFarAhead", "Choose a time within the next {max} days.")
NOT_JSON_DATA = define("notJsonData", "Enter a JSON object, either directly or in Base64.")
TEMPLATE_HEADER_REQUIRED = define("templateHeaderRequired", "Enter the template ID in X-Template.")
PREVIEW_DATA_TOO_LARGE = define(
    "previewDataTooLarge", "Save this data as the test data of the draft. It is too large to preview directly."
)
DATA_TOO_DEEP = define("dataTooDeep", "The data must be nested at most {max} levels deep.")
DATA_CHARACTER_INVALID = define("dataCharacterInvalid", "The data must not contain null characters or invalid Unicode.")
DATA_TOO_LARGE = define("dataTooLarge", "The JSON data must be at most {max} bytes.")
TOO_MANY_PROPERTIES = define("tooManyProperties", "Enter at most {max} properties.")
RECIPIENTS_TWICE = define("recipientsTwice", "Enter either `to`, `cc` and `bcc`, or `recipients`.")
CONTENT_TWICE = define("contentTwice", "Enter either a template, or `subject`, `html` and `text`.")
CONTENT_OR_TEMPLATE_REQUIRED = define("contentOrTemplateRequired", "Enter html, text or a template.")
RESEND_SELECTION_INVALID = define("resendSelectionInvalid", "Enter either `deliveryId`, or `from` and `to`.")
