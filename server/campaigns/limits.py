"""Limits of campaign fields, and the content types."""

from django.db.models import TextChoices

KIND_LENGTH = 8
EMAIL = "email"  # the kind of a regular campaign
NAME_LENGTH = 200
SUBJECT_LENGTH = 500
PREHEADER_LENGTH = 300
CATEGORY_LENGTH = 60
BODY_LENGTH = 500_000  # characters, the limit of the delivery grammar
PLAIN_LENGTH = 100_000
MAX_LABELS = 100
MAX_SEGMENTS = 50
MAX_TEST_ADDRESSES = 10
MAX_DAYS_AHEAD = 366  # from today
MIN_PER_HOUR = 10
MAX_PER_HOUR = 1_000_000
MAX_THROTTLED_DAYS = 30  # later, the campaign would be outdated
MAX_REVISION = 2**31 - 1
FAILURE_LENGTH = 40  # an error code
MAX_CHECKED_LINKS = 100  # per campaign
TEST_MARK = "[Test] "  # prefix of the subject of a test email


class ContentKind(TextChoices):
    """`markdown` is rendered into a starter template, `html` is sent as it is, and a `document` is built in the email
    editor.
    """

    MARKDOWN = "markdown"
    HTML = "html"
    DOCUMENT = "document"


class ScheduleZone(TextChoices):
    """Whose time zone applies to the schedule."""

    TEAM = "team"
    CONTACT = "contact"


class Newsletter(TextChoices):
    """Starter templates for a new document."""

    HARVEST = "harvest"
    PRODUCT_NEWS = "productNews"
    EVENT = "event"


class StarterName(TextChoices):
    """Starter templates for Markdown content."""

    LETTER = "letter"
    NEWS = "news"
    NOTICE = "notice"
