"""Previews how the columns of a prepared file would be read, with counts and example cells."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import polars as pl

from server.contacts import import_columns, import_files, import_reasons, import_records
from server.contacts.causes import UNKNOWN_COLUMN
from server.contacts.errors import ImportMappingInvalid
from server.contacts.forecasts import ImportForecast
from server.contacts.import_columns import EMAIL, ImportColumn
from server.contacts.import_counts import ForecastCounter
from server.contacts.import_formats import CellFormats
from server.contacts.import_records import EXTRA, ROW, Layout
from server.contacts.import_verdicts import ListVerdict
from server.contacts.reading_slots import reading_slot
from server.contacts.selectors import imports as selectors
from server.contacts.services import import_surveys
from server.contacts.services.imports import columns_of, formats_of
from server.contacts.states import IMPORT_TRANSITIONS, ImportState, WrongValues
from server.core.errors import FieldsInvalid, NotFound

# Number of examples of valid cells, and of invalid ones.
EXAMPLES = 3
LENGTH = 100  # of a shown cell
SECONDS = 2.0


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
    forecast: ImportForecast


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
class Trial:
    """A mapping to preview: the target of each column, None for an ignored one.

    The file's own date order and decimal marks apply unless given.
    """

    mapping: Sequence[str | None]
    date_order: str | None = None
    decimal_mark: str | None = None
    wrong_values: WrongValues = WrongValues.SET_ASIDE


def preview(*, team_id: UUID, import_id: UUID, wanted: Trial, language: str) -> ImportPreview:
    """Reads the file as an import with this mapping would, without writing.

    Raises NotFound, ActionNotAllowed for an import that was already started, ImportMappingInvalid, ImportBusy.
    """
    with reading_slot(team_id):
        return _preview(team_id, import_id, wanted, language)


def _preview(team_id: UUID, import_id: UUID, wanted: Trial, language: str) -> ImportPreview:
    # Loaded within the slot, because `choose_sheet` can replace the file while this waits.
    job = selectors.get(team_id=team_id, import_id=import_id)
    IMPORT_TRANSITIONS.require(job.state, ImportState.RUNNING)
    columns = columns_of(team_id)
    _check(wanted.mapping, columns, len(job.header))
    told = [ColumnCounts(place, target) for place, target in enumerate(wanted.mapping) if target is not None]
    counter = ForecastCounter(team_id)
    forecast = counter.forecast
    formats = formats_of(job).chosen(wanted.date_order, wanted.decimal_mark)
    layout = Layout(job.delimiter, len(job.header))
    path, offset, rows_read = import_files.folder_of(job.pk) / import_files.SOURCE, job.data_offset, 0
    if not path.exists():
        raise NotFound  # deleted concurrently
    until = time.monotonic() + SECONDS
    while chunk := import_records.read(path, offset=offset, rows_read=rows_read, layout=layout):
        offset, rows_read = chunk.end, chunk.rows_read
        rows = import_columns.clean(
            chunk.frame, wanted.mapping, columns, formats=formats, extra=EXTRA, wrong_values=wanted.wrong_values
        )
        forecast.rows += rows.height
        if EMAIL.target in wanted.mapping:
            counter.add(rows)
        else:
            forecast.bad += rows.height
        _count(rows, told)
        for column in told:
            _show(rows, column, language)
        if time.monotonic() > until:
            forecast.exact = offset >= path.stat().st_size
            break
    by_place = {column.place: column.preview for column in told}
    return ImportPreview(columns=[by_place.get(place) for place in range(len(job.header))], forecast=forecast)


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read a prepared file for another assessment."""

    layout: Layout
    data_offset: int
    mapping: list[str | None]
    formats: CellFormats


def verdict(*, team_id: UUID, import_id: UUID, column: int) -> tuple[ImportForecast, ListVerdict]:
    """Returns the forecast and list assessment with the addresses in another column. Writes nothing.

    Raises NotFound, ActionNotAllowed for an import that was already started, FieldsInvalid for an unknown column,
    ImportBusy.
    """
    with reading_slot(team_id):
        return _verdict(team_id, import_id, column)


def _verdict(team_id: UUID, import_id: UUID, column: int) -> tuple[ImportForecast, ListVerdict]:
    job = selectors.get(team_id=team_id, import_id=import_id)
    IMPORT_TRANSITIONS.require(job.state, ImportState.RUNNING)
    if column >= len(job.header):
        raise FieldsInvalid.of("column", UNKNOWN_COLUMN, column)
    mapping = [None if target == EMAIL.target else target for target in job.mapping]
    mapping[column] = EMAIL.target
    path = import_files.folder_of(job.pk) / import_files.SOURCE
    if not path.exists():
        raise NotFound  # deleted concurrently
    reading = Reading(Layout(job.delimiter, len(job.header)), job.data_offset, mapping, formats_of(job))
    return import_surveys.forecast_import(reading, team_id=team_id, path=path, columns=columns_of(team_id))


def _check(mapping: Sequence[str | None], columns: dict[str, ImportColumn], width: int) -> None:
    targets = [target for target in mapping if target is not None]
    unknown = [target for target in targets if target not in columns]
    if len(mapping) != width or unknown or len(set(targets)) != len(targets):
        raise ImportMappingInvalid(payload={"unknown": unknown, "columns": width})


def _count(rows: pl.DataFrame, told: Sequence[ColumnCounts]) -> None:
    if not told:
        return
    names = [f"{kind}{column.place}" for column in told for kind in ("t", "w")]
    counts = rows.select(pl.col(names).count()).row(0, named=True)
    for column in told:
        column.filled += counts[f"t{column.place}"]
        column.wrong += counts[f"w{column.place}"]


def _show(rows: pl.DataFrame, column: ColumnCounts, language: str) -> None:
    read, wrong = pl.col(f"t{column.place}"), pl.col(f"w{column.place}")
    shown = (ROW, f"c{column.place}", column.target, f"w{column.place}")
    if len(column.good) < EXAMPLES:
        fitting = rows.filter(read.is_not_null() & wrong.is_null()).unique(
            f"t{column.place}", keep="first", maintain_order=True
        )
        for row, cell, value, _ in fitting.select(shown).head(EXAMPLES * 2).rows():
            if len(column.good) < EXAMPLES:
                column.good.setdefault(cell, _example(row, cell, _stored(value), ""))
    if len(column.bad) < EXAMPLES and column.wrong:
        for row, cell, _, code in rows.filter(wrong.is_not_null()).select(shown).head(EXAMPLES).rows():
            if len(column.bad) < EXAMPLES:
                column.bad.append(_example(row, cell, None, import_reasons.cause(code, language)))


def _example(row: int, cell: str | None, stored: str | None, reason: str) -> CellExample:
    return CellExample(row=row, read=(cell or "")[:LENGTH], stored=stored, reason=reason)


def _stored(value: Any) -> str:
    """Formats a value for display: dates as ISO 8601, whole numbers without a decimal point."""
    if isinstance(value, list):
        return "; ".join(map(str, value))[:LENGTH]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.15g}"
    return str(value)[:LENGTH]
