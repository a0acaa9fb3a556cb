"""Causes of validation errors of contacts, lists and imports."""

from server.core.causes import define

UNKNOWN_CUSTOM_FIELD = define("unknownCustomField", "This custom field does not exist. Choose another one.")
NOT_DATE_WITH_TIME = define("notDateWithTime", "Enter a date and a time such as 2026-01-31 09:30.")
NOT_CHOICES = define("notChoices", "Enter a list of choices.")
TIME_ZONE_NAME_UNKNOWN = define("timeZoneNameUnknown", "Choose a time zone such as {example}.")
UNKNOWN_COLUMNS = define("unknownColumns", "At least one column does not exist. Choose other columns.")
UNKNOWN_COLUMN = define("unknownColumn", "This column does not exist. Choose another one.")
UNKNOWN_SHEET = define("unknownSheet", "This sheet does not exist. Choose another one.")
INVALID_CONTACTS_CURSOR = define(
    "invalidContactsCursor", "Enter the `next` value from the previous page, with the same sort order."
)
INVALID_TIMELINE_CURSOR = define("invalidTimelineCursor", "Enter the `next` value from the previous page.")
UNKNOWN_LABELS = define("unknownLabels", "At least one label does not exist. Choose other labels.")
LABEL_REQUIRED = define("labelRequired", "Choose a label.")
CONSENT_NOTES_REQUIRED = define("consentNotesRequired", "Enter how these contacts gave their consent.")
CONSENT_NOTE_REQUIRED = define("consentNoteRequired", "Enter how this contact gave consent.")
NO_CHOICES = define("noChoices", "Enter at least one choice.")
CHOICE_SEPARATOR = define(
    "choiceSeparator", "Choices of a multiple-choice field must not contain a semicolon or a vertical bar."
)
TOO_MANY_MAPPINGS = define("tooManyMappings", "Delete a saved mapping before you save another one.")
SAME_CONTACT = define("sameContact", "Choose another contact.")
FIELD_NOT_ON_OTHER_CONTACT = define("fieldNotOnOtherContact", "Choose fields that the other contact has.")
PAUSE_DAYS_INVALID = define("daysNotOffered", "Choose one of these periods, in days: {choices}.")
EMAIL_NOT_REPEATED = define("emailNotRepeated", "Enter the email address of this contact.")
TOO_MANY_TOPICS = define("tooManyTopics", "Delete a topic first. A team can have at most {max} topics.")
TOO_MANY_VIEWS = define("tooManyViews", "Delete a view first. You can have at most {max} views.")
FILE_REQUIRED = define("fileRequired", "Choose a file.")
UNKNOWN_ENCODING = define("unknownEncoding", "Choose {encoding}, or leave this field out.")
IDS_OR_FILTER_REQUIRED = define("idsOrFilterRequired", "Enter ids or a filter.")
