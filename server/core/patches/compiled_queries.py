"""Compiles the SQL of a query once per thread. Django compiles it at each call, which costs more than running it.

    @compile_query
    def _one(team: QueryParameter, contact: QueryParameter) -> QuerySet[Contact]:
        return Contact.objects.for_team(team).filter(pk=contact)

    _one(team_id, contact_id)       the list of rows

The query can depend only on its parameters, and each parameter is a plain value. None makes another query, and a list
needs `= ANY` (`pk__any`). Django reads the rows as usual; there is no prefetch.
"""

import threading
from collections.abc import Callable
from inspect import signature
from typing import Any, Generic, TypeVar

from django.db import connections
from django.db.models import Expression, Field, Lookup, QuerySet
from django.db.models.sql.compiler import SQLCompiler

Row_co = TypeVar("Row_co", covariant=True)
# The queryset that uses the compiler, the compiler, its statement, and the statement's parameters.
PreparedQuery = tuple[Any, SQLCompiler, str, tuple[Any, ...]]


class QueryParameter(Expression):
    def __init__(self, position: int) -> None:
        super().__init__()
        self.position = position

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, Any]:
        return "%s", [self]


@Field.register_lookup
class AnyOf(Lookup):
    """`column = ANY(list)`: one statement for lists of any length, unlike IN."""

    lookup_name = "any"
    prepare_rhs = False

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, Any]:
        left, left_values = self.process_lhs(compiler, connection)
        right, right_values = self.process_rhs(compiler, connection)
        return f"{left} = ANY({right})", [*left_values, *right_values]


class CompiledQuery(Generic[Row_co]):
    def __init__(self, build: Callable[..., QuerySet[Any, Row_co]]) -> None:
        self._build = build
        self._parameters = [QueryParameter(position) for position in range(len(signature(build).parameters))]
        self._ready = threading.local()

    def __call__(self, *values: Any) -> list[Row_co]:
        rows, compiler, statement, places = self._prepare()
        given = tuple(values[place.position] if isinstance(place, QueryParameter) else place for place in places)
        compiler.as_sql = lambda *_, **__: (statement, given)  # type: ignore[method-assign]
        return list(rows._iterable_class(rows))

    def _prepare(self) -> PreparedQuery:
        ready: PreparedQuery | None = getattr(self._ready, "parts", None)
        if ready is not None and ready[1].connection is connections[ready[0].db]:
            return ready
        rows = self._build(*self._parameters)
        compiler = rows.query.get_compiler(using=rows.db)
        statement, places = compiler.as_sql()
        # The statement is fixed, and so are the converters of its columns.
        converters = compiler.get_converters([selected[0] for selected in compiler.select[: compiler.col_count]])
        compiler.get_converters = lambda _: converters
        rows.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
        self._ready.parts = (rows, compiler, statement, tuple(places))
        return self._prepare()


def compile_query(build: Callable[..., QuerySet[Any, Row_co]]) -> CompiledQuery[Row_co]:
    """All parameters of `build` must be of type `QueryParameter`."""
    return CompiledQuery(build)
