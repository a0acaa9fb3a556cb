"""Lists: page, size, sort, search, and a total that never scans millions of rows."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Self, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from pydantic import Field, field_validator

from server.core.bounded_types import Integer
from server.core.causes import PAGE_SIZE_ZERO, UNKNOWN_SORT, CauseError
from server.core.errors import FieldsInvalid
from server.core.patches.compiled_queries import CompiledQuery, QueryParameter, compile_query
from server.core.patches.querysets import copy_loading
from server.core.schemas import Out, Schema

MAX_EXACT_TOTAL = 10_000  # a filtered list shows '10,000+' beyond it
MAX_PAGE_SIZE = 100
DEFAULT_SIZE = 10
ALL = -1  # the size that means all, in lists that allow it
MAX_UNPAGED_ITEMS = 1_000

SORT = r"^(-?[A-Za-z][A-Za-z0-9:.]*)?$"  # a field name of the API, with a minus for descending; empty is the default

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")


class PageQuery(Schema):
    """Query of a list. `sort` is a field name; a leading minus sorts in descending order."""

    page: Integer = Field(1, ge=1, le=1_000_000)
    size: Integer = Field(DEFAULT_SIZE, ge=1, le=MAX_PAGE_SIZE)
    sort: str | None = Field(None, max_length=64, pattern=SORT)
    search: str | None = Field(None, max_length=200)


class UnpagedQuery(PageQuery):
    """Query of a short list. A size of -1 returns all items as page 1, up to the maximum."""

    # SEND-27: at most MAX_UNPAGED_ITEMS.

    size: Integer = Field(DEFAULT_SIZE, ge=ALL, le=MAX_PAGE_SIZE)

    @field_validator("size")
    @classmethod
    def refuse_nothing(cls, value: int) -> int:
        if value == 0:
            raise CauseError(PAGE_SIZE_ZERO, max=MAX_PAGE_SIZE)
        return value

    def bounded(self) -> PageQuery:
        if self.size != ALL:
            return self
        return PageQuery.model_construct(page=1, size=MAX_UNPAGED_ITEMS, sort=self.sort, search=self.search)


class Page(Out, Generic[Item]):
    """A page of a list. `total_is_exact` is false where more than 10,000 match: then total is 10,000."""

    # A list, not a sequence: Pydantic would check each item of a sequence in Python.
    items: list[Item]
    total: int
    total_is_exact: bool = True
    page: int
    size: int

    @classmethod
    def of(cls, found: "Slice[Any]", items: list[Item]) -> Self:
        return cls(
            items=items, total=found.total, total_is_exact=found.total_is_exact, page=found.page, size=found.size
        )


@dataclass(frozen=True, slots=True)
class Slice(Generic[Row]):
    items: Sequence[Row]
    total: int
    total_is_exact: bool
    page: int
    size: int


@dataclass(frozen=True, slots=True)
class AllRows(Generic[Row]):
    """All rows of a kind that a team has: the function that builds their query, and the team."""

    rows_of: Callable[[QueryParameter], QuerySet[Row]]
    team_id: UUID

    def first(self, ordering: Sequence[str], size: int) -> list[Row]:
        found: list[Row] = _compile_first_page(self.rows_of, tuple(ordering), size)(self.team_id)
        return found


@lru_cache(maxsize=512)
def _compile_first_page(
    rows_of: Callable[[QueryParameter], Any], ordering: tuple[str, ...], size: int
) -> CompiledQuery[Any]:
    return compile_query(lambda team: rows_of(team).order_by(*ordering)[:size])


def count_bounded(rows: QuerySet[Row]) -> tuple[int, bool]:
    """The number of rows, counted up to 10,000, and whether the count is exact."""
    found = rows.order_by().values("pk")[: MAX_EXACT_TOTAL + 1].count()
    return min(found, MAX_EXACT_TOTAL), found <= MAX_EXACT_TOTAL


def build_ordering(
    sort: str | None, allowed: Mapping[str, str], default: str, unique: Collection[str] = ()
) -> list[str]:
    """The ordering for a sort of the API. The key breaks ties, so that pages never overlap. A column in `unique` needs
    no tie-breaker: an index without the key gives its order.

    Raises FieldsInvalid for a name that the list does not sort by.
    """
    name = sort or default
    descending, field = name.startswith("-"), name.removeprefix("-")
    if field not in allowed:
        raise FieldsInvalid.of("sort", UNKNOWN_SORT, sort, choices=", ".join(sorted(allowed)))
    sign = "-" if descending else ""
    column = allowed[field]
    return [f"{sign}{column}"] if column in unique else [f"{sign}{column}", f"{sign}pk"]


def paginate(
    rows: QuerySet[Row],
    query: PageQuery,
    *,
    sorts: Mapping[str, str],
    default_sort: str,
    total: int | None = None,
    whole: AllRows[Row] | None = None,
    unique: Collection[str] = (),
) -> Slice[Row]:
    """One page. The first needs one query; a later one reads ids first and then their rows.

    A `total` from a counter saves the count, and so does a last page. Pass `whole` if `rows` are all rows of the team:
    the statement of its first page is cached.
    """
    start = (query.page - 1) * query.size
    ordering = build_ordering(query.sort, sorts, default_sort, unique)
    ordered = rows.order_by(*ordering)
    if whole is not None and not start:
        items = whole.first(ordering, query.size)
        length = len(items)
    elif start:
        keys = list(ordered.values_list("pk", flat=True)[start : start + query.size])
        by_key = rows.model._default_manager.using(rows.db)
        found = {row.pk: row for row in copy_loading(rows, by_key.filter(pk__in=keys))}
        items, length = [found[key] for key in keys if key in found], len(keys)
    else:
        items = list(ordered[: query.size])
        length = len(items)
    count, exact = (total, True) if total is not None else _count_total(rows, start, length, query.size)
    return Slice(items, count, exact, query.page, query.size)


def _count_total(rows: QuerySet[Row], start: int, length: int, size: int) -> tuple[int, bool]:
    """The total as `count_bounded` counts it, taken from the page if it is the last one."""
    end = start + length
    is_last = length < size and (length or not start)
    return (min(end, MAX_EXACT_TOTAL), end <= MAX_EXACT_TOTAL) if is_last else count_bounded(rows)
