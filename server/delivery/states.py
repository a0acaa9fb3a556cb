"""Reasons and sources of suppressions."""

from django.db.models import TextChoices


class SuppressionReason(TextChoices):
    """Why an address is suppressed."""

    UNSUBSCRIBED = "unsubscribed"
    HARD_BOUNCE = "hardBounce"
    COMPLAINT = "complaint"
    MANUAL = "manual"
    SUNSET = "sunset"  # has not opened or clicked for a long time (server/hygiene)
    SOFT_BOUNCE = "softBounce"  # too many temporary rejections


class SuppressionSource(TextChoices):
    """How an address was added to the suppression list."""

    MAIL = "mail"  # the recipient or the receiving server, in response to an email
    PERSON = "person"
    IMPORT = "import"
    API = "api"
    RULE = "rule"  # an automatic rule of the team


class FeedbackKind(TextChoices):
    """The kind of feedback received about an email."""

    BOUNCE = "bounce"
    COMPLAINT = "complaint"


class PauseReason(TextChoices):
    """Why marketing email was paused."""

    BOUNCES = "bounces"
    COMPLAINTS = "complaints"
