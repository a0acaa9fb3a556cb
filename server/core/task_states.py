"""States of the tasks that members start and wait for: exports, report files, bulk operations."""

from django.db.models import TextChoices


class TaskState(TextChoices):
    """RUNNING changes once, to one of the other states."""

    RUNNING = "RUNNING"
    DONE = "DONE"
    STOPPED = "STOPPED"
    FAILED = "FAILED"
