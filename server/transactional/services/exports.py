"""Exports of events and recipients, from the request to the file."""

import csv
import io
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final
from uuid import UUID

from django.db import transaction

from server.activity.services import record
from server.contacts.states import BulkState, ExportFormat
from server.core import clock, rooms
from server.core.events import publish
from server.core.exports import lifecycle
from server.core.exports.files import BOM, ExportColumn, open_truncated, sync, write_workbook
from server.core.exports.formula_escaping import escape_formulas
from server.core.exports.lifecycle import ExportLifecycle
from server.core.jobs import Claim
from server.core.task_states import TaskState
from server.teams.models import Team
from server.teams.time_zones import parse_zone
from server.transactional import export_headings, search_periods
from server.transactional.bindings import Binding
from server.transactional.events import ExportFinished
from server.transactional.identities import Actor
from server.transactional.models import EventExport
from server.transactional.selectors import events as selectors
from server.transactional.services import live
from server.transactional.services.downloads import FILES
from server.transactional.sql import exporting
from server.transactional.states import ExportKind

MAX_LISTED_EXPORTS: Final = 20


def start(
    kind: ExportKind,
    *,
    query: str,
    start: datetime | None,
    end: datetime | None,
    file_format: ExportFormat,
    by: Actor,
) -> EventExport:
    """Requests an export of a search in a period; a job creates the file.

    Raises ExportUnfinished while one of its kind is being created, SearchInvalid, FieldsInvalid for its period, and
    StorageFull.
    """
    team = Team.objects.get(pk=by.team_id)
    window = search_periods.resolve_period(team.pk, start=start, end=end)
    selectors.build_search_filter(Binding(team.pk), query)
    row = EventExport(
        team_id=team.pk,
        user_id=by.user_id,
        fullname=by.fullname,
        kind=kind,
        format=file_format,
        query=query,
        start=window.start,
        end=window.end,
        zone=str(parse_zone(team.timezone)),
        created_at=clock.now(),
    )
    with transaction.atomic():
        lifecycle.start(row)
    return row


def list_newest(team_id: UUID) -> Sequence[EventExport]:
    return list(EventExport.objects.for_team(team_id).order_by("-created_at", "-pk")[:MAX_LISTED_EXPORTS])


def run(*, team_id: UUID, export_id: UUID, claim: Claim) -> None:
    """Creates the file. No-op if the export has ended. Raises LeaseLost."""
    row = EXPORTS.find_running(team_id=team_id, export_id=export_id)
    if row is not None:
        EXPORTS.create(row, claim, lambda path: _write(row, path, claim))


def _write(row: EventExport, path: Path, claim: Claim) -> int:
    language = Team.objects.values_list("language", flat=True).get(pk=row.team_id)
    columns = [
        ExportColumn(name, export_headings.get_heading(name, language), name in exporting.NUMBERS)
        for name in exporting.COLUMNS[ExportKind(row.kind)]
    ]
    is_csv = row.format == ExportFormat.CSV
    lines_at = path if is_csv else path.with_suffix(".making-lines")
    with open_truncated(lines_at, 0) as file, transaction.atomic():
        if is_csv:
            file.write(_format_heading(columns))
        names = [column.name for column in columns]

        def write(lines: exporting.Lines) -> None:
            # A workbook stores texts as texts, which can't run.
            file.writelines(escape_formulas(lines, names) if is_csv else lines)

        total = exporting.write_lines(
            row.team_id,
            kind=ExportKind(row.kind),
            wanted=selectors.build_search_filter(Binding(row.team_id), row.query),
            start=row.start,
            end=row.end,
            zone=row.zone,
            write=write,
        )
        sync(file)
    claim.renew()
    if not is_csv:
        write_workbook(lines_at, path, columns, lambda _: claim.renew())
        lines_at.unlink()
    return total


def _format_heading(columns: Sequence[ExportColumn]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([column.title for column in columns])
    return BOM + text.getvalue().encode()


def _publish_finished(row: EventExport) -> None:
    event = ExportFinished(
        file_id=row.pk,
        kind=ExportKind(row.kind),
        format=ExportFormat(row.format),
        state=BulkState(row.state),
        total=row.rows,
        revision=row.revision,
    )
    publish(event, rooms=[rooms.team(row.team_id), live.get_room(row.team_id)])
    if row.state == TaskState.DONE:
        record(team_id=row.team_id, reference="transactional-message", action="EXPORT", name=FILES.name_of(row), by=row)


EXPORTS = ExportLifecycle(EventExport, FILES, on_end=_publish_finished)
