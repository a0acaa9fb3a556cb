"""Actions of the sunset rule and states of its runs."""

from django.db.models import TextChoices


class SunsetAction(TextChoices):
    """The action applied to inactive contacts."""

    LABEL = "label"
    SUPPRESS = "suppress"
    UNSUBSCRIBE = "unsubscribe"


class SunsetRunState(TextChoices):
    """RUNNING ends as DONE or FAILED. The changes of either can be undone for one day."""

    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"
    UNDOING = "UNDOING"
    UNDONE = "UNDONE"
