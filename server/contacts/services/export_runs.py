"""Runs an export in batches.

Each batch is one transaction that stores the last id and the file length, fenced by the job's lease. After a crash, it
continues after the last committed batch. A workbook is built from the complete rows file and replaces it.
"""

import csv
import io
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO, Protocol
from uuid import UUID

import polars as pl
from django.db import transaction

from server.contacts import events, export_columns, rule_selection
from server.contacts.export_columns import ExportFormatting
from server.contacts.filters import ContactFilter
from server.contacts.models import ContactExport, CustomField
from server.contacts.selectors import contacts as selectors
from server.contacts.selectors import funnel
from server.contacts.services import exports, field_conversions, selections, subject_data
from server.contacts.services.export_downloads import FILES, ROWS
from server.contacts.services.exports import EXPORTS
from server.contacts.sql import exports as exports_sql
from server.contacts.states import BulkState, ExportFormat
from server.contacts.values import FieldType
from server.core import rooms
from server.core.errors import NotFound
from server.core.events import publish
from server.core.exports import files
from server.core.exports.files import ExportColumn
from server.core.exports.formula_escaping import escape_formulas
from server.core.jobs import Claim

BATCH_SIZE = 100_000  # contacts per transaction
FULL_SCAN_DIVISOR = 4  # read the whole table if the selection is at least this fraction (1/n) of it
PROGRESS_SECONDS = 0.34  # at most three events a second
LEASE_RENEWAL_SECONDS = 5.0


def run_export(*, team_id: UUID, export_id: UUID, claim: Claim) -> None:
    """Runs an export until it ends or is stopped. No-op if it has ended. Raises LeaseLost."""
    row = EXPORTS.find_running(team_id=team_id, export_id=export_id)
    if row is None:
        return
    if row.contact_id is not None:
        _export_subject(row, row.contact_id, claim)
    else:
        ExportRun(row, claim, chosen=_build_selection(row)).work()


def _export_subject(row: ContactExport, contact_id: int, claim: Claim) -> None:
    try:
        packed = subject_data.build_archive(team_id=row.team_id, contact_id=contact_id)
    except NotFound as gone:
        EXPORTS.fail(team_id=row.team_id, export_id=row.pk, reason=gone.code)
        return
    claim.renew()

    def write(path: Path) -> int:
        path.write_bytes(packed)
        return 1

    EXPORTS.create(row, claim, write)


class ExportSelection(Protocol):
    """The selected contacts of an export that does not include the whole team."""

    def __len__(self) -> int: ...

    def after(self, key: int) -> pl.Series:
        """Returns the ids of the next batch, ascending."""
        ...


@dataclass(frozen=True, slots=True)
class ListedSelection:
    """Contacts that match a filter without rules, or a list of ids, at the start of the run."""

    keys: pl.Series

    def __len__(self) -> int:
        return len(self.keys)

    def after(self, key: int) -> pl.Series:
        return self.keys.slice(int(self.keys.search_sorted(key, side="right")), BATCH_SIZE)


@dataclass(frozen=True, slots=True)
class FrozenSelection:
    """Contacts that rules selected at the time of the request."""

    row: ContactExport

    def __len__(self) -> int:
        return selections.count_selected(team_id=self.row.team_id, selection_id=self.row.pk)

    def after(self, key: int) -> pl.Series:
        return selections.list_ids_after(team_id=self.row.team_id, selection_id=self.row.pk, key=key, limit=BATCH_SIZE)


def _build_selection(row: ContactExport) -> ExportSelection | None:
    """Returns the selected contacts, or None for the whole team."""
    if row.filter is None:
        own = selectors.query_by_ids(team_id=row.team_id, ids=row.ids or []).order_by("pk")
        return ListedSelection(pl.Series(list(own.values_list("pk", flat=True)), dtype=pl.Int64))
    wanted = ContactFilter.of_stored(row.filter)
    if rule_selection.has_rules(wanted):
        return FrozenSelection(row)
    if selectors.is_unfiltered(wanted):
        return None
    keys = selectors.list_ids(team_id=row.team_id, wanted=wanted)
    return ListedSelection(keys.filter(keys <= row.until_id))


class ExportStopped(Exception):
    """The export was stopped while its workbook was written."""


class ExportRun:
    def __init__(self, row: ContactExport, claim: Claim, *, chosen: ExportSelection | None) -> None:
        self.row = row
        self.claim = claim
        self.chosen = chosen
        self.are_most = chosen is not None and len(chosen) * FULL_SCAN_DIVISOR >= selectors.count_all(row.team_id)
        self.told_at = self.renewed_at = 0.0
        self.columns = _build_columns(row)
        self.is_csv = row.format == ExportFormat.CSV
        self.names = [column.name for column in self.columns]
        self.rows_path = FILES.folder_of(row.pk) / ROWS

    def work(self) -> None:
        while self._write_batch():
            pass
        if self.row.state == BulkState.RUNNING:
            try:
                self._finish()
            except ExportStopped:
                FILES.discard(self.row.pk)

    def _write_batch(self) -> bool:
        """Returns False at the end or if the export was stopped."""
        self.claim.renew()
        with transaction.atomic():
            self.claim.hold(is_progress=False)
            row = self.row = EXPORTS.lock(team_id=self.row.team_id, export_id=self.row.pk)
            if row.state != BulkState.RUNNING:
                return False
            if row.total is None:
                row.total = selectors.count_all(row.team_id) if self.chosen is None else len(self.chosen)
            with files.open_truncated(self.rows_path, row.rows_bytes) as file:
                if row.rows_bytes == 0:
                    file.write(self._build_heading())
                count = self._copy_batch(partial(self._write_lines, file))
                row.rows_bytes = files.sync(file)
            if count is None:
                row.total = row.gathered
                row.save()
                return False
            self.claim.hold()
            row.gathered += count
            if self.is_csv:
                row.rows = row.gathered
            self._publish_progress()
            row.save()
        return True

    def _write_lines(self, file: BinaryIO, lines: Iterable[bytes | memoryview]) -> None:
        # Workbook cells are text, which cannot run as formulas.
        file.writelines(escape_formulas(lines, self.names) if self.is_csv else lines)

    def _copy_batch(self, write: exports_sql.CsvWriter) -> int | None:
        """Returns the number of contacts, None at the end."""
        row, form = self.row, self._build_formatting()
        if self.chosen is None:
            last = exports_sql.find_batch_end(row.team_id, after=row.last_id, until=row.until_id, rows=BATCH_SIZE)
            if last is None:
                return None
            count = exports_sql.copy_id_range(row.team_id, after=row.last_id, last=last, form=form, write=write)
            row.last_id = last
            return count
        keys = self.chosen.after(row.last_id)
        if keys.is_empty():
            return None
        count = exports_sql.copy_selected(row.team_id, keys=keys, are_most=self.are_most, form=form, write=write)
        row.last_id = int(keys[-1])
        return count

    def _build_formatting(self) -> ExportFormatting:
        """Runs for each batch, because a field might become multi-valued during the export."""
        fields = CustomField.objects.for_team(self.row.team_id).filter(type=FieldType.MULTI_CHOICE)
        several = (
            frozenset(fields.values_list("pk", flat=True))
            | field_conversions.get_running_conversions(self.row.team_id).keys()
        )
        return ExportFormatting(self.names, self.row.zone, funnel.get_display_stage_names(self.row.team_id), several)

    def _build_heading(self) -> bytes:
        if not self.is_csv:
            return b""
        text = io.StringIO()
        titles = [f"'{column.title}" if column.title[:1] in "=+-@" else column.title for column in self.columns]
        csv.writer(text, lineterminator="\n").writerow(titles)
        return files.BOM + text.getvalue().encode()

    def _finish(self) -> None:
        made = EXPORTS.attempt_path(self.row, self.claim)
        if not self.is_csv:
            files.write_workbook(self.rows_path, made, self.columns, self._report_workbook_progress)
        with transaction.atomic():
            self.claim.hold()
            row = self.row = EXPORTS.lock(team_id=self.row.team_id, export_id=self.row.pk)
            if row.state != BulkState.RUNNING:
                return
            EXPORTS.finish(row, self.rows_path if self.is_csv else made, rows=row.gathered)
        if not self.is_csv:
            self.rows_path.unlink(missing_ok=True)

    def _report_workbook_progress(self, rows: int) -> None:
        """Also renews the lease. Raises ExportStopped."""
        now = time.monotonic()
        if now - self.told_at < PROGRESS_SECONDS:
            return
        if now - self.renewed_at >= LEASE_RENEWAL_SECONDS:
            self.renewed_at = now
            self.claim.renew()
        with transaction.atomic():
            # Another attempt writes the whole workbook again.
            self.claim.hold(is_progress=False)
            self.row = EXPORTS.lock(team_id=self.row.team_id, export_id=self.row.pk)
            if self.row.state != BulkState.RUNNING:
                raise ExportStopped
            self.row.rows = rows
            self._publish_progress()
            self.row.save()

    def _publish_progress(self) -> None:
        self.row.revision += 1
        now = time.monotonic()
        if now - self.told_at >= PROGRESS_SECONDS:
            self.told_at = now
            publish(
                events.BulkActionProgressed(**exports.build_state(self.row)),
                rooms=[rooms.build_room(exports.ROOM, self.row.pk)],
            )


def _build_columns(row: ContactExport) -> list[ExportColumn]:
    """A custom field deleted since keeps its column."""
    known = export_columns.build_export_columns(
        CustomField.objects.for_team(row.team_id), language="en"
    )  # only kinds are used
    return [
        ExportColumn(name, title, name in known and known[name].is_number)  # the heading at the time of the request
        for name, title in row.columns
    ]
