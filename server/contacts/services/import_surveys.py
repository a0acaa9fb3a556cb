"""Analyses a file before anything is written: its layout, its rows, and the forecast."""

import csv
import io
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol
from uuid import UUID

import polars as pl

from server.contacts import import_columns, import_formats, import_reasons, import_records
from server.contacts.errors import (
    ImportDelimiterInvalid,
    ImportEmailMissing,
    ImportEmpty,
    ImportHeaderInvalid,
    ImportHeaderMissing,
)
from server.contacts.forecasts import ImportForecast
from server.contacts.import_columns import ImportColumn
from server.contacts.import_counts import ForecastCounter
from server.contacts.import_formats import CellFormats
from server.contacts.import_records import DELIMITERS, EXTRA, Layout
from server.contacts.import_verdicts import ListVerdict, VerdictCounts
from server.contacts.services import import_mappings
from server.contacts.services.import_mappings import SavedMapping
from server.contacts.values import clean_email

SAMPLE_BYTES = 64 << 10
SAMPLE_ROWS = 20
PREVIEW_ROWS = 5
PREVIEW_LENGTH = 100
# In addition to the columns of a failed-rows file.
MAX_COLUMNS = 100
HEADING_LENGTH = 200
# The forecast stops after this time; rows are counted to the end.
FORECAST_SECONDS = 5.0
# A column with a higher share of addresses is the address column, whatever its heading.
MOSTLY = 0.5


class Looked(Protocol):
    """How to read a file."""

    @property
    def layout(self) -> Layout: ...
    @property
    def data_offset(self) -> int: ...
    @property
    def mapping(self) -> Sequence[str | None]: ...
    @property
    def formats(self) -> CellFormats: ...


@dataclass(frozen=True, slots=True)
class Survey:
    """The analysis of a file."""

    layout: Layout
    headings: list[str]
    data_offset: int
    mapping: list[str | None]
    preview: list[list[str]]
    formats: CellFormats
    forecast: ImportForecast
    verdict: ListVerdict
    mapping_from: SavedMapping | None


def survey(
    *,
    team_id: UUID,
    path: Path,
    columns: dict[str, ImportColumn],
    delimiter: str | None = None,
    has_points: bool = False,
) -> Survey:
    """Reads the whole file once, in chunks. Detects the delimiter unless given.

    `has_points` means that the numbers come from a workbook (import_formats.guess). Raises ImportEmpty,
    ImportDelimiterInvalid, ImportHeaderMissing, ImportHeaderInvalid, ImportDataInvalid, ImportEmailMissing.
    """
    delimiter = delimiter or _delimiter(path)
    headings, data_offset = _headings(path, delimiter)
    layout = Layout(delimiter, len(headings))
    first = import_records.read(path, offset=data_offset, rows_read=0, layout=layout)
    if first is None or (first.frame.is_empty() and first.end >= path.stat().st_size):
        raise ImportEmpty
    mapping = import_columns.suggest(headings, columns)
    saved = import_mappings.suggested(team_id=team_id, headings=headings)
    if saved is not None:
        mapping = import_mappings.applied(saved.targets, headings, suggested=mapping, known=columns)
    _find_email(first.frame, mapping, layout)
    formats = import_formats.guess(first.frame, layout.columns, has_points=has_points)
    preview = _preview(first.frame, layout)
    origin = saved.saved if saved else None
    begun = Survey(
        layout, headings, data_offset, mapping, preview, formats, ImportForecast(), VerdictCounts().verdict(), origin
    )
    forecast, verdict = forecast_import(begun, team_id=team_id, path=path, columns=columns)
    if forecast.rows == 0:
        raise ImportEmpty
    return replace(begun, forecast=forecast, verdict=verdict)


def _delimiter(path: Path) -> str:
    """Returns the delimiter that splits the first rows most evenly; a comma for a single column.

    Raises ImportEmpty, ImportDelimiterInvalid.
    """
    with path.open("rb") as file:
        sample = file.read(SAMPLE_BYTES).decode("utf-8", errors=import_records.TRUST)
    lines = sample.replace("\r\n", "\n").strip().splitlines(keepends=True)
    if not lines:
        raise ImportEmpty
    widths = {sign: _widths(lines, sign) for sign in DELIMITERS}
    # Compares how often the most common width occurs; the wider row wins a tie.
    best = max(DELIMITERS, key=lambda sign: _evenness(widths[sign]))
    if max(widths[best], default=1) > 1:
        return best
    heading = lines[0].strip().strip('"')
    if len(lines) > 1 and not heading.replace(" ", "").isalnum() and "@" not in heading and "-" not in heading:
        raise ImportDelimiterInvalid(payload={"delimiters": list(DELIMITERS)})
    return ","


def _widths(lines: Sequence[str], sign: str) -> list[int]:
    text = io.StringIO("".join(lines[: SAMPLE_ROWS * 5]), newline="")
    try:
        return [len(row) for _, row in zip(range(SAMPLE_ROWS), csv.reader(text, delimiter=sign), strict=False) if row]
    except csv.Error:
        return []


def _evenness(widths: Sequence[int]) -> tuple[bool, float, int]:
    if not widths:
        return (False, 0.0, 0)
    first = widths[0]
    return (first > 1, widths.count(first) / len(widths), first)


def _headings(path: Path, delimiter: str) -> tuple[list[str], int]:
    cells, end = import_records.header(path, delimiter)
    if not any(cells):
        raise ImportEmpty
    if import_reasons.width_without(cells) > MAX_COLUMNS:
        raise ImportHeaderInvalid(payload={"columns": len(cells), "limit": MAX_COLUMNS})
    if any(clean_email(cell) for cell in cells) or not any(sign.isalpha() for cell in cells for sign in cell):
        raise ImportHeaderMissing
    headings = [cell[:HEADING_LENGTH] or f"Column {number}" for number, cell in enumerate(cells, 1)]
    seen: set[str] = set()
    for heading in headings:
        if heading.lower() in seen:
            raise ImportHeaderInvalid(payload={"heading": heading})
        seen.add(heading.lower())
    return headings, end


def _find_email(frame: pl.DataFrame, mapping: list[str | None], layout: Layout) -> None:
    """Maps the address column by its cells if no heading matched. Raises ImportEmailMissing."""
    if import_columns.EMAIL.target in mapping:
        return
    sample = frame.head(SAMPLE_ROWS * 10)
    for number, name in enumerate(layout.columns):
        cells = [cell for cell in sample[name].to_list() if cell]
        if cells and sum(clean_email(cell) is not None for cell in cells) > len(cells) * MOSTLY:
            mapping[number] = import_columns.EMAIL.target
            return
    raise ImportEmailMissing


def _preview(frame: pl.DataFrame, layout: Layout) -> list[list[str]]:
    rows = frame.head(PREVIEW_ROWS).select(layout.columns).rows()
    return [[(cell or "")[:PREVIEW_LENGTH] for cell in row] for row in rows]


def forecast_import(
    begun: Looked, *, team_id: UUID, path: Path, columns: dict[str, ImportColumn]
) -> tuple[ImportForecast, ListVerdict]:
    """Returns the forecast and list assessment of a file. The address column is that of the mapping in `begun`."""
    until = time.monotonic() + FORECAST_SECONDS
    counter, tally = ForecastCounter(team_id), VerdictCounts()
    figures = counter.forecast
    cell = begun.layout.columns[begun.mapping.index(import_columns.EMAIL.target)]
    offset, rows_read = begun.data_offset, 0
    while chunk := import_records.read(path, offset=offset, rows_read=rows_read, layout=begun.layout):
        offset, rows_read = chunk.end, chunk.rows_read
        figures.rows += chunk.frame.height
        if time.monotonic() > until:
            figures.exact = False
            continue
        rows = import_columns.clean(chunk.frame, begun.mapping, columns, formats=begun.formats, extra=EXTRA)
        counted = counter.add(rows)
        tally.add_rows(rows, cell)
        tally.add_repeated(counted.good.filter(~counted.good.is_first_distinct() | ~counted.is_fresh))
        tally.add_addresses(team_id, counted.addresses, counted.stored)
    return figures, tally.verdict()
