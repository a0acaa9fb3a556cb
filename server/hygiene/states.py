"""What the sunset rule does, and how far a run of it is."""

from django.db.models import TextChoices


class SunsetAct(TextChoices):
    """The action applied to inactive contacts."""

    LABEL = "label"
    SUPPRESS = "suppress"
    UNSUBSCRIBE = "unsubscribe"


class RunState(TextChoices):
    """RUNNING ends as DONE or FAILED. A DONE run can be undone for one day."""

    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"
    UNDOING = "UNDOING"
    UNDONE = "UNDONE"
