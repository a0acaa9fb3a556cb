"""Detects the meaning of ambiguous cells such as 3/4/2025 and 1.234."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from server.contacts import values

POINT, COMMA = ".", ","
DEFAULT_DATE_ORDER = "dmy"
# Currency before or after an amount.
_CURRENCY = r"(?i)^(?:rp\.?|idr|usd|eur|[$€£])\s*|\s*(?:rp|idr|usd|eur|[$€£])$"
_SPACES = "[\u00a0\u202f'’ ]"


@dataclass(frozen=True, slots=True)
class CellFormat:
    """The format of one column. `date_order` is "dmy" or "mdy"."""

    date_order: str = DEFAULT_DATE_ORDER
    decimal_mark: str = POINT


@dataclass(frozen=True, slots=True)
class CellFormats:
    """The formats of a file. `decimal_marks` has one entry per column, empty if undetected."""

    date_order: str = DEFAULT_DATE_ORDER
    decimal_marks: Sequence[str] = ()

    def of(self, column: int) -> CellFormat:
        mark = self.decimal_marks[column] if column < len(self.decimal_marks) else ""
        return CellFormat(self.date_order, mark or POINT)

    def chosen(self, date_order: str | None, decimal_mark: str | None) -> "CellFormats":
        marks = self.decimal_marks if decimal_mark is None else [decimal_mark] * len(self.decimal_marks)
        return CellFormats(date_order or self.date_order, marks)


def detect_formats(
    frame: pl.DataFrame, names: Sequence[str], *, has_points: bool = False, date_order: str = DEFAULT_DATE_ORDER
) -> CellFormats:
    """Detects the formats from the first rows. `names` are the columns in order.

    `date_order` is used if all dates are ambiguous. `has_points` means that the reader wrote numbers with a decimal
    point, as for workbooks.
    """
    marks = [_detect_decimal_mark(frame[name], has_points=has_points) for name in names]
    return CellFormats(_detect_date_order(frame, names) or date_order, marks)


def _detect_date_order(frame: pl.DataFrame, names: Sequence[str]) -> str | None:
    """Returns "dmy" if a first number exceeds 12, "mdy" if only a second one does, else None."""
    first = second = False
    for name in names:
        cell = pl.col(name).str.strip_chars()
        parts = frame.select(
            (cell.str.extract(values.LOCAL_DATE, 1).cast(pl.Int32) > 12).any().alias("first"),
            (cell.str.extract(values.LOCAL_DATE, 2).cast(pl.Int32) > 12).any().alias("second"),
        ).row(0)
        first, second = first or bool(parts[0]), second or bool(parts[1])
    return "dmy" if first else "mdy" if second else None


def _detect_decimal_mark(cells: pl.Series, *, has_points: bool) -> str:
    """Returns the decimal mark of a column by its unambiguous numbers, or an empty string.

    If all numbers are ambiguous, such as 75.840, the mark separates thousands, because three decimals are rare.
    `has_points` excludes that reading.
    """
    text = pl.col("cell")
    counts = (
        pl.DataFrame({"cell": cells})
        .with_columns(_strip_currency(text))
        .select(
            *(text.str.contains(_build_unambiguous_pattern(mark)).sum().alias(mark) for mark in (POINT, COMMA)),
            *(
                text.str.contains(rf"^[+-]?[1-9][0-9]{{0,2}}[{mark}][0-9]{{3}}$").sum().alias(f"3{mark}")
                for mark in (POINT, COMMA)
            ),
        )
        .row(0, named=True)
    )
    if counts[POINT] != counts[COMMA]:
        return POINT if counts[POINT] > counts[COMMA] else COMMA
    if has_points and counts["3."]:
        return POINT
    if counts["3."] != counts["3,"]:
        return COMMA if counts["3."] > counts["3,"] else POINT
    return ""


def parse_number(cell: pl.Expr, mark: str) -> pl.Expr:
    """Returns the number in a cell, or null. `mark` matters only for ambiguous numbers."""
    group = _get_group_mark(mark)
    text = _strip_currency(cell)
    return (
        pl.when(text.str.contains(_build_grouped_pattern(mark)) | text.str.contains(_build_ungrouped_pattern(mark)))
        .then(_parse_digits(text, mark))
        .when(text.str.contains(_build_unambiguous_pattern(group)))
        .then(_parse_digits(text, group))
    )


def _strip_currency(cell: pl.Expr) -> pl.Expr:
    return cell.str.strip_chars().str.replace_all(_CURRENCY, "").str.replace_all(_SPACES, " ").str.strip_chars()


def _parse_digits(text: pl.Expr, mark: str) -> pl.Expr:
    group = _get_group_mark(mark)
    ungrouped = text.str.replace_all(f"[ {group}]", "")
    return ungrouped.str.replace(mark, ".", literal=True).cast(pl.Float64, strict=False)


def _get_group_mark(mark: str) -> str:
    return COMMA if mark == POINT else POINT


def _build_grouped_pattern(mark: str) -> str:
    groups = "|".join(_build_thousands_pattern(sign, "{1,4}") for sign in (_get_group_mark(mark), " "))
    return rf"^[+-]?(?:{groups})(?:[{mark}][0-9]{{1,10}})?$"


def _build_thousands_pattern(sign: str, times: str) -> str:
    return rf"[1-9][0-9]{{0,2}}(?:[{sign}][0-9]{{3}}){times}"


def _build_ungrouped_pattern(mark: str) -> str:
    return rf"^[+-]?(?:[0-9]{{1,15}}(?:[{mark}][0-9]{{1,10}})?|[{mark}][0-9]{{1,10}})$"


def _build_unambiguous_pattern(mark: str) -> str:
    group = _get_group_mark(mark)
    ways = (
        rf"(?:{_build_thousands_pattern(group, '{1,4}')}|{_build_thousands_pattern(' ', '{1,4}')})"
        rf"[{mark}][0-9]{{1,10}}",
        _build_thousands_pattern(group, "{2,4}"),
        # Three decimals could be a group, except after four or more digits or a zero.
        rf"[0-9]{{1,15}}[{mark}](?:[0-9]{{1,2}}|[0-9]{{4,10}})",
        rf"(?:[0-9]{{4,15}}|0[0-9]{{0,14}})[{mark}][0-9]{{3}}",
        rf"[{mark}][0-9]{{1,10}}",
    )
    return rf"^[+-]?(?:{'|'.join(ways)})$"
