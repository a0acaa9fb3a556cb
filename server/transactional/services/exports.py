"""Files of events and of recipients, from the decision to the end.

A job makes each at once and whole: killed at any moment it is made anew, and its row ends once.
"""

import csv
import io
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

from server.activity.services import record
from server.contacts.states import BulkState, ExportFormat
from server.core import clock, disk_space, jobs, rooms
from server.core.errors import ExportUnfinished, NotFound
from server.core.events import publish
from server.core.exports.files import BOM, Column, open_at, settle, write_workbook
from server.core.exports.guard import guarded
from server.core.jobs import Claim
from server.teams.models import Team
from server.teams.zones import zone_of
from server.transactional import export_words, windows
from server.transactional.bindings import Binding
from server.transactional.events import ExportFinished
from server.transactional.identities import Actor
from server.transactional.models import EventExport
from server.transactional.schemas.events import ExportIn
from server.transactional.selectors import events as selectors
from server.transactional.services import live
from server.transactional.services.downloads import FILES
from server.transactional.sql import exporting
from server.transactional.states import ExportKind

JOB: Final = "transactional.make_file"
KEEP: Final = timedelta(hours=24)
MOST_LISTED: Final = 20


def start(kind: ExportKind, wanted: ExportIn, *, by: Actor) -> EventExport:
    """Decides on a file; a job makes it.

    Raises ExportUnfinished while one of its kind is being made, SearchInvalid, FieldsInvalid for its period, and
    StorageFull.
    """
    disk_space.check_files()
    team = Team.objects.get(pk=by.team_id)
    window = windows.window_of(team.pk, start=wanted.start, end=wanted.end)
    selectors.wanted_by(Binding(team.pk), wanted.q)
    row = EventExport(
        team_id=team.pk,
        user_id=by.user_id,
        fullname=by.fullname,
        kind=kind,
        format=wanted.format,
        query=wanted.q,
        start=window.start,
        end=window.end,
        zone=str(zone_of(team.timezone)),
        created_at=clock.now(),
    )
    with transaction.atomic():
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except IntegrityError as error:
            raise ExportUnfinished from error
        jobs.enqueue(JOB, key=f"trx-export:{row.pk}", team_id=str(row.team_id), file_id=str(row.pk))
    return row


def newest(team_id: UUID) -> Sequence[EventExport]:
    """The newest files of a team."""
    return list(EventExport.objects.for_team(team_id).order_by("-created_at", "-pk")[:MOST_LISTED])


def run(*, team_id: UUID, file_id: UUID, claim: Claim) -> None:
    """Makes the file. Harmless for one that has ended. Raises LeaseLost."""
    row = EventExport.objects.for_team(team_id).filter(pk=file_id, state=BulkState.RUNNING).first()
    if row is None:
        return
    # Files of this attempt's own at first: another worker may still be at it.
    made = FILES.folder_of(row.pk) / f"{claim.fence}.making"
    total = _write(row, made, claim)
    with transaction.atomic():
        claim.hold()
        held = _held(team_id, file_id)
        if held.state != BulkState.RUNNING:
            return
        made.replace(FILES.path_of(held))
        held.size_bytes = FILES.path_of(held).stat().st_size
        held.expires_at = clock.now() + KEEP
        held.total = total
        _end(held, BulkState.DONE)
        finished = EventExport.objects.for_team(team_id).filter(expires_at__gt=clock.now())
        FILES.expire_excess(finished.order_by("-finished_at"))
    for left in made.parent.glob("*.making*"):
        left.unlink(missing_ok=True)


def _write(row: EventExport, made: Path, claim: Claim) -> int:
    """Writes the file; how many lines it has."""
    language = Team.objects.values_list("language", flat=True).get(pk=row.team_id)
    columns = [
        Column(name, export_words.heading(name, language), name in exporting.NUMBERS)
        for name in exporting.COLUMNS[ExportKind(row.kind)]
    ]
    is_csv = row.format == ExportFormat.CSV
    lines_at = made if is_csv else made.with_suffix(".making-lines")
    with open_at(lines_at, 0) as file, transaction.atomic():
        if is_csv:
            file.write(_heading(columns))
        names = [column.name for column in columns]

        def write(lines: exporting.Lines) -> None:
            # A workbook holds texts as texts, where nothing runs.
            file.writelines(guarded(lines, names) if is_csv else lines)

        total = exporting.write_lines(
            row.team_id,
            kind=ExportKind(row.kind),
            wanted=selectors.wanted_by(Binding(row.team_id), row.query),
            start=row.start,
            end=row.end,
            zone=row.zone,
            write=write,
        )
        settle(file)
    claim.renew()
    if not is_csv:
        write_workbook(lines_at, made, columns, lambda _: claim.renew())
        lines_at.unlink()
        with made.open("r+b") as file:
            file.seek(0, 2)
            settle(file)
    return total


def _heading(columns: Sequence[Column]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([column.title for column in columns])
    return BOM + text.getvalue().encode()


def fail(*, team_id: UUID, file_id: UUID, reason: str) -> None:
    """Ends one that is being made as failed; there is no file then."""
    with transaction.atomic():
        row = _held(team_id, file_id)
        if row.state == BulkState.RUNNING:
            row.reason = reason[:200]
            _end(row, BulkState.FAILED)
            transaction.on_commit(lambda: FILES.discard(row.pk))


def forget_old() -> None:
    """Drops the files that are past their time, or ended without one, of all teams."""
    FILES.forget_old(lambda row: row.state == BulkState.RUNNING)


def _held(team_id: UUID, file_id: UUID) -> EventExport:
    row = EventExport.objects.for_team(team_id).select_for_update().filter(pk=file_id).first()
    if row is None:
        raise NotFound
    return row


def _end(row: EventExport, state: BulkState) -> None:
    row.state, row.finished_at = state, clock.now()
    row.revision += 1
    row.save()
    told = ExportFinished(
        file_id=row.pk,
        kind=ExportKind(row.kind),
        format=ExportFormat(row.format),
        state=state,
        total=row.total,
        revision=row.revision,
    )
    publish(told, rooms=[rooms.team(row.team_id), live.room(row.team_id)])
    if state == BulkState.DONE:
        record(team_id=row.team_id, reference="contact", action="EXPORT", name=FILES.name_of(row), by=row)
