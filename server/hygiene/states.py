"""What the sunset rule does, and how far a run of it is."""

from django.db.models import TextChoices


class SunsetAct(TextChoices):
    """What is done to contacts who don't read any more."""

    LABEL = "label"
    SUPPRESS = "suppress"
    UNSUBSCRIBE = "unsubscribe"


class RunState(TextChoices):
    """RUNNING ends as DONE or FAILED; a DONE one may be undone for a day."""

    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"
    UNDOING = "UNDOING"
    UNDONE = "UNDONE"
