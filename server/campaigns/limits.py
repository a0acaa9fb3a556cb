"""Bounds of what a campaign holds, and the forms of content it knows."""

from django.db.models import TextChoices

NAME_LENGTH = 200
SUBJECT_LENGTH = 500
PREHEADER_LENGTH = 300
CATEGORY_LENGTH = 60
BODY_LENGTH = 500_000  # characters, as delivery's grammar allows
MOST_LABELS = 100
MOST_SEGMENTS = 50
MOST_TEST_ADDRESSES = 10
TEST_MARK = "[Test] "  # before the subject of a test


class CampaignKind(TextChoices):
    """What a campaign is on the wire: `email` under email-marketing/, `abTest` under ab-test/."""

    EMAIL = "email"
    AB_TEST = "abTest"


class ContentKind(TextChoices):
    """Markdown goes into a starter template; HTML stands by itself."""

    MARKDOWN = "markdown"
    HTML = "html"


class StarterName(TextChoices):
    """The starter templates that delivery draws for Markdown."""

    LETTER = "letter"
    NEWS = "news"
    NOTICE = "notice"
