"""Encrypts values that use previous secret keys again with the current one.

Safe beside running processes, and after an interruption: a value with the current key id is skipped.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connection, models, transaction
from psycopg import sql

from server.core.sealing import KEY_ID_BYTES, SealBroken, SealedField, get_current_key_id, seal_bytes, unseal_bytes

BATCH_ROWS = 200  # locked at a time; the content of one of them is in memory


@dataclass(frozen=True, slots=True)
class SealedColumn:
    """A column of sealed values, by its names in the database."""

    table: str
    column: str
    purpose: str
    owner: str
    key: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.table}.{self.column}"


@dataclass(slots=True)
class ReencryptionProgress:
    """The progress in one column: values encrypted again, and values that no known key opens."""

    column: SealedColumn
    resealed: int = 0
    broken: int = 0


def list_sealed_columns() -> list[SealedColumn]:
    columns = [
        SealedColumn(
            table=model._meta.db_table,
            column=str(field.column),
            purpose=field.purpose,
            owner=_get_column(model, field.owner),
            key=tuple(str(each.column) for each in model._meta.pk_fields),
        )
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, SealedField)
    ]
    return sorted(columns, key=str)


def reencrypt(column: SealedColumn, *, batch_rows: int = BATCH_ROWS) -> Iterator[ReencryptionProgress]:
    """Encrypts the values of a column again, batch by batch, each in its own transaction. Yields after each batch."""
    progress, after = ReencryptionProgress(column), None
    while True:
        with transaction.atomic():
            keys = _list_next_keys(column, after=after, batch_rows=batch_rows)
            for key in keys:
                _reseal(column, key, progress)
        if not keys:
            return
        after = keys[-1]
        yield progress


def _list_next_keys(column: SealedColumn, *, after: tuple[Any, ...] | None, batch_rows: int) -> list[tuple[Any, ...]]:
    key = sql.SQL(", ").join(map(sql.Identifier, column.key))
    beyond: sql.Composable = sql.SQL("")
    if after is not None:
        beyond = sql.SQL("AND ({}) > ({})").format(key, sql.SQL(", ").join(sql.Placeholder() * len(after)))
    statement = sql.SQL(
        "SELECT {key} FROM {table} WHERE substring({column} FROM 1 FOR %s) <> %s {beyond} ORDER BY {key} LIMIT %s"
    ).format(key=key, table=sql.Identifier(column.table), column=sql.Identifier(column.column), beyond=beyond)
    with connection.cursor() as cursor:
        cursor.execute(statement, [KEY_ID_BYTES, get_current_key_id(), *(after or ()), batch_rows])
        return list(cursor.fetchall())


def _reseal(column: SealedColumn, key: tuple[Any, ...], progress: ReencryptionProgress) -> None:
    """Locks the row, so that a value that is being replaced at the same time is not overwritten."""
    parts = {
        "table": sql.Identifier(column.table),
        "column": sql.Identifier(column.column),
        "owner": sql.Identifier(column.owner),
        "match": sql.SQL(" AND ").join(sql.SQL("{} = %s").format(sql.Identifier(name)) for name in column.key),
    }
    with connection.cursor() as cursor:
        select = "SELECT {owner}::text, {column} FROM {table} WHERE {match} AND {column} IS NOT NULL FOR UPDATE"
        cursor.execute(sql.SQL(select).format(**parts), key)
        row = cursor.fetchone()
        if row is None or bytes(row[1])[:KEY_ID_BYTES] == get_current_key_id():
            return
        try:
            content = unseal_bytes(bytes(row[1]), purpose=column.purpose, owner=row[0])
        except SealBroken:
            progress.broken += 1
            return
        sealed = seal_bytes(content, purpose=column.purpose, owner=row[0])
        cursor.execute(sql.SQL("UPDATE {table} SET {column} = %s WHERE {match}").format(**parts), [sealed, *key])
        progress.resealed += 1


def _get_column(model: type[models.Model], name: str) -> str:
    found = next(each for each in model._meta.concrete_fields if name in (each.name, each.attname))
    return str(found.column)
