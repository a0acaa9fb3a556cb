"""What reports are of, and what is made of them."""

from django.db.models import TextChoices


class ReportType(TextChoices):
    """Areas with reports."""

    # REP-16

    EMAIL = "email-marketing"
    AB_TEST = "ab-test"


# Where each type's reports are shown.
SCREENS = {ReportType.EMAIL: "campaigns/{}", ReportType.AB_TEST: "ab-tests/{}/report"}


class ReportFormat(TextChoices):
    """File format of a report."""

    CSV = "csv"
    XLSX = "xlsx"
    PDF = "pdf"
