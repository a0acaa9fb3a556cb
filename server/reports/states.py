"""Types, bot modes and formats of reports."""

from enum import StrEnum

from django.db.models import TextChoices


class ReportType(TextChoices):
    """Areas with reports."""

    # REP-16

    EMAIL = "email-marketing"
    AB_TEST = "ab-test"


# Client path of each type's reports.
SCREENS = {ReportType.EMAIL: "campaigns/{}", ReportType.AB_TEST: "ab-tests/{}/report"}


class ReportFormat(TextChoices):
    """File format of a report."""

    CSV = "csv"
    XLSX = "xlsx"
    PDF = "pdf"


class BotMode(StrEnum):
    """Whether opens and clicks include bots."""

    EXCLUDE = "exclude"
    INCLUDE = "include"


class Engagement(StrEnum):
    """Whether opens or clicks are counted."""

    OPENS = "opens"
    CLICKS = "clicks"


class ReportRecipientState(StrEnum):
    """The outcome of a recipient’s email, or an action of the recipient."""

    SENT = "sent"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    SKIPPED = "skipped"
    IN_DOUBT = "inDoubt"
    WAITING = "waiting"
    DELIVERED = "delivered"
    BOUNCED = "bounced"
    OPENED = "opened"
    NOT_OPENED = "notOpened"
    CLICKED = "clicked"
    UNSUBSCRIBED = "unsubscribed"
    COMPLAINED = "complained"


class LivePart(StrEnum):
    """A part of a report that changes while a campaign runs."""

    BASIC = "basic"
    COMPARE = "compare"
    PEAK = "peak"
    LINK = "link"
    DEVICE = "device"
    BROWSER = "browser"
    LOCATION = "location"
    DOMAIN = "domain"
    BOUNCE = "bounce"
    LEAVING = "leaving"
