"""Exports from the request to the end.

A job creates each file. Every attempt first writes a file of its own, since another worker might still be running. The
holder of the job's lease moves the file into place, in the transaction that ends the row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, Generic
from uuid import UUID

from django.db import IntegrityError, transaction

from server.core import clock, disk_space, jobs
from server.core.errors import ExportUnfinished, NotFound
from server.core.exports.downloads import Downloads
from server.core.exports.files import sync
from server.core.exports.rows import ExportRow, Row
from server.core.jobs import Claim
from server.core.task_states import TaskState

RETENTION: Final = timedelta(hours=24)


def start(row: ExportRow) -> None:
    """Stores a new row with the job that creates its file, in the caller's transaction.

    Raises StorageFull, and ExportUnfinished while another export that excludes it is running.
    """
    disk_space.check_files()
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:
        raise ExportUnfinished from error
    jobs.enqueue(row.job, key=build_job_key(row), team_id=str(row.team_id), export_id=str(row.pk))


def build_job_key(row: ExportRow) -> str:
    return f"{row.job}:{row.pk}"


@dataclass(frozen=True)
class ExportLifecycle(Generic[Row]):
    """The exports of one kind.

    `on_end` runs in the transaction that ends a row: it publishes, notifies and records.
    """

    model: type[Row]
    files: Downloads[Row]
    on_end: Callable[[Row], None]

    def handle_jobs(self, run: Callable[..., None]) -> None:
        """Registers `run` for the jobs. After the last attempt the export has failed."""

        def on_failure(*, team_id: str, export_id: str, reason: str, **_: Any) -> None:
            self.fail(team_id=UUID(team_id), export_id=UUID(export_id), reason=reason)

        @jobs.handler(self.model.job, is_long=True, on_failure=on_failure)
        def handle(*, team_id: str, export_id: str, claim: Claim, **_: Any) -> None:
            run(team_id=UUID(team_id), export_id=UUID(export_id), claim=claim)

    def find_running(self, *, team_id: UUID, export_id: UUID) -> Row | None:
        return self.model.objects.for_team(team_id).filter(pk=export_id, state=TaskState.RUNNING).first()

    def lock(self, *, team_id: UUID, export_id: UUID) -> Row:
        """The row, locked until the transaction ends. Raises NotFound."""
        row = self.model.objects.for_team(team_id).select_for_update().filter(pk=export_id).first()
        if row is None:
            raise NotFound
        return row

    def attempt_path(self, row: Row, claim: Claim) -> Path:
        return self.files.folder_of(row.pk) / f"{claim.fence}.making"

    def create(self, row: Row, claim: Claim, write: Callable[[Path], int]) -> None:
        """Creates the whole file at once: `write` writes it and returns its number of rows.

        Does nothing if the row has ended. Raises LeaseLost.
        """
        path = self.attempt_path(row, claim)
        path.parent.mkdir(parents=True, exist_ok=True)
        rows = write(path)
        with path.open("rb") as file:
            sync(file)
        with transaction.atomic():
            claim.hold()
            locked = self.lock(team_id=row.team_id, export_id=row.pk)
            if locked.state != TaskState.RUNNING:
                return
            self.finish(locked, path, rows=rows)
        for left in path.parent.glob("*.making*"):
            left.unlink(missing_ok=True)

    def finish(self, row: Row, path: Path, *, rows: int) -> None:
        """Moves the file of a locked row into place, ends the row, and expires the team's files above their limit."""
        target = self.files.path_of(row)
        if path != target:
            path.replace(target)
        now = clock.now()
        row.rows, row.size_bytes, row.expires_at = rows, target.stat().st_size, now + RETENTION
        self._end(row, TaskState.DONE)
        finished = self.model.objects.for_team(row.team_id).filter(expires_at__gt=now)
        self.files.expire_excess(finished.order_by("-finished_at"))

    def stop(self, row: Row) -> None:
        self._abandon(row, TaskState.STOPPED)

    def fail(self, *, team_id: UUID, export_id: UUID, reason: str) -> None:
        """Ends a running export as failed, without a file. Does nothing if it has ended. Raises NotFound."""
        with transaction.atomic():
            row = self.lock(team_id=team_id, export_id=export_id)
            self._abandon(row, TaskState.FAILED, reason=reason[:200])

    def purge_expired(self) -> None:
        self.files.purge_expired(is_running=lambda row: row.state == TaskState.RUNNING)

    def _abandon(self, row: Row, state: TaskState, *, reason: str = "") -> None:
        if row.state == TaskState.RUNNING:
            row.reason = reason
            self._end(row, state)
            transaction.on_commit(lambda: self.files.discard(row.pk))

    def _end(self, row: Row, state: TaskState) -> None:
        row.state, row.finished_at = state, clock.now()
        row.revision += 1
        row.save()
        self.on_end(row)
