"""Why an address is not written to, and who says so."""

from django.db.models import TextChoices


class SuppressionReason(TextChoices):
    """Why an address is not written to."""

    UNSUBSCRIBED = "unsubscribed"
    HARD_BOUNCE = "hardBounce"
    COMPLAINT = "complaint"
    MANUAL = "manual"
    SUNSET = "sunset"  # has not read for long (server/hygiene)


class SuppressionSource(TextChoices):
    """Where the word came from."""

    MAIL = "mail"  # what a recipient, or the receiving side, answered to a mail
    PERSON = "person"
    IMPORT = "import"
    API = "api"
    RULE = "rule"  # a standing rule of the team
