"""Analyses a file before anything is written: its layout, its rows, and a dry run of the import."""

import csv
import io
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol
from uuid import UUID

import polars as pl

from server.contacts.errors import (
    ImportDelimiterInvalid,
    ImportEmailMissing,
    ImportEmpty,
    ImportHeaderInvalid,
    ImportHeaderMissing,
)
from server.contacts.importing import cell_formats, record_reader, row_errors, target_columns
from server.contacts.importing.cell_formats import CellFormats
from server.contacts.importing.dry_run import ImportDryRun
from server.contacts.importing.dry_run_counter import DryRunCounter
from server.contacts.importing.list_quality import AssessmentCounter, ListAssessment
from server.contacts.importing.record_reader import DELIMITERS, EXTRA_COLUMN, FileLayout
from server.contacts.importing.target_columns import ImportColumn
from server.contacts.services.importing import mappings
from server.contacts.services.importing.mappings import SavedMapping
from server.contacts.values import clean_email

SAMPLE_BYTES = 64 << 10
SAMPLE_ROWS = 20
PREVIEW_ROWS = 5
MAX_PREVIEW_CELL_LENGTH = 100
# In addition to the columns of a failed-rows file.
MAX_COLUMNS = 100
MAX_HEADING_LENGTH = 200
# The dry run stops after this time; rows are counted to the end.
MAX_DRY_RUN_SECONDS = 5.0
# If no heading names the address column, it is the first column with a higher share of addresses.
MIN_EMAIL_SHARE = 0.5


class FileReading(Protocol):
    """How to read a file."""

    @property
    def layout(self) -> FileLayout: ...
    @property
    def data_offset(self) -> int: ...
    @property
    def mapping(self) -> Sequence[str | None]: ...
    @property
    def formats(self) -> CellFormats: ...


@dataclass(frozen=True, slots=True)
class ImportAnalysis:
    layout: FileLayout
    headings: list[str]
    data_offset: int
    mapping: list[str | None]
    preview: list[list[str]]
    formats: CellFormats
    forecast: ImportDryRun
    verdict: ListAssessment
    mapping_from: SavedMapping | None


def analyze_file(
    *,
    team_id: UUID,
    path: Path,
    columns: dict[str, ImportColumn],
    delimiter: str | None = None,
    has_points: bool = False,
) -> ImportAnalysis:
    """Analyses a file to its end, in chunks. Detects the delimiter unless given.

    `has_points` means that the numbers come from a workbook (cell_formats.detect_formats). Raises ImportEmpty,
    ImportDelimiterInvalid, ImportHeaderMissing, ImportHeaderInvalid, ImportDataInvalid, ImportEmailMissing.
    """
    delimiter = delimiter or _detect_delimiter(path)
    headings, data_offset = _read_headings(path, delimiter)
    layout = FileLayout(delimiter, len(headings))
    first = record_reader.read_chunk(path, offset=data_offset, rows_read=0, layout=layout)
    if first is None or (first.frame.is_empty() and first.end >= path.stat().st_size):
        raise ImportEmpty
    mapping = target_columns.suggest_targets(headings, columns)
    saved = mappings.find_suggested(team_id=team_id, headings=headings)
    if saved is not None:
        mapping = mappings.apply_mapping(saved.targets, headings, suggested=mapping, known=columns)
    _map_email_column(first.frame, mapping, layout)
    date_order = saved.date_order if saved is not None else cell_formats.DEFAULT_DATE_ORDER
    formats = cell_formats.detect_formats(first.frame, layout.columns, has_points=has_points, date_order=date_order)
    preview = _build_preview(first.frame, layout)
    origin = saved.saved if saved else None
    begun = ImportAnalysis(
        layout, headings, data_offset, mapping, preview, formats, ImportDryRun(), AssessmentCounter().verdict(), origin
    )
    forecast, verdict = dry_run_import(begun, team_id=team_id, path=path, columns=columns)
    if forecast.rows == 0:
        raise ImportEmpty
    return replace(begun, forecast=forecast, verdict=verdict)


def _detect_delimiter(path: Path) -> str:
    """Returns the delimiter that splits the first rows most evenly; a comma for a single column.

    Raises ImportEmpty, ImportDelimiterInvalid.
    """
    with path.open("rb") as file:
        sample = file.read(SAMPLE_BYTES).decode("utf-8", errors=record_reader.CP1252_FALLBACK)
    lines = sample.replace("\r\n", "\n").strip().splitlines(keepends=True)
    if not lines:
        raise ImportEmpty
    widths = {sign: _count_cells(lines, sign) for sign in DELIMITERS}
    # Compares how often the most common width occurs; the wider row wins a tie.
    best = max(DELIMITERS, key=lambda sign: _measure_evenness(widths[sign]))
    if max(widths[best], default=1) > 1:
        return best
    heading = lines[0].strip().strip('"')
    if len(lines) > 1 and not heading.replace(" ", "").isalnum() and "@" not in heading and "-" not in heading:
        raise ImportDelimiterInvalid(payload={"delimiters": list(DELIMITERS)})
    return ","


def _count_cells(lines: Sequence[str], sign: str) -> list[int]:
    text = io.StringIO("".join(lines[: SAMPLE_ROWS * 5]), newline="")
    try:
        return [len(row) for _, row in zip(range(SAMPLE_ROWS), csv.reader(text, delimiter=sign), strict=False) if row]
    except csv.Error:
        return []


def _measure_evenness(widths: Sequence[int]) -> tuple[bool, float, int]:
    if not widths:
        return (False, 0.0, 0)
    first = widths[0]
    return (first > 1, widths.count(first) / len(widths), first)


def _read_headings(path: Path, delimiter: str) -> tuple[list[str], int]:
    cells, end = record_reader.read_header(path, delimiter)
    if not any(cells):
        raise ImportEmpty
    if row_errors.count_original_columns(cells) > MAX_COLUMNS:
        raise ImportHeaderInvalid(payload={"columns": len(cells), "limit": MAX_COLUMNS})
    if any(clean_email(cell) for cell in cells) or not any(sign.isalpha() for cell in cells for sign in cell):
        raise ImportHeaderMissing
    headings = [cell[:MAX_HEADING_LENGTH] or f"Column {number}" for number, cell in enumerate(cells, 1)]
    seen: set[str] = set()
    for heading in headings:
        if heading.lower() in seen:
            raise ImportHeaderInvalid(payload={"heading": heading})
        seen.add(heading.lower())
    return headings, end


def _map_email_column(frame: pl.DataFrame, mapping: list[str | None], layout: FileLayout) -> None:
    """Maps the address column by its cells if no heading matched. Raises ImportEmailMissing."""
    if target_columns.EMAIL_COLUMN.target in mapping:
        return
    sample = frame.head(SAMPLE_ROWS * 10)
    for number, name in enumerate(layout.columns):
        cells = [cell for cell in sample[name].to_list() if cell]
        if cells and sum(clean_email(cell) is not None for cell in cells) > len(cells) * MIN_EMAIL_SHARE:
            mapping[number] = target_columns.EMAIL_COLUMN.target
            return
    raise ImportEmailMissing


def _build_preview(frame: pl.DataFrame, layout: FileLayout) -> list[list[str]]:
    rows = frame.head(PREVIEW_ROWS).select(layout.columns).rows()
    return [[(cell or "")[:MAX_PREVIEW_CELL_LENGTH] for cell in row] for row in rows]


def dry_run_import(
    begun: FileReading, *, team_id: UUID, path: Path, columns: dict[str, ImportColumn]
) -> tuple[ImportDryRun, ListAssessment]:
    """The address column is that of `begun.mapping`."""
    until = time.monotonic() + MAX_DRY_RUN_SECONDS
    counter, tally = DryRunCounter(team_id), AssessmentCounter()
    figures = counter.forecast
    cell = begun.layout.columns[begun.mapping.index(target_columns.EMAIL_COLUMN.target)]
    offset, rows_read = begun.data_offset, 0
    while chunk := record_reader.read_chunk(path, offset=offset, rows_read=rows_read, layout=begun.layout):
        offset, rows_read = chunk.end, chunk.rows_read
        figures.rows += chunk.frame.height
        if time.monotonic() > until:
            figures.exact = False
            continue
        rows = target_columns.clean_chunk(
            chunk.frame, begun.mapping, columns, formats=begun.formats, extra=EXTRA_COLUMN
        )
        counted = counter.add(rows)
        tally.add_rows(rows, cell)
        tally.add_repeated(counted.good.filter(~counted.good.is_first_distinct() | ~counted.is_fresh))
        tally.add_addresses(team_id, counted.addresses, counted.stored)
    return figures, tally.verdict()
