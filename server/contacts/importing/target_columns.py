"""Import targets: one small object for each field that a column can map to.

`names` matches headings, `clean` converts cells to values and reports invalid cells, vectorised. sql/imports.py writes
the values. An empty cell leaves the stored value unchanged.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import MAXYEAR, MINYEAR, UTC, date, tzinfo
from typing import Protocol

import polars as pl

from server.accounts.models import EMAIL_LENGTH
from server.contacts import values
from server.contacts.importing import cell_formats, heading_synonyms, row_errors
from server.contacts.importing.cell_formats import CellFormat, CellFormats
from server.contacts.models import CustomField
from server.contacts.states import InvalidValuePolicy
from server.contacts.values import FieldType
from server.core import formulas
from server.core.bounded_types import MAX_DATE, MIN_DATE
from server.core.text import to_ascii_domain
from server.lookups import timezones
from server.lookups.geography import get_country_names

LABEL = "label"
# Column of a cleaned chunk with the error of the whole row.
ROW_ERROR_COLUMN = "w"


@dataclass(frozen=True, slots=True)
class CleanedColumn:
    """Values of a column, null for empty or invalid cells, and error codes of row_errors, null for valid cells."""

    value: pl.Expr
    wrong: pl.Expr


class ImportColumn(Protocol):
    """An import target. `target` names it in the API and in the frame of cleaned values."""

    @property
    def target(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def names(self) -> frozenset[str]: ...

    def clean(self, cell: pl.Expr, *, form: CellFormat) -> CleanedColumn: ...


def _strip_cell(cell: pl.Expr, column: ImportColumn) -> pl.Expr:
    """Long text retains its line breaks."""
    if not isinstance(column, CustomFieldColumn) or column.field.type != FieldType.LONG_TEXT:
        return cell.str.replace_all(values.CONTROL, " ").str.strip_chars()
    lines = cell.str.replace_all("\r\n?", "\n").str.replace_all(values.CONTROL_IN_LINES, " ")
    return lines.str.replace_all(" *\n *", "\n").str.strip_chars()


def _build_error_code(when: pl.Expr, why: str) -> pl.Expr:
    return pl.when(when).then(pl.lit(why))


def _build_cleaned(cell: pl.Expr, good: pl.Expr, why: str, value: pl.Expr | None = None) -> CleanedColumn:
    kept = cell if value is None else value
    return CleanedColumn(
        pl.when(good).then(kept), _build_error_code(cell.is_not_null() & ~good.fill_null(value=False), why)
    )


@dataclass(frozen=True, slots=True)
class TextColumn:
    target: str
    title: str
    length: int
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, form: CellFormat) -> CleanedColumn:
        return _build_cleaned(cell, cell.str.len_chars() <= self.length, f"tooLong={self.length}")


# Maximum non-ASCII domains converted per chunk. A malicious domain takes up to 0.7 ms.
MAX_NON_ASCII_DOMAINS = 200


def _convert_domains_to_ascii(emails: pl.Series) -> pl.Series:
    is_other = emails.str.len_bytes() > emails.str.len_chars()
    if not is_other.any():
        return emails
    known: dict[str, str] = {}

    def convert(email: str) -> str:
        local, at, domain = email.rpartition("@")
        if len(email) > EMAIL_LENGTH or not at:
            return email
        if domain not in known and len(known) < MAX_NON_ASCII_DOMAINS:
            known[domain] = to_ascii_domain(domain) or domain
        return f"{local}@{known.get(domain, domain)}"

    converted = [convert(email) if other else email for email, other in zip(emails, is_other, strict=True)]
    return pl.Series(emails.name, converted, dtype=pl.String)


@dataclass(frozen=True, slots=True)
class EmailColumn:
    """The email address, required for every contact."""

    target: str
    title: str
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, form: CellFormat) -> CleanedColumn:
        email = cell.str.to_lowercase().map_batches(_convert_domains_to_ascii, return_dtype=pl.String)
        local = email.str.find("@", literal=True) <= values.MAX_LOCAL_PART_LENGTH
        good = (email.str.len_bytes() <= EMAIL_LENGTH) & local & email.str.contains(values.EMAIL)
        wrong = pl.when(cell.is_null()).then(pl.lit("empty"))
        return CleanedColumn(
            pl.when(good).then(email),
            wrong.when(~good.fill_null(value=False)).then(pl.lit("email")),
        )


@dataclass(frozen=True, slots=True)
class PhoneColumn:
    """A phone number (CONT-59)."""

    target: str
    title: str
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, form: CellFormat) -> CleanedColumn:
        good = cell.str.contains(values.PHONE) & cell.str.contains(values.PHONE_DIGITS)
        return _build_cleaned(cell, good, "phone")


@dataclass(frozen=True, slots=True)
class DateColumn:
    """A date: year first, or in the date order of the file."""

    target: str
    title: str
    names: frozenset[str]
    min_date: date = date.min
    max_date: date = date.max

    def clean(self, cell: pl.Expr, *, form: CellFormat) -> CleanedColumn:
        day, month = (1, 2) if form.date_order == "dmy" else (2, 1)
        year_first = _parse_date(cell, values.ISO_DATE, 1, 2, 3)
        local = _parse_date(cell, values.LOCAL_DATE, 3, month, day)
        value = pl.coalesce(year_first, local)
        # Polars supports years that Python and PostgreSQL do not.
        return _build_cleaned(cell, value.is_between(self.min_date, self.max_date), "date", value)


def _parse_date(cell: pl.Expr, pattern: str, year: int, month: int, day: int) -> pl.Expr:
    parts = [cell.str.extract(pattern, group).str.zfill(2) for group in (year, month, day)]
    return pl.concat_str(parts, separator="-").str.to_date("%Y-%m-%d", strict=False)


@dataclass(frozen=True, slots=True)
class GenderColumn:
    target: str
    title: str
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, form: CellFormat) -> CleanedColumn:
        value = cell.str.to_lowercase().replace_strict(values.GENDER_BY_SYNONYM, default=None, return_dtype=pl.String)
        kept = pl.when(value != "").then(value)
        return CleanedColumn(kept, _build_error_code(cell.is_not_null() & value.is_null(), "unknown"))


@dataclass(frozen=True, slots=True)
class FunnelColumn:
    """A funnel stage by its English, Indonesian or team-defined name."""

    target: str
    title: str
    names: frozenset[str]
    # Team-defined stage names in lower case.
    own: Mapping[str, str] = field(default_factory=dict)

    def clean(self, cell: pl.Expr, *, form: CellFormat) -> CleanedColumn:
        known = values.STAGE_BY_SYNONYM | dict(self.own)
        value = cell.str.to_lowercase().replace_strict(known, default=None, return_dtype=pl.String)
        return CleanedColumn(value, _build_error_code(cell.is_not_null() & value.is_null(), "stage"))


@dataclass(frozen=True, slots=True)
class CountryColumn:
    """A country. Known names become the English name (lookups/geography.py); other text is stored unchanged."""

    target: str
    title: str
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, form: CellFormat) -> CleanedColumn:
        named = cell.str.to_lowercase().replace_strict(get_country_names(), default=None, return_dtype=pl.String)
        return TextColumn(self.target, self.title, values.MAX_CONTACT_NAME_LENGTH, self.names).clean(
            pl.coalesce(named, cell), form=form
        )


@dataclass(frozen=True, slots=True)
class TimezoneColumn:
    """A time zone by any of its names (lookups/timezones.py)."""

    target: str
    title: str
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, form: CellFormat) -> CleanedColumn:
        named = (
            cell.str.to_lowercase()
            .str.replace(timezones.DISPLAYED_OFFSET_PATTERN, "")
            .str.replace_all(" ", "_", literal=True)
        )
        value = named.replace_strict(timezones.get_timezone_names(), default=None, return_dtype=pl.String)
        return CleanedColumn(value, _build_error_code(cell.is_not_null() & value.is_null(), "timezone"))


@dataclass(frozen=True, slots=True)
class LabelsColumn:
    """Label names, separated by semicolons, commas or pipes. A name without letters or digits is invalid (CONT-60)."""

    target: str
    title: str
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, form: CellFormat) -> CleanedColumn:
        parts = cell.str.replace_all("[,|]", ";").str.split(";").list.eval(pl.element().str.strip_chars())
        named = parts.list.eval(pl.element().filter(pl.element() != ""))
        tidy = named.list.eval(
            pl.element().str.replace_all(r"[^A-Za-z0-9 \-]", "").str.replace_all(" +", " ").str.strip_chars()
        )
        usable = tidy.list.eval(
            (pl.element().str.len_chars().is_between(1, values.MAX_LABEL_LENGTH)).all()
        ).list.first()
        good = usable.fill_null(value=True)
        return CleanedColumn(
            pl.when(good & (tidy.list.len() > 0)).then(tidy),
            _build_error_code(cell.is_not_null() & ~good, "tag"),
        )


@dataclass(frozen=True, slots=True)
class CustomFieldColumn:
    field: CustomField
    zone: tzinfo = UTC

    @property
    def target(self) -> str:
        return f"custom:{self.field.pk}"

    @property
    def title(self) -> str:
        return self.field.name

    @property
    def names(self) -> frozenset[str]:
        return frozenset(
            {heading_synonyms.normalize_heading(self.field.name), heading_synonyms.normalize_heading(self.field.tag)}
        )

    def clean(self, cell: pl.Expr, *, form: CellFormat) -> CleanedColumn:
        return _CUSTOM_CLEANERS[FieldType(self.field.type)](self, cell, form)


def _clean_custom_number(column: CustomFieldColumn, cell: pl.Expr, form: CellFormat) -> CleanedColumn:
    value = cell_formats.parse_number(cell, form.decimal_mark)
    return _build_cleaned(cell, value.is_not_null(), "number", value)


def _clean_custom_date(column: CustomFieldColumn, cell: pl.Expr, form: CellFormat) -> CleanedColumn:
    return DateColumn(column.target, column.title, column.names).clean(cell, form=form)


def _clean_custom_timestamp(column: CustomFieldColumn, cell: pl.Expr, form: CellFormat) -> CleanedColumn:
    day, month = (1, 2) if form.date_order == "dmy" else (2, 1)
    value = pl.coalesce(
        _parse_timestamp(cell, values.ISO_TIMESTAMP, (1, 2, 3), column.zone),
        _parse_timestamp(cell, values.LOCAL_TIMESTAMP, (3, month, day), column.zone),
    )
    return _build_cleaned(cell, value.is_not_null(), "moment", value)


def _parse_timestamp(cell: pl.Expr, pattern: str, day: tuple[int, int, int], zone: tzinfo) -> pl.Expr:
    """Returns the timestamp as stored. A value without an offset is in `zone`."""
    parts = [cell.str.extract(pattern, group).fill_null("0").str.zfill(2) for group in (4, 5, 6)]
    days = [cell.str.extract(pattern, group).str.zfill(2) for group in day]
    clock = pl.concat_str(
        [pl.concat_str(days, separator="-"), pl.concat_str(parts, separator=":")], separator="T"
    ).str.to_datetime("%Y-%m-%dT%H:%M:%S", time_unit="us", strict=False)
    offset = cell.str.extract(pattern, 7).str.replace("Z", "+00:00", literal=True).str.replace(":", "", literal=True)
    minutes = offset.str.slice(1, 2).cast(pl.Int64) * 60 + offset.str.slice(3, 2).cast(pl.Int64)
    east = pl.when(offset.str.starts_with("-")).then(-minutes).otherwise(minutes)
    local = clock.dt.replace_time_zone(str(zone), ambiguous="earliest", non_existent="null")
    told = clock.dt.replace_time_zone("UTC") - pl.duration(minutes=east)
    moment = pl.when(offset.is_null()).then(local.dt.convert_time_zone("UTC")).otherwise(told)
    # An offset can move a timestamp out of the supported years, and polars supports more years than Python.
    is_of_calendar = moment.dt.year().is_between(MINYEAR, MAXYEAR)
    return pl.when(is_of_calendar).then(moment.dt.to_string(values.TIMESTAMP_FORMAT))


def _clean_custom_checkbox(column: CustomFieldColumn, cell: pl.Expr, form: CellFormat) -> CleanedColumn:
    known = cell.str.to_lowercase().replace_strict(values.BOOLEAN_BY_SYNONYM, default=None, return_dtype=pl.Boolean)
    return _build_cleaned(cell, known.is_not_null(), "check", known)


def _match_choice(column: CustomFieldColumn, text: pl.Expr) -> pl.Expr:
    choices = list(column.field.values)
    lowered = {choice.lower(): choice for choice in reversed(choices)}
    alike = text.str.to_lowercase().replace_strict(lowered, default=None, return_dtype=pl.String)
    return pl.when(text.is_in(choices)).then(text).otherwise(alike)


def _clean_custom_choice(column: CustomFieldColumn, cell: pl.Expr, form: CellFormat) -> CleanedColumn:
    value = _match_choice(column, cell)
    return _build_cleaned(cell, value.is_not_null(), "choice", value)


def _clean_custom_choices(column: CustomFieldColumn, cell: pl.Expr, form: CellFormat) -> CleanedColumn:
    parts = cell.str.replace_all(values.SEPARATOR, ";").str.split(";").list.eval(pl.element().str.strip_chars())
    named = parts.list.eval(pl.element().filter(pl.element() != ""))
    known = named.list.eval(_match_choice(column, pl.element()))
    good = ~known.list.eval(pl.element().is_null()).list.any()
    inside = [pl.when(known.list.contains(choice)).then(pl.lit(choice)) for choice in column.field.values]
    ordered = pl.concat_list(inside).list.drop_nulls()
    value = pl.when(ordered.list.len() > 0).then(ordered)
    return _build_cleaned(cell, good, "choice", value)


def _build_text_cleaner(length: int) -> "Callable[[CustomFieldColumn, pl.Expr, CellFormat], CleanedColumn]":
    return lambda column, cell, form: TextColumn(column.target, column.title, length, column.names).clean(
        cell, form=form
    )


def _clean_custom_url(column: CustomFieldColumn, cell: pl.Expr, form: CellFormat) -> CleanedColumn:
    whole = pl.when(cell.str.contains(values.SCHEME)).then(cell).otherwise(pl.concat_str(pl.lit("https://"), cell))
    good = cell.str.contains(values.URL) & (whole.str.len_chars() <= values.MAX_URL_LENGTH)
    return _build_cleaned(cell, good, "url", whole)


def _clean_custom_email(column: CustomFieldColumn, cell: pl.Expr, form: CellFormat) -> CleanedColumn:
    cleaned = EmailColumn(column.target, column.title, column.names).clean(cell, form=form)
    return CleanedColumn(cleaned.value, pl.when(cell.is_not_null()).then(cleaned.wrong))


def _clean_custom_phone(column: CustomFieldColumn, cell: pl.Expr, form: CellFormat) -> CleanedColumn:
    return PhoneColumn(column.target, column.title, column.names).clean(cell, form=form)


_CUSTOM_CLEANERS: Mapping[FieldType, Callable[[CustomFieldColumn, pl.Expr, CellFormat], CleanedColumn]] = {
    FieldType.TEXT: _build_text_cleaner(values.MAX_TEXT_LENGTH),
    FieldType.LONG_TEXT: _build_text_cleaner(values.MAX_LONG_TEXT_LENGTH),
    FieldType.NUMBER: _clean_custom_number,
    FieldType.DATE: _clean_custom_date,
    FieldType.DATE_TIME: _clean_custom_timestamp,
    FieldType.DROPDOWN: _clean_custom_choice,
    FieldType.MULTI_CHOICE: _clean_custom_choices,
    FieldType.CHECKBOX: _clean_custom_checkbox,
    FieldType.URL: _clean_custom_url,
    FieldType.PHONE: _clean_custom_phone,
    FieldType.EMAIL: _clean_custom_email,
}


EMAIL_COLUMN = EmailColumn("email", "Email", heading_synonyms.SYNONYMS["email"])
STANDARD_COLUMNS: tuple[ImportColumn, ...] = (
    EMAIL_COLUMN,
    TextColumn("firstname", "First name", values.MAX_CONTACT_NAME_LENGTH, heading_synonyms.SYNONYMS["firstname"]),
    TextColumn("lastname", "Last name", values.MAX_CONTACT_NAME_LENGTH, heading_synonyms.SYNONYMS["lastname"]),
    PhoneColumn("phone", "Phone", heading_synonyms.SYNONYMS["phone"]),
    DateColumn("birthday", "Birthday", heading_synonyms.SYNONYMS["birthday"], MIN_DATE, MAX_DATE),
    GenderColumn("gender", "Gender", heading_synonyms.SYNONYMS["gender"]),
    TextColumn("city", "City", values.MAX_CONTACT_NAME_LENGTH, heading_synonyms.SYNONYMS["city"]),
    CountryColumn("country", "Country", heading_synonyms.SYNONYMS["country"]),
    TimezoneColumn("timezone", "Time zone", heading_synonyms.SYNONYMS["timezone"]),
    TextColumn("company", "Company", values.MAX_COMPANY_LENGTH, heading_synonyms.SYNONYMS["company"]),
    TextColumn("note", "Note", values.MAX_NOTE_LENGTH, heading_synonyms.SYNONYMS["note"]),
    FunnelColumn("funnel", "Funnel", heading_synonyms.SYNONYMS["funnel"]),
    LabelsColumn(LABEL, "Label", heading_synonyms.SYNONYMS[LABEL]),
)


def build_columns(
    fields: Iterable[CustomField], zone: tzinfo, stages: Mapping[str, str] | None = None
) -> dict[str, ImportColumn]:
    """Returns all import targets by name. `zone` applies to timestamps without an offset.

    `stages` maps team-defined stage names, in lower case, to stages.
    """
    built_in = [
        replace(column, own=stages or {}) if isinstance(column, FunnelColumn) else column for column in STANDARD_COLUMNS
    ]
    return {column.target: column for column in (*built_in, *(CustomFieldColumn(field, zone) for field in fields))}


def suggest_targets(headings: Sequence[str], columns: dict[str, ImportColumn]) -> list[str | None]:
    """Suggests a target for each heading, each at most once, or None.

    Unambiguous headings take precedence over ambiguous ones, regardless of their order.
    """
    by_name: dict[str, str] = {}
    for column in columns.values():
        for name in column.names:
            # A custom field with this exact name takes precedence over an ambiguous synonym.
            if name not in by_name or (
                name in heading_synonyms.AMBIGUOUS_SYNONYMS and isinstance(column, CustomFieldColumn)
            ):
                by_name[name] = column.target
    named = [heading_synonyms.normalize_heading(heading) for heading in headings]
    found: list[str | None] = [None] * len(headings)
    for places in (
        [place for place, name in enumerate(named) if name not in heading_synonyms.AMBIGUOUS_SYNONYMS],
        [place for place, name in enumerate(named) if name in heading_synonyms.AMBIGUOUS_SYNONYMS],
    ):
        for place in places:
            target = by_name.get(named[place])
            if target not in found:
                found[place] = target
    return found


def clean_chunk(
    frame: pl.DataFrame,
    mapping: Sequence[str | None],
    columns: dict[str, ImportColumn],
    *,
    formats: CellFormats,
    extra: str,
    wrong_values: InvalidValuePolicy = InvalidValuePolicy.SET_ASIDE,
) -> pl.DataFrame:
    """Adds a column per target to the frame of a chunk, and the columns `reason` and `emptied`.

    `reason` says why a row is rejected, null if it is valid. `emptied` has the errors of values that are left empty,
    null if none. Column n has `t<n>`, the tidied cell, and `w<n>`, its error code.
    """
    guarded = _find_guarded_columns(frame, mapping)
    cells, results = [], []
    codes: dict[str, str] = {ROW_ERROR_COLUMN: ""}
    spared: dict[str, str] = {}
    for number, target in enumerate(mapping):
        if target is None:
            continue
        cell = pl.col(f"c{number}")
        tidy = _strip_cell(
            cell.str.replace(formulas.ESCAPED_FORMULA, "$1") if number in guarded else cell, columns[target]
        )
        cells.append(pl.when(tidy != "").then(tidy).alias(f"t{number}"))
        result = columns[target].clean(pl.col(f"t{number}"), form=formats.of(number))
        results += [result.value.alias(target), result.wrong.alias(f"w{number}")]
        is_spared = wrong_values == InvalidValuePolicy.LEAVE_EMPTY and target != EMAIL_COLUMN.target
        (spared if is_spared else codes)[f"w{number}"] = f"{number}:"
    whole = _build_error_code(pl.col(extra), row_errors.EXTRA_CELLS).alias(ROW_ERROR_COLUMN)
    rows = frame.with_columns(*cells, whole).with_columns(results)
    emptied = _join_errors(rows, spared).alias("emptied")
    return rows.with_columns(_join_errors(rows, codes).alias("reason"), emptied)


def _find_guarded_columns(frame: pl.DataFrame, mapping: Sequence[str | None]) -> set[int]:
    """Returns the columns with a cell that starts with an apostrophe.

    Such columns are rare, so the others skip the cleanup.
    """
    wanted = [number for number, target in enumerate(mapping) if target is not None]
    if not wanted or frame.is_empty():
        return set()
    found = frame.select(pl.col(f"c{number}").str.starts_with(formulas.ESCAPE_PREFIX).any() for number in wanted).row(0)
    return {number for number, has in zip(wanted, found, strict=True) if has}


def _join_errors(rows: pl.DataFrame, codes: Mapping[str, str]) -> pl.Series:
    reasons = pl.repeat(None, rows.height, dtype=pl.String, eager=True)
    if not codes:
        return reasons
    bad = rows.select(pl.any_horizontal(pl.col(name).is_not_null() for name in codes)).to_series()
    if not bad.any():
        return reasons
    each = [pl.concat_str(pl.lit(before), pl.col(name)) for name, before in codes.items()]
    said = rows.filter(bad).select(pl.concat_str(each, separator=";", ignore_nulls=True)).to_series()
    return reasons.scatter(bad.arg_true(), said)
