"""What a column of a file can be imported as: one small object each.

`names` resolves a heading to the column; `clean` turns cells into values, in vectors, and says what is wrong with the
rest. sql/imports.py assigns them. A cell that is empty says nothing and leaves stored values alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import polars as pl

from server.accounts.models import EMAIL_LENGTH
from server.contacts import values
from server.contacts.models import CustomField
from server.contacts.values import FieldType

LABEL = "label"


@dataclass(frozen=True, slots=True)
class Cleaned:
    """The values of a column, null where a cell was empty or wrong, and why a cell was wrong, null where it wasn't."""

    value: pl.Expr
    wrong: pl.Expr


class Column(Protocol):
    """One thing that a contact has. `target` names it on the wire and in the frame of cleaned values."""

    @property
    def target(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def names(self) -> frozenset[str]: ...

    def clean(self, cell: pl.Expr, *, date_order: str) -> Cleaned: ...


def _wrong(when: pl.Expr, why: str) -> pl.Expr:
    return pl.when(when).then(pl.lit(why))


def _checked(cell: pl.Expr, good: pl.Expr, why: str, value: pl.Expr | None = None) -> Cleaned:
    kept = cell if value is None else value
    return Cleaned(pl.when(good).then(kept), _wrong(cell.is_not_null() & ~good.fill_null(value=False), why))


@dataclass(frozen=True, slots=True)
class Text:
    """A text of limited length."""

    target: str
    title: str
    length: int
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, date_order: str) -> Cleaned:
        return _checked(cell, cell.str.len_chars() <= self.length, f"{self.title}: over {self.length} characters")


@dataclass(frozen=True, slots=True)
class Email:
    """The address: without it there is no contact."""

    target: str
    title: str
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, date_order: str) -> Cleaned:
        email = cell.str.to_lowercase()
        local = email.str.find("@", literal=True) <= values.LOCAL_PART_LENGTH
        good = (email.str.len_bytes() <= EMAIL_LENGTH) & local & email.str.contains(values.EMAIL)
        wrong = pl.when(cell.is_null()).then(pl.lit(f"{self.title}: empty"))
        return Cleaned(
            pl.when(good).then(email),
            wrong.when(~good.fill_null(value=False)).then(pl.lit(f"{self.title}: not an email address")),
        )


@dataclass(frozen=True, slots=True)
class Phone:
    """CONT-59."""

    target: str
    title: str
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, date_order: str) -> Cleaned:
        good = cell.str.contains(values.PHONE) & cell.str.contains(values.PHONE_DIGITS)
        return _checked(cell, good, f"{self.title}: not a phone number")


@dataclass(frozen=True, slots=True)
class Date:
    """A date: year first, or else in the order that the file keeps to."""

    target: str
    title: str
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, date_order: str) -> Cleaned:
        day, month = (1, 2) if date_order == "dmy" else (2, 1)
        year_first = _date(cell, values.ISO_DATE, 1, 2, 3)
        local = _date(cell, values.LOCAL_DATE, 3, month, day)
        value = pl.coalesce(year_first, local)
        return _checked(cell, value.is_not_null(), f"{self.title}: not a date", value)


def _date(cell: pl.Expr, pattern: str, year: int, month: int, day: int) -> pl.Expr:
    parts = [cell.str.extract(pattern, group).str.zfill(2) for group in (year, month, day)]
    return pl.concat_str(parts, separator="-").str.to_date("%Y-%m-%d", strict=False)


@dataclass(frozen=True, slots=True)
class Gender:
    """Male, female or other, in English or Indonesian."""

    target: str
    title: str
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, date_order: str) -> Cleaned:
        value = cell.str.to_lowercase().replace_strict(values.GENDERS, default=None, return_dtype=pl.String)
        kept = pl.when(value != "").then(value)
        return Cleaned(kept, _wrong(cell.is_not_null() & value.is_null(), f"{self.title}: not known"))


@dataclass(frozen=True, slots=True)
class Labels:
    """Names of labels, separated by semicolons, commas or pipes; a name of nothing is an invalid tag (CONT-60)."""

    target: str
    title: str
    names: frozenset[str]

    def clean(self, cell: pl.Expr, *, date_order: str) -> Cleaned:
        parts = cell.str.replace_all("[,|]", ";").str.split(";").list.eval(pl.element().str.strip_chars())
        named = parts.list.eval(pl.element().filter(pl.element() != ""))
        tidy = named.list.eval(
            pl.element().str.replace_all(r"[^A-Za-z0-9 \-]", "").str.replace_all(" +", " ").str.strip_chars()
        )
        usable = tidy.list.eval((pl.element().str.len_chars().is_between(1, values.LABEL_LENGTH)).all()).list.first()
        good = usable.fill_null(value=True)
        return Cleaned(
            pl.when(good & (tidy.list.len() > 0)).then(tidy),
            _wrong(cell.is_not_null() & ~good, f"{self.title}: the tag is invalid"),
        )


@dataclass(frozen=True, slots=True)
class Custom:
    """A custom field of the team."""

    field: CustomField

    @property
    def target(self) -> str:
        return f"custom:{self.field.pk}"

    @property
    def title(self) -> str:
        return self.field.name

    @property
    def names(self) -> frozenset[str]:
        return frozenset({_plain(self.field.name), _plain(self.field.tag)})

    def clean(self, cell: pl.Expr, *, date_order: str) -> Cleaned:
        kind, title = self.field.type, self.title
        if kind == FieldType.NUMBER:
            value = cell.str.replace(",", ".", literal=True).cast(pl.Float64, strict=False)
            return _checked(cell, cell.str.contains(values.NUMBER), f"{title}: not a number", value)
        if kind == FieldType.DATE:
            return Date(self.target, title, self.names).clean(cell, date_order=date_order)
        if kind == FieldType.CHECKBOX:
            known = cell.str.to_lowercase().replace_strict(values.CHECKS, default=None, return_dtype=pl.Boolean)
            return _checked(cell, known.is_not_null(), f"{title}: neither yes nor no", known)
        if kind == FieldType.DROPDOWN:
            return _checked(cell, cell.is_in(list(self.field.values)), f"{title}: not one of the choices")
        return Text(self.target, title, values.TEXT_LENGTH, self.names).clean(cell, date_order=date_order)


def _names(*names: str) -> frozenset[str]:
    return frozenset(names)


# Headings as they are seen, in English and Indonesian, without case, spaces and signs.
EMAIL = Email("email", "Email", _names("email", "emailaddress", "mail", "surel", "alamatemail", "alamatsurel"))
BUILT_IN: tuple[Column, ...] = (
    EMAIL,
    Text(
        "firstname",
        "First name",
        values.NAME_LENGTH,
        _names("firstname", "name", "givenname", "fname", "nama", "namadepan", "fullname", "namalengkap"),
    ),
    Text(
        "lastname",
        "Last name",
        values.NAME_LENGTH,
        _names("lastname", "surname", "familyname", "lname", "namabelakang", "marga"),
    ),
    Phone(
        "phone",
        "Phone",
        _names("phone", "phonenumber", "mobile", "mobilephone", "telephone", "tel", "telepon", "telp", "hp", "nohp")
        | _names("nomorhp", "notelp", "nomortelepon", "handphone", "whatsapp", "wa", "ponsel"),
    ),
    Date("birthday", "Birthday", _names("birthday", "birthdate", "dateofbirth", "dob", "tanggallahir", "tgllahir")),
    Gender("gender", "Gender", _names("gender", "sex", "jeniskelamin", "kelamin")),
    Text("city", "City", values.NAME_LENGTH, _names("city", "town", "kota", "kabupaten")),
    Text("country", "Country", values.NAME_LENGTH, _names("country", "negara")),
    Text(
        "company",
        "Company",
        values.COMPANY_LENGTH,
        _names("company", "companyname", "organization", "organisation", "perusahaan", "namaperusahaan", "instansi"),
    ),
    Text("note", "Note", values.NOTE_LENGTH, _names("note", "notes", "comment", "catatan", "keterangan")),
    Text("funnel", "Funnel", values.NAME_LENGTH, _names("funnel", "stage", "tahap", "tahapan")),
    Labels(LABEL, "Label", _names("label", "labels", "tag", "tags", "group", "groups", "grup", "kelompok")),
)


def columns_for(fields: Iterable[CustomField]) -> dict[str, Column]:
    """Everything that a column can be imported as, by target."""
    return {column.target: column for column in (*BUILT_IN, *map(Custom, fields))}


def suggest(headings: Sequence[str], columns: dict[str, Column]) -> list[str | None]:
    """One target per heading, each at most once; None for a heading that says nothing."""
    by_name = {name: column.target for column in reversed(columns.values()) for name in column.names}
    taken: set[str] = set()
    found: list[str | None] = []
    for heading in headings:
        target = by_name.get(_plain(heading))
        found.append(target if target not in taken else None)
        taken.add(target or "")
    return found


def _plain(heading: str) -> str:
    return "".join(sign for sign in heading.lower() if sign.isalnum())


def clean(
    frame: pl.DataFrame, mapping: Sequence[str | None], columns: dict[str, Column], *, date_order: str, extra: str
) -> pl.DataFrame:
    """Adds to a chunk's frame a column per target, and `reason`: why the row can't be taken, null where it can."""
    cells, results, reasons = [], [], [_wrong(pl.col(extra), "More cells than the header has")]
    for number, target in enumerate(mapping):
        if target is None:
            continue
        tidy = pl.col(f"c{number}").str.replace_all(values.CONTROL, " ").str.strip_chars()
        cells.append(pl.when(tidy != "").then(tidy).alias(f"t{number}"))
        result = columns[target].clean(pl.col(f"t{number}"), date_order=date_order)
        results.append(result.value.alias(target))
        reasons.append(result.wrong)
    reason = pl.concat_str(reasons, separator="; ", ignore_nulls=True)
    return (
        frame.with_columns(cells)
        .with_columns(*results, reason.alias("reason"))
        .with_columns(pl.when(pl.col("reason") != "").then(pl.col("reason")).alias("reason"))
    )


def date_order_of(frame: pl.DataFrame, names: Sequence[str]) -> str:
    """Which comes first in dates like 3/4/2025: "mdy" where a second number is over 12 and no first one, else "dmy"."""
    first = second = False
    for name in names:
        cell = pl.col(name).str.strip_chars()
        parts = frame.select(
            (cell.str.extract(values.LOCAL_DATE, 1).cast(pl.Int32) > 12).any().alias("first"),
            (cell.str.extract(values.LOCAL_DATE, 2).cast(pl.Int32) > 12).any().alias("second"),
        ).row(0)
        first, second = first or bool(parts[0]), second or bool(parts[1])
    return "mdy" if second and not first else "dmy"
