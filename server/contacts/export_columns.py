"""Which columns of a contact can be exported, and the SQL of each.

Imports recognise the headings in both languages, so an exported file can be edited and imported again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC

from psycopg import sql

from server.contacts.causes import UNKNOWN_COLUMNS
from server.contacts.import_columns import columns_for
from server.contacts.models import CustomField
from server.contacts.values import FieldType
from server.core.errors import FieldsInvalid
from server.core.exports.files import Column

CUSTOM = "custom:"

ENGLISH: Mapping[str, str] = {
    "email": "Email",
    "firstname": "First name",
    "lastname": "Last name",
    "phone": "Phone",
    "birthday": "Birthday",
    "gender": "Gender",
    "city": "City",
    "country": "Country",
    "timezone": "Time zone",
    "company": "Company",
    "note": "Note",
    "funnel": "Funnel",
    "label": "Label",
    "contactId": "Contact ID",
    "fullname": "Full name",
    "state": "Status",
    "createdAt": "Created date",
    "updatedAt": "Last updated",
}
INDONESIAN: Mapping[str, str] = {
    "email": "Email",
    "firstname": "Nama depan",
    "lastname": "Nama belakang",
    "phone": "Telepon",
    "birthday": "Tanggal lahir",
    "gender": "Jenis kelamin",
    "city": "Kota",
    "country": "Negara",
    "timezone": "Zona waktu",
    "company": "Perusahaan",
    "note": "Catatan",
    "funnel": "Corong",
    "label": "Label",
    "contactId": "ID kontak",
    "fullname": "Nama lengkap",
    "state": "Status",
    "createdAt": "Tanggal dibuat",
    "updatedAt": "Terakhir diubah",
}
TITLES: Mapping[str, Mapping[str, str]] = {"en": ENGLISH, "id": INDONESIAN}
# What is no text.
PLAIN = {
    "contactId": sql.SQL("c.id"),
    "birthday": sql.SQL("coalesce(c.birthday::text, '')"),
    "state": sql.SQL("c.state"),
    "createdAt": sql.SQL("date_trunc('second', c.created_at::timestamp)"),
    "updatedAt": sql.SQL("date_trunc('second', c.updated_at::timestamp)"),
}
# Written as numbers into a workbook; all others are texts, so that no zero in front is lost.
NUMBERS = frozenset({"contactId"})

# Texts that are no column of the contact.
SOURCES = {
    "fullname": sql.SQL("btrim(c.firstname || ' ' || c.lastname)"),
    "label": sql.SQL("coalesce(n.names, '')"),
}


@dataclass(frozen=True, slots=True)
class Form:
    """How contacts are written: the names of the columns, by whose clock moments are told, what the stages of the
    funnel are called, and the custom fields of which contacts may hold several values."""

    names: Sequence[str]
    zone: str
    stages: Mapping[str, str]
    several: frozenset[int] = frozenset()


def columns_of(fields: Iterable[CustomField], *, language: str) -> Mapping[str, Column]:
    """Every column that a team may choose, by name; headings are English where the language is not known."""
    fields = list(fields)
    titles = TITLES.get(language, ENGLISH)
    imported = {name: titles.get(name, column.title) for name, column in columns_for(fields, UTC).items()}
    numbers = NUMBERS | {f"{CUSTOM}{field.pk}" for field in fields if field.type == FieldType.NUMBER}
    headings = imported | {name: title for name, title in titles.items() if name not in imported}
    return {name: Column(name, title, name in numbers) for name, title in headings.items()}


def chosen(names: Iterable[str], known: Mapping[str, Column]) -> list[Column]:
    """The columns of these names, each once. Raises FieldsInvalid for one that the team doesn't have."""
    names = list(dict.fromkeys(names))
    for name in names:
        if name not in known:
            raise FieldsInvalid.of("columns", UNKNOWN_COLUMNS, name)
    return [known[name] for name in names]


def expression(name: str, form: Form) -> sql.Composable:
    """A column as the SELECT of an export says it, of the contact `c` and the names `n` of its labels, in the session's
    zone. It is never NULL."""
    if name in PLAIN:
        return PLAIN[name]
    if name == "funnel":
        return _stage(form)
    if name.startswith(CUSTOM):
        return _custom(int(name.removeprefix(CUSTOM)), form)
    return SOURCES.get(name) or sql.SQL("c.{}").format(sql.Identifier(name))


def _stage(form: Form) -> sql.Composable:
    whens = [
        sql.SQL("WHEN {} THEN {}").format(sql.Literal(stage), sql.Literal(called))
        for stage, called in form.stages.items()
    ]
    return sql.SQL("CASE c.funnel {} ELSE '' END").format(sql.SQL(" ").join(whens))


def _custom(field: int, form: Form) -> sql.Composable:
    """A custom value as text; several values are joined."""
    value = sql.SQL("coalesce(c.custom_field ->> {}, '')").format(sql.Literal(str(field)))
    if field not in form.several:
        return value
    stored = sql.SQL("c.custom_field -> {}").format(sql.Literal(str(field)))
    return sql.SQL(
        "CASE jsonb_typeof({0}) WHEN 'array'"
        " THEN (SELECT coalesce(string_agg(one, '; '), '') FROM jsonb_array_elements_text({0}) AS one) ELSE {1} END"
    ).format(stored, value)
