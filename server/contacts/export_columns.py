"""What of a contact can be written into a file, and how the database says it.

A heading is the one that an import understands, so that a file that was exported can be mended and imported again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC

from psycopg import sql

from server.contacts.import_columns import columns_for
from server.contacts.models import CustomField
from server.contacts.values import FieldType
from server.core.errors import FieldsInvalid
from server.core.formulas import HARMLESS, harmless

# The rule of formulas.py, as PostgreSQL says it. The sign that a cell begins with decides first, so that the
# regular expression looks at few cells only.
ACTIVE = tuple(map(ord, "=+-@\t\r"))
# What no stored phone number holds; without it nothing runs.
NO_PHONE = "[^+0-9 ().-]"
EMPTY, BRACKET = 0, ord("[")
CUSTOM = "custom:"

TITLES = {
    "contactId": "Contact ID",
    "fullname": "Full name",
    "state": "State",
    "createdAt": "Created",
    "updatedAt": "Last update",
}
# What holds nothing that could run.
PLAIN = {
    "contactId": sql.SQL("c.id"),
    "birthday": sql.SQL("c.birthday"),
    "state": sql.SQL("c.state"),
    "createdAt": sql.SQL("date_trunc('second', c.created_at::timestamp)"),
    "updatedAt": sql.SQL("date_trunc('second', c.updated_at::timestamp)"),
}
# Written as numbers into a workbook; all others are texts, so that no zero in front is lost.
NUMBERS = frozenset({"contactId"})

# Texts that are no column of the contact.
SOURCES = {
    "fullname": sql.SQL("btrim(c.firstname || ' ' || c.lastname)"),
    "label": sql.SQL("n.names"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file: its name on the wire, its heading, and whether a workbook takes it as a number."""

    name: str
    title: str
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """How contacts are written: the names of the columns, by whose clock moments are told, what the stages of the
    funnel are called; with `is_safe` nothing runs as a formula."""

    names: Sequence[str]
    zone: str
    stages: Mapping[str, str]
    is_safe: bool


def columns_of(fields: Iterable[CustomField]) -> Mapping[str, Column]:
    """Every column that a team may choose, by name."""
    fields = list(fields)
    imported = {name: column.title for name, column in columns_for(fields, UTC).items()}
    names = [*imported, *(name for name in TITLES if name not in imported)]
    numbers = NUMBERS | {f"{CUSTOM}{field.pk}" for field in fields if field.type == FieldType.NUMBER}
    return {name: Column(name, imported.get(name) or TITLES[name], name in numbers) for name in names}


def chosen(names: Iterable[str], known: Mapping[str, Column]) -> list[Column]:
    """The columns of these names, each once. Raises FieldsInvalid for one that the team doesn't have."""
    names = list(dict.fromkeys(names))
    for name in names:
        if name not in known:
            raise FieldsInvalid.of("columns", "Choose columns that there are.", name)
    return [known[name] for name in names]


def expression(name: str, form: Form) -> sql.Composable:
    """A column as the SELECT of an export says it, of the contact `c`, its custom values `v` (`custom_values`) and the
    names `n` of its labels, in the session's zone."""
    is_safe = form.is_safe
    if name in PLAIN:
        return PLAIN[name]
    if name == "phone":
        # A number is handed on as it was given: its rule leaves nothing that could run.
        phone = sql.SQL("c.phone")
        return _text(phone, is_safe=is_safe, runs=sql.SQL("{} ~ {}").format(phone, sql.Literal(NO_PHONE)))
    if name == "funnel":
        return _stage(form)
    if name.startswith(CUSTOM):
        return _custom(_field(name), is_safe=is_safe)
    return _text(SOURCES.get(name) or sql.SQL("c.{}").format(sql.Identifier(name)), is_safe=is_safe)


def custom_values(names: Iterable[str]) -> sql.Composable | None:
    """The custom values that these columns show, as a row of texts, each read once; None where there are none."""
    fields = [_field(name) for name in names if name.startswith(CUSTOM)]
    values = [
        sql.SQL("c.custom_field ->> {} AS {}").format(sql.Literal(field), sql.Identifier(field)) for field in fields
    ]
    # OFFSET keeps it from being put back into the expressions.
    return sql.SQL("SELECT {} OFFSET 0").format(sql.SQL(", ").join(values)) if values else None


def _stage(form: Form) -> sql.Composable:
    whens = [
        sql.SQL("WHEN {} THEN {}").format(sql.Literal(stage), sql.Literal(harmless(called) if form.is_safe else called))
        for stage, called in form.stages.items()
    ]
    return sql.SQL("CASE c.funnel {} END").format(sql.SQL(" ").join(whens))


def _field(name: str) -> str:
    return str(int(name.removeprefix(CUSTOM)))


def _custom(field: str, *, is_safe: bool) -> sql.Composable:
    """A custom value as text; several values, whose text begins with a bracket, are joined."""
    value, stored = (
        sql.SQL("v.{}").format(sql.Identifier(field)),
        sql.SQL("c.custom_field -> {}").format(sql.Literal(field)),
    )
    joined = sql.SQL("(SELECT string_agg(one, '; ') FROM jsonb_array_elements_text({}) AS one)").format(stored)
    several = sql.SQL("CASE jsonb_typeof({}) WHEN 'array' THEN {} ELSE {} END").format(
        stored, _text(joined, is_safe=is_safe), value
    )
    return _text(value, is_safe=is_safe, besides={BRACKET: several})


def _text(
    source: sql.Composable,
    *,
    is_safe: bool,
    runs: sql.Composable | None = None,
    besides: Mapping[int, sql.Composable] | None = None,
) -> sql.Composable:
    """A text, NULL for an empty one: that is written as nothing, an empty text as two quotes.

    `runs` says of a text that begins with an active sign whether it could run; `besides` are cases by their first sign.
    """
    cases: dict[int, sql.Composable] = {EMPTY: sql.NULL, **(besides or {})}
    if is_safe:
        runs = runs or sql.SQL("{} !~ {}").format(source, sql.Literal(HARMLESS))
        # The source is said again rather than named by a subselect, which costs more than reading it twice.
        tamed = sql.SQL("CASE WHEN {} THEN chr(39) || {} ELSE {} END").format(runs, source, source)
        cases |= dict.fromkeys(ACTIVE, tamed)
    whens = [sql.SQL("WHEN {} THEN {}").format(sql.Literal(sign), value) for sign, value in cases.items()]
    # Most texts begin with a letter, which is no case at all.
    letter = sql.SQL("ascii({}) > {}").format(source, sql.Literal(max(cases)))
    return sql.SQL("CASE WHEN {} THEN {} ELSE CASE ascii({}) {} ELSE {} END END").format(
        letter, source, source, sql.SQL(" ").join(whens), source
    )
