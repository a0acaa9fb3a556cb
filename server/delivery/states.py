"""Why an address is not written to, and who says so."""

from django.db.models import TextChoices


class SuppressionReason(TextChoices):
    """Why an address is suppressed."""

    UNSUBSCRIBED = "unsubscribed"
    HARD_BOUNCE = "hardBounce"
    COMPLAINT = "complaint"
    MANUAL = "manual"
    SUNSET = "sunset"  # has not read for long (server/hygiene)
    SOFT_BOUNCE = "softBounce"  # refused for now too often


class SuppressionSource(TextChoices):
    """How an address was added to the suppression list."""

    MAIL = "mail"  # what a recipient, or the receiving side, answered to a mail
    PERSON = "person"
    IMPORT = "import"
    API = "api"
    RULE = "rule"  # a standing rule of the team


class FeedbackKind(TextChoices):
    """The kind of feedback received about an email."""

    BOUNCE = "bounce"
    COMPLAINT = "complaint"


class PauseReason(TextChoices):
    """Why marketing email was paused."""

    BOUNCES = "bounces"
    COMPLAINTS = "complaints"
