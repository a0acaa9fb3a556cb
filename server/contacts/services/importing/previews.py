"""Previews how the columns of a prepared file would be read, with counts and example cells."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import polars as pl

from server.contacts.causes import UNKNOWN_COLUMN
from server.contacts.errors import ImportMappingInvalid
from server.contacts.importing import record_reader, row_errors, source_files, target_columns
from server.contacts.importing.cell_formats import CellFormats
from server.contacts.importing.dry_run import ImportDryRun
from server.contacts.importing.dry_run_counter import DryRunCounter
from server.contacts.importing.list_quality import ListAssessment
from server.contacts.importing.record_reader import EXTRA_COLUMN, ROW_COLUMN, FileLayout
from server.contacts.importing.target_columns import EMAIL_COLUMN, ImportColumn
from server.contacts.reading_slots import acquire_reading_slot
from server.contacts.selectors import imports as selectors
from server.contacts.services.importing import analysis
from server.contacts.services.importing.imports import build_columns, build_formats
from server.contacts.states import IMPORT_TRANSITIONS, ImportState, InvalidValuePolicy
from server.core.errors import FieldsInvalid, NotFound

# Number of examples of valid cells, and of invalid ones.
MAX_EXAMPLES = 3
MAX_CELL_LENGTH = 100  # of a shown cell
MAX_PREVIEW_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class CellExample:
    """A cell as read and the value to store, or None and the reason if it is invalid."""

    row: int
    read: str
    stored: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class ColumnPreview:
    """Counts of filled and invalid cells of a column, with examples of both."""

    filled: int
    wrong: int
    examples: Sequence[CellExample]


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The columns in file order. None for a column that is not imported."""

    columns: Sequence[ColumnPreview | None]
    forecast: ImportDryRun


@dataclass(slots=True)
class ColumnCounts:
    """Running counts and examples of a column. Equal valid cells are shown once."""

    place: int
    target: str
    filled: int = 0
    wrong: int = 0
    good: dict[str, CellExample] = field(default_factory=dict)
    bad: list[CellExample] = field(default_factory=list)

    @property
    def preview(self) -> ColumnPreview:
        examples = sorted([*self.good.values(), *self.bad], key=lambda example: example.row)
        return ColumnPreview(filled=self.filled, wrong=self.wrong, examples=examples)


@dataclass(frozen=True, slots=True)
class PreviewOptions:
    """A mapping to preview: the target of each column, None for an ignored one.

    The file's own date order and decimal marks apply unless given.
    """

    mapping: Sequence[str | None]
    date_order: str | None = None
    decimal_mark: str | None = None
    wrong_values: InvalidValuePolicy = InvalidValuePolicy.SET_ASIDE


def preview_mapping(*, team_id: UUID, import_id: UUID, wanted: PreviewOptions, language: str) -> ImportPreview:
    """Reads the file as an import with this mapping would, for at most MAX_PREVIEW_SECONDS. Writes nothing.

    Raises NotFound, ActionNotAllowed for an import that was already started, ImportMappingInvalid, ImportBusy.
    """
    with acquire_reading_slot(team_id):
        return _preview_mapping(team_id, import_id, wanted, language)


def _preview_mapping(team_id: UUID, import_id: UUID, wanted: PreviewOptions, language: str) -> ImportPreview:
    # Loaded within the slot, because `choose_sheet` can replace the file while this waits.
    job = selectors.get_import(team_id=team_id, import_id=import_id)
    IMPORT_TRANSITIONS.require(job.state, ImportState.RUNNING)
    columns = build_columns(team_id)
    _check_mapping(wanted.mapping, columns, len(job.header))
    told = [ColumnCounts(place, target) for place, target in enumerate(wanted.mapping) if target is not None]
    counter = DryRunCounter(team_id)
    forecast = counter.forecast
    formats = build_formats(job).chosen(wanted.date_order, wanted.decimal_mark)
    layout = FileLayout(job.delimiter, len(job.header))
    path, offset, rows_read = source_files.get_folder(job.pk) / source_files.SOURCE, job.data_offset, 0
    if not path.exists():
        raise NotFound  # deleted concurrently
    until = time.monotonic() + MAX_PREVIEW_SECONDS
    while chunk := record_reader.read_chunk(path, offset=offset, rows_read=rows_read, layout=layout):
        offset, rows_read = chunk.end, chunk.rows_read
        rows = target_columns.clean_chunk(
            chunk.frame, wanted.mapping, columns, formats=formats, extra=EXTRA_COLUMN, wrong_values=wanted.wrong_values
        )
        forecast.rows += rows.height
        if EMAIL_COLUMN.target in wanted.mapping:
            counter.add(rows)
        else:
            forecast.bad += rows.height
        _count_cells(rows, told)
        for column in told:
            _add_examples(rows, column, language)
        if time.monotonic() > until:
            forecast.exact = offset >= path.stat().st_size
            break
    by_place = {column.place: column.preview for column in told}
    return ImportPreview(columns=[by_place.get(place) for place in range(len(job.header))], forecast=forecast)


@dataclass(frozen=True, slots=True)
class PreparedFileReading:
    """How to read a prepared file for another assessment."""

    layout: FileLayout
    data_offset: int
    mapping: list[str | None]
    formats: CellFormats


def assess_list(*, team_id: UUID, import_id: UUID, column: int) -> tuple[ImportDryRun, ListAssessment]:
    """Returns the dry run and list assessment with the addresses in another column. Writes nothing.

    Raises NotFound, ActionNotAllowed for an import that was already started, FieldsInvalid for an unknown column,
    ImportBusy.
    """
    with acquire_reading_slot(team_id):
        return _assess_list(team_id, import_id, column)


def _assess_list(team_id: UUID, import_id: UUID, column: int) -> tuple[ImportDryRun, ListAssessment]:
    job = selectors.get_import(team_id=team_id, import_id=import_id)
    IMPORT_TRANSITIONS.require(job.state, ImportState.RUNNING)
    if column >= len(job.header):
        raise FieldsInvalid.of("column", UNKNOWN_COLUMN, column)
    mapping = [None if target == EMAIL_COLUMN.target else target for target in job.mapping]
    mapping[column] = EMAIL_COLUMN.target
    path = source_files.get_folder(job.pk) / source_files.SOURCE
    if not path.exists():
        raise NotFound  # deleted concurrently
    reading = PreparedFileReading(
        FileLayout(job.delimiter, len(job.header)), job.data_offset, mapping, build_formats(job)
    )
    return analysis.dry_run_import(reading, team_id=team_id, path=path, columns=build_columns(team_id))


def _check_mapping(mapping: Sequence[str | None], columns: dict[str, ImportColumn], width: int) -> None:
    targets = [target for target in mapping if target is not None]
    unknown = [target for target in targets if target not in columns]
    if len(mapping) != width or unknown or len(set(targets)) != len(targets):
        raise ImportMappingInvalid(payload={"unknown": unknown, "columns": width})


def _count_cells(rows: pl.DataFrame, told: Sequence[ColumnCounts]) -> None:
    if not told:
        return
    names = [f"{kind}{column.place}" for column in told for kind in ("t", "w")]
    counts = rows.select(pl.col(names).count()).row(0, named=True)
    for column in told:
        column.filled += counts[f"t{column.place}"]
        column.wrong += counts[f"w{column.place}"]


def _add_examples(rows: pl.DataFrame, column: ColumnCounts, language: str) -> None:
    read, wrong = pl.col(f"t{column.place}"), pl.col(f"w{column.place}")
    shown = (ROW_COLUMN, f"c{column.place}", column.target, f"w{column.place}")
    if len(column.good) < MAX_EXAMPLES:
        fitting = rows.filter(read.is_not_null() & wrong.is_null()).unique(
            f"t{column.place}", keep="first", maintain_order=True
        )
        for row, cell, value, _ in fitting.select(shown).head(MAX_EXAMPLES * 2).rows():
            if len(column.good) < MAX_EXAMPLES:
                column.good.setdefault(cell, _build_example(row, cell, _format_value(value), ""))
    if len(column.bad) < MAX_EXAMPLES and column.wrong:
        for row, cell, _, code in rows.filter(wrong.is_not_null()).select(shown).head(MAX_EXAMPLES).rows():
            if len(column.bad) < MAX_EXAMPLES:
                column.bad.append(_build_example(row, cell, None, row_errors.describe_error(code, language)))


def _build_example(row: int, cell: str | None, stored: str | None, reason: str) -> CellExample:
    return CellExample(row=row, read=(cell or "")[:MAX_CELL_LENGTH], stored=stored, reason=reason)


def _format_value(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(map(str, value))[:MAX_CELL_LENGTH]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.15g}"
    return str(value)[:MAX_CELL_LENGTH]
