"""What reports are of, and what is made of them."""

from django.db.models import TextChoices


class ReportType(TextChoices):
    """REP-16. The areas whose reports there are."""

    EMAIL = "email-marketing"
    AB_TEST = "ab-test"


# Where each type's reports are shown.
SCREENS = {ReportType.EMAIL: "campaigns/{}", ReportType.AB_TEST: "ab-tests/{}/report"}


class ReportFormat(TextChoices):
    """What a report is written as."""

    CSV = "csv"
    XLSX = "xlsx"
    PDF = "pdf"
