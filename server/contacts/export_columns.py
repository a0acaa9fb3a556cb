"""Exportable columns of contacts, with their headings and SQL.

Imports recognise the headings in both languages, so that users can edit an exported file and import it again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC

from psycopg import sql

from server.contacts.causes import UNKNOWN_COLUMNS
from server.contacts.importing.target_columns import build_columns
from server.contacts.models import CustomField
from server.contacts.values import FieldType
from server.core.errors import FieldsInvalid
from server.core.exports.files import ExportColumn

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
# Columns that are not plain text columns of the contact table.
SPECIAL_COLUMNS = {
    "contactId": sql.SQL("c.id"),
    "birthday": sql.SQL("coalesce(c.birthday::text, '')"),
    "state": sql.SQL("c.state"),
    "createdAt": sql.SQL("date_trunc('second', c.created_at::timestamp)"),
    "updatedAt": sql.SQL("date_trunc('second', c.updated_at::timestamp)"),
}
# Numeric cells in a workbook. All others are text cells, which preserve leading zeros.
NUMERIC_COLUMNS = frozenset({"contactId"})

# Text columns computed from other columns or tables.
COMPUTED_COLUMNS = {
    "fullname": sql.SQL("btrim(c.firstname || ' ' || c.lastname)"),
    "label": sql.SQL("coalesce(n.names, '')"),
}


@dataclass(frozen=True, slots=True)
class ExportFormatting:
    """How an export formats contacts.

    `names` are the column names, `zone` is the time zone of timestamps, `stages` has the stage names. `several` has the
    ids of custom fields with multiple values.
    """

    names: Sequence[str]
    zone: str
    stages: Mapping[str, str]
    several: frozenset[int] = frozenset()


def build_export_columns(fields: Iterable[CustomField], *, language: str) -> Mapping[str, ExportColumn]:
    """Returns every exportable column of a team by name. Headings are English for an unknown language."""
    fields = list(fields)
    titles = TITLES.get(language, ENGLISH)
    imported = {name: titles.get(name, column.title) for name, column in build_columns(fields, UTC).items()}
    numbers = NUMERIC_COLUMNS | {f"{CUSTOM}{field.pk}" for field in fields if field.type == FieldType.NUMBER}
    headings = imported | {name: title for name, title in titles.items() if name not in imported}
    return {name: ExportColumn(name, title, name in numbers) for name, title in headings.items()}


def select_columns(names: Iterable[str], known: Mapping[str, ExportColumn]) -> list[ExportColumn]:
    """Drops repetitions. Raises FieldsInvalid for a column that the team does not have."""
    names = list(dict.fromkeys(names))
    for name in names:
        if name not in known:
            raise FieldsInvalid.of("columns", UNKNOWN_COLUMNS, name)
    return [known[name] for name in names]


def build_expression(name: str, form: ExportFormatting) -> sql.Composable:
    """Returns the SQL of a column, never NULL. `c` is the contact and `n` has its label names.

    Timestamps use the time zone of the session.
    """
    if name in SPECIAL_COLUMNS:
        return SPECIAL_COLUMNS[name]
    if name == "funnel":
        return _build_stage_expression(form)
    if name.startswith(CUSTOM):
        return _build_custom_expression(int(name.removeprefix(CUSTOM)), form)
    return COMPUTED_COLUMNS.get(name) or sql.SQL("c.{}").format(sql.Identifier(name))


def _build_stage_expression(form: ExportFormatting) -> sql.Composable:
    whens = [
        sql.SQL("WHEN {} THEN {}").format(sql.Literal(stage), sql.Literal(called))
        for stage, called in form.stages.items()
    ]
    return sql.SQL("CASE c.funnel {} ELSE '' END").format(sql.SQL(" ").join(whens))


def _build_custom_expression(field: int, form: ExportFormatting) -> sql.Composable:
    value = sql.SQL("coalesce(c.custom_field ->> {}, '')").format(sql.Literal(str(field)))
    if field not in form.several:
        return value
    stored = sql.SQL("c.custom_field -> {}").format(sql.Literal(str(field)))
    return sql.SQL(
        "CASE jsonb_typeof({0}) WHEN 'array'"
        " THEN (SELECT coalesce(string_agg(one, '; '), '') FROM jsonb_array_elements_text({0}) AS one) ELSE {1} END"
    ).format(stored, value)
