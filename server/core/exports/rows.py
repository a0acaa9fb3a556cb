"""The row of an exported file."""

from typing import ClassVar, TypeVar
from uuid import UUID

from django.db import models

from server.core.ids import uuid7
from server.core.task_states import TaskState
from server.core.teamscope import TeamManager


class ExportRow(models.Model):
    """A file from its request to its end. Subclasses add `team`, the choices of `format`, and the contents.

    A unique constraint of the subclass over RUNNING rows decides which of them exclude each other.
    """

    job: ClassVar[str]  # name of the job that creates the file
    team_id: UUID

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    format = models.CharField(max_length=4)
    # The time zone of the file's contents and of the day in its name.
    zone = models.CharField(max_length=60)
    state = models.CharField(max_length=7, choices=TaskState, default=TaskState.RUNNING)
    rows = models.BigIntegerField(default=0)  # in the file, without headings; 0 if rows are not counted
    size_bytes = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=200, default="")
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    # The file can be downloaded until then. Null without a file.
    expires_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        abstract = True


Row = TypeVar("Row", bound=ExportRow)
