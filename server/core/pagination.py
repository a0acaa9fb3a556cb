"""Lists: page, size, sort, search and a total that never costs a scan of millions of rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet
from pydantic import Field

from server.core.errors import FieldsInvalid
from server.core.schemas import Out, Schema

EXACT_TOTAL_UP_TO = 10_000  # a filtered list says '10,000+' beyond it
LARGEST_SIZE = 100
DEFAULT_SIZE = 10

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")


class PageQuery(Schema):
    """The query of a list. `sort` is a field name, with a minus for descending."""

    page: int = Field(1, ge=1, le=1_000_000)
    size: int = Field(DEFAULT_SIZE, ge=1, le=LARGEST_SIZE)
    sort: str | None = Field(None, max_length=64)
    search: str | None = Field(None, max_length=200)


class Page(Out, Generic[Item]):
    """A page of a list. `total_is_exact` is false where more than 10,000 match: then total is 10,000."""

    items: Sequence[Item]
    total: int
    total_is_exact: bool = True
    page: int
    size: int


@dataclass(frozen=True, slots=True)
class Slice(Generic[Row]):
    """One page of rows with what the client needs to draw its links."""

    items: Sequence[Row]
    total: int
    total_is_exact: bool
    page: int
    size: int


def bounded_count(rows: QuerySet[Row]) -> tuple[int, bool]:
    """How many rows there are, counted to at most 10,000, and whether that is all of them."""
    found = rows.order_by().values("pk")[: EXACT_TOTAL_UP_TO + 1].count()
    return min(found, EXACT_TOTAL_UP_TO), found <= EXACT_TOTAL_UP_TO


def order_of(sort: str | None, allowed: Mapping[str, str], default: str) -> list[str]:
    """The ordering for a sort of the wire; the key breaks ties, so that pages never overlap.

    Raises FieldsInvalid for a name that the list does not sort by.
    """
    name = sort or default
    descending, field = name.startswith("-"), name.removeprefix("-")
    if field not in allowed:
        raise FieldsInvalid.of("sort", f"Sort by one of: {', '.join(sorted(allowed))}.", sort)
    sign = "-" if descending else ""
    return [f"{sign}{allowed[field]}", f"{sign}pk"]


def paginate(
    rows: QuerySet[Row],
    query: PageQuery,
    *,
    sorts: Mapping[str, str],
    default_sort: str,
    total: int | None = None,
) -> Slice[Row]:
    """One page, ids first and rows after. `total`, where a counter knows it, saves the count."""
    count, exact = (total, True) if total is not None else bounded_count(rows)
    start = (query.page - 1) * query.size
    ordering = order_of(query.sort, sorts, default_sort)
    keys = list(rows.order_by(*ordering).values_list("pk", flat=True)[start : start + query.size])
    by_key = rows.model._default_manager.using(rows.db)
    found = {row.pk: row for row in _with_plan_of(rows, by_key.filter(pk__in=keys))}
    return Slice([found[key] for key in keys if key in found], count, exact, query.page, query.size)


def _with_plan_of(rows: QuerySet[Row], keyed: QuerySet[Row]) -> QuerySet[Row]:
    """The rows by key with the related rows and fields that the list asked for."""
    if rows.query.select_related:
        keyed.query.select_related = rows.query.select_related
    keyed.query.deferred_loading = rows.query.deferred_loading
    return keyed.prefetch_related(*rows._prefetch_related_lookups)  # type: ignore[attr-defined]
