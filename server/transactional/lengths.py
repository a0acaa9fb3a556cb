"""Maximum lengths of callers' values, for tables and schemas."""

KEY_NAME_LENGTH = 60
MAX_NETWORKS = 50
SUBJECT_LENGTH = 998  # a line of RFC 5322
TAG_LENGTH = 64
MAX_METADATA = 20  # entries per message
SUBACCOUNT_NAME_LENGTH = 60
LABEL_DESCRIPTION_LENGTH = 200
TEMPLATE_NAME_LENGTH = 100
SLUG_LENGTH = 60
MAX_BODY_DAYS = 30
MAX_QUARANTINE_ABOVE_PER_HOUR = 1_000_000  # messages of a key in an hour
