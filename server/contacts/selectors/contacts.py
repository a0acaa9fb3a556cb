"""Queries of contacts: filters, pages and counts."""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, NotRequired, TypedDict
from uuid import UUID

import polars as pl
from django.db.models import BigIntegerField, F, Func, Q, QuerySet, TextField, Value
from django.db.models.functions import Collate, Lower

from server.contacts import rule_selection
from server.contacts.causes import INVALID_CONTACTS_CURSOR
from server.contacts.filters import ContactFilter
from server.contacts.models import Contact
from server.contacts.models.contacts import PHONE_MARKS, strip_phone_marks
from server.contacts.schemas.contacts import ContactListQuery
from server.contacts.sql import contacts as contacts_sql
from server.core.bounded_types import is_big_id, is_bounded_datetime, is_text
from server.core.errors import FieldsInvalid, NotFound
from server.core.pagination import MAX_EXACT_TOTAL, AllRows, Slice, build_ordering, count_bounded, paginate
from server.core.patches.compiled_queries import QueryParameter, compile_query
from server.core.statement_plans import plan_for_values
from server.core.text import normalize_email
from server.plans import quota
from server.plans.features import CONTACT

# Ids grow over time and replace the date, so that one index serves the default list and the newest first.
SORTS = {
    "createdAt": "id",
    "updatedAt": "updated_at",
    "email": "email",
    "firstname": "firstname_key",
    "lastname": "lastname_key",
}
DEFAULT_SORT = "-createdAt"
UNIQUE_SORTS = frozenset({"email"})
MAX_SEARCH_WORDS = 5
# If there are more matches than are counted, the page is searched among this many contacts first. That succeeds if one
# in a hundred contacts matches.
NEARBY_CONTACTS = 10_000
# Up to this many matches are gathered by id from the indexes. Walking in list order instead can scan all contacts if
# the matches are the oldest ones.
MAX_KEYED_MATCHES = 50_000
# For a single word the indexes hold the ids themselves.
MAX_WORD_KEYED_MATCHES = 150_000
MIN_PHONE_DIGITS = 3  # of a searched phone number
_NO_MARKS = str.maketrans("", "", PHONE_MARKS)
NAME_COLUMNS = ("firstname_key", "lastname_key")
WORD_COLUMNS = ("email", "firstname_key", "lastname_key", "company_key")
SUBSTRING_COLUMNS = ("email", "firstname", "lastname", "company", "phone", "city")


@dataclass(frozen=True, slots=True)
class ContactSlice:
    """A page of contacts and the cursor of the next page."""

    page: Slice[Contact]
    next: str | None


def _build_sort_key(name: str | Value) -> Collate:
    """The lower-case form of a column, or of a value that is compared with it."""
    return Collate(Lower(name), "C")


def query_contacts(team_id: UUID | QueryParameter) -> QuerySet[Contact]:
    """Returns the contacts of a team, annotated with the lower-case names of its indexes."""
    return Contact.objects.for_team(team_id).annotate(
        firstname_key=_build_sort_key("firstname"),
        lastname_key=_build_sort_key("lastname"),
        company_key=_build_sort_key("company"),
        phone_key=Collate(strip_phone_marks("phone"), "C"),
    )


def query_matching(*, team_id: UUID, wanted: ContactFilter) -> QuerySet[Contact]:
    rows = _query_matching_without_rules(team_id, wanted)
    return (
        contacts_sql.filter_by_ids(rows, rule_selection.select_ids(team_id, wanted))
        if rule_selection.has_rules(wanted)
        else rows
    )


def _query_matching_without_rules(team_id: UUID, wanted: ContactFilter) -> QuerySet[Contact]:
    rows = query_contacts(team_id)
    if wanted.states:
        rows = rows.filter(state__in=wanted.states)
    if wanted.stages:
        rows = rows.filter(funnel__in=["" if stage == "none" else stage for stage in wanted.stages])
    if wanted.label_ids:
        rows = rows.filter(label_ids__overlap=wanted.label_ids)
    for word in _split_search(wanted):
        rows = rows.filter(_build_substring_condition(word) if wanted.whole else _build_prefix_condition(word))
    return rows


def _split_search(wanted: ContactFilter) -> list[str]:
    """A phone number is one word in any notation."""
    search = (wanted.search or "").lower().strip()
    if _extract_phone_prefix(search) and not wanted.whole:
        return [search]
    return [normalize_email(word) if "@" in word else word for word in search.split()[:MAX_SEARCH_WORDS]]


def _find_single_word(wanted: ContactFilter) -> str | None:
    """Returns the search word if the filter is one word and nothing else."""
    words = _split_search(wanted)
    alone = len(words) == 1 and not (wanted.whole or wanted.states or wanted.stages or wanted.label_ids)
    return words[0] if alone else None


def _extract_phone_prefix(text: str) -> str:
    """Returns the leading digits of a phone number, empty for other text."""
    digits = text.translate(_NO_MARKS)
    return digits if len(digits) >= MIN_PHONE_DIGITS and digits.isdecimal() and digits.isascii() else ""


def _build_prefix_condition(word: str) -> Q:
    return reduce(or_, _build_prefix_conditions(word))


def _build_prefix_conditions(word: str) -> list[Q]:
    """Conditions per column. Each is backed by a lower-case index; the company index excludes blanks."""
    sides = [Q(**{f"{column}__startswith": word}) for column in WORD_COLUMNS if column != "company_key"]
    sides.append(Q(company_key__startswith=word) & ~Q(company=""))
    digits = _extract_phone_prefix(word)
    return [*sides, Q(phone_key__startswith=digits) & ~Q(phone="")] if digits else sides


def _build_substring_condition(word: str) -> Q:
    """Reads every contact of the team, so it is used only on request."""
    found = Q()
    for column in SUBSTRING_COLUMNS:
        found |= Q(**{f"{column}__icontains": word})
    return found


def is_unfiltered(wanted: ContactFilter) -> bool:
    return not (_has_plain_conditions(wanted) or rule_selection.has_rules(wanted))


def _has_plain_conditions(wanted: ContactFilter) -> bool:
    return bool(wanted.states or wanted.stages or wanted.label_ids or (wanted.search or "").strip())


def count_all(team_id: UUID) -> int:
    return quota.get_live_count(team_id=team_id, limit=CONTACT)


def list_page(*, team_id: UUID, query: ContactListQuery) -> ContactSlice:
    if is_unfiltered(query.filter()):
        return _list_page(team_id, query)
    with plan_for_values():
        return _list_page(team_id, query)


def _list_page(team_id: UUID, query: ContactListQuery) -> ContactSlice:
    found = _find_matches(team_id, query.filter())
    page = _list_page_by_id(team_id, found, query) if (query.sort or DEFAULT_SORT).lstrip("-") == "createdAt" else None
    if page is not None:
        pass
    elif query.after is None:
        page = paginate(
            found.rows(),
            query,
            sorts=SORTS,
            default_sort=DEFAULT_SORT,
            total=found.total,
            whole=AllRows(query_contacts, team_id) if is_unfiltered(query.filter()) else None,
            unique=UNIQUE_SORTS,
        )
        page = replace(page, total_is_exact=found.exact)
    else:
        page = _list_page_after(found, query)
    full = len(page.items) == query.size
    return ContactSlice(page, _build_cursor(page.items[-1], query.sort) if full else None)


@dataclass(frozen=True, slots=True)
class _ContactMatches:
    """Matches of a filter: their rows, count and ids."""

    # Lazy: many ids make a long query, and pages by id do not need it.
    rows: Callable[[], QuerySet[Contact]]
    total: int
    exact: bool
    # Slow to gather beyond the counted ones. None if there are too many.
    keys: Callable[[], pl.Series | None] = lambda: None


def _find_matches(team_id: UUID, wanted: ContactFilter) -> _ContactMatches:
    """Finds the rows that match a filter.

    Few matches are selected by id: otherwise the planner would walk the whole list for a page. With very many matches,
    that walk finds a page within a few steps.
    """
    if rule_selection.has_rules(wanted):
        return _find_rule_matches(team_id, wanted)
    rows = query_matching(team_id=team_id, wanted=wanted)
    if is_unfiltered(wanted):
        return _ContactMatches(lambda: rows, count_all(team_id), exact=True)
    word = _find_single_word(wanted)
    if word is not None:
        sides = _query_sides(team_id, word)
        return _build_matches(
            team_id,
            rows,
            contacts_sql.list_few_ids_of_any(sides, MAX_EXACT_TOTAL),
            lambda: contacts_sql.list_ids_of_any(sides, MAX_WORD_KEYED_MATCHES),
        )
    return _build_matches(
        team_id,
        rows,
        _list_ids_up_to(rows, MAX_EXACT_TOTAL),
        lambda: _list_ids_up_to(rows, MAX_KEYED_MATCHES),
    )


def _query_sides(team_id: UUID, word: str) -> list[QuerySet[Contact]]:
    of_team = query_contacts(team_id)
    return [of_team.filter(side) for side in _build_prefix_conditions(word)]


def _list_ids_up_to(rows: QuerySet[Contact], limit: int) -> pl.Series | None:
    keys = contacts_sql.keys(rows, limit + 1)
    return keys if len(keys) <= limit else None


def _build_matches(
    team_id: UUID, rows: QuerySet[Contact], few: pl.Series | None, many: Callable[[], pl.Series | None]
) -> _ContactMatches:
    if few is None:
        return _ContactMatches(lambda: rows, MAX_EXACT_TOTAL, exact=False, keys=many)
    of_team = query_contacts(team_id)
    return _ContactMatches(lambda: contacts_sql.filter_by_ids(of_team, few), len(few), exact=True, keys=lambda: few)


def _find_rule_matches(team_id: UUID, wanted: ContactFilter) -> _ContactMatches:
    keys = _list_rule_ids(team_id, wanted)
    rows = query_contacts(team_id)
    return _ContactMatches(lambda: contacts_sql.filter_by_ids(rows, keys), len(keys), exact=True, keys=lambda: keys)


def _list_rule_ids(team_id: UUID, wanted: ContactFilter) -> pl.Series:
    keys = rule_selection.select_ids(team_id, wanted)
    if not _has_plain_conditions(wanted):
        return keys
    return keys.filter(keys.is_in(contacts_sql.keys(_query_matching_without_rules(team_id, wanted)).implode()))


@dataclass(frozen=True, slots=True)
class _PagePosition:
    """Position of a page in id order: `size` contacts from `start`, or after the id `after`."""

    descending: bool
    after: int | None
    start: int
    size: int

    @classmethod
    def of(cls, query: ContactListQuery) -> "_PagePosition":
        descending = (query.sort or DEFAULT_SORT).startswith("-")
        if query.after is None:
            return cls(descending, None, (query.page - 1) * query.size, query.size)
        _, after = _parse_cursor(query.after, query.sort, "id")
        return cls(descending, after, 0, query.size)

    def beyond(self) -> "_IdBounds":
        bound: _IdBounds = {"newest_first": self.descending}
        if self.after is not None:
            bound["under" if self.descending else "over"] = self.after
        return bound


class _IdBounds(TypedDict):
    newest_first: bool
    over: NotRequired[int]
    under: NotRequired[int]


def _list_page_by_id(team_id: UUID, found: _ContactMatches, query: ContactListQuery) -> Slice[Contact] | None:
    """Returns None if the list must be walked."""
    place = _PagePosition.of(query)
    if is_unfiltered(query.filter()):
        keys_there = contacts_sql.list_ids(team_id, start=place.start, size=place.size, **place.beyond())
        return Slice(_load_in_order(keys_there), found.total, found.exact, query.page, query.size)
    wanted = None if found.exact else _list_nearby_ids(team_id, found.rows(), place)
    if wanted is None:
        keys = found.keys()
        if keys is None:
            return None
        wanted = _slice_ids(keys, place)
    return Slice(_load_in_order(wanted), found.total, found.exact, query.page, query.size)


def _list_nearby_ids(team_id: UUID, rows: QuerySet[Contact], place: _PagePosition) -> list[int] | None:
    """Returns the ids of a page among the next NEARBY_CONTACTS, or None if it might extend further."""
    beyond = place.beyond()
    found = contacts_sql.list_ids_near(
        team_id, rows, within=NEARBY_CONTACTS, start=place.start, size=place.size, **beyond
    )
    if len(found) == place.size or not contacts_sql.list_ids(team_id, start=NEARBY_CONTACTS, size=1, **beyond):
        return found
    return None


def _slice_ids(keys: pl.Series, place: _PagePosition) -> list[int]:
    if not keys.flags["SORTED_ASC"]:
        keys = keys.sort()
    start = place.start
    if place.after is not None:
        passed = int(keys.search_sorted(place.after, side="left" if place.descending else "right"))
        start = len(keys) - passed if place.descending else passed
    return (keys.reverse() if place.descending else keys)[start : start + place.size].to_list()


def _load_in_order(keys: list[int]) -> list[Contact]:
    rows = {row.pk: row for row in _query_by_ids(keys)}
    return [rows[key] for key in keys if key in rows]


@compile_query
def _query_by_ids(keys: QueryParameter) -> QuerySet[Contact]:
    # across teams: formally, the ids come from team-scoped queries
    return Contact.objects.filter(pk__any=keys)


@plan_for_values()
def count_matching(*, team_id: UUID, wanted: ContactFilter) -> tuple[int, bool]:
    """Returns the number of matches and whether it is exact.

    All contacts, and matches of rules, are counted exactly; other matches are counted up to 10,000.
    """
    if rule_selection.has_rules(wanted):
        return len(_list_rule_ids(team_id, wanted)), True
    if is_unfiltered(wanted):
        return count_all(team_id), True
    return count_bounded(query_matching(team_id=team_id, wanted=wanted))


@plan_for_values()
def list_ids(*, team_id: UUID, wanted: ContactFilter) -> pl.Series:
    """In ascending order."""
    if rule_selection.has_rules(wanted):
        return _list_rule_ids(team_id, wanted).sort()
    return contacts_sql.keys(query_matching(team_id=team_id, wanted=wanted)).sort()


def get_contact(*, team_id: UUID, contact_id: int) -> Contact:
    """Raises NotFound."""
    found = _query_one(team_id, contact_id)
    if not found:
        raise NotFound
    return found[0]


@compile_query
def _query_one(team: QueryParameter, contact: QueryParameter) -> QuerySet[Contact]:
    return Contact.objects.for_team(team).filter(pk=contact)


def query_by_ids(*, team_id: UUID, ids: Sequence[int]) -> QuerySet[Contact]:
    return Contact.objects.for_team(team_id).filter(pk__in=ids)


def _list_page_after(continuing: _ContactMatches, query: ContactListQuery) -> Slice[Contact]:
    rows = continuing.rows()
    ordering = build_ordering(query.sort, SORTS, DEFAULT_SORT)
    column, descending = ordering[0].lstrip("-"), ordering[0].startswith("-")
    value, last_id = _parse_cursor(query.after or "", query.sort, column)
    if column == "id":
        rows = rows.filter(pk__lt=last_id) if descending else rows.filter(pk__gt=last_id)
    else:
        # The row comparison lets the index (team, column, id) continue after the last page.
        rows = rows.annotate(place=_build_row(F(column), F("id")))
        compare = "place__lt" if descending else "place__gt"
        start = _build_sort_key(Value(value)) if column in NAME_COLUMNS else Value(value)
        rows = rows.filter(**{compare: _build_row(start, Value(last_id, BigIntegerField()))})
    keys = list(rows.order_by(*dict.fromkeys(ordering)).values_list("pk", flat=True)[: query.size])
    return Slice(_load_in_order(keys), continuing.total, continuing.exact, query.page, query.size)


def _build_row(*parts: Any) -> Func:
    # PostgreSQL compares the parts by their own types. Django requires an output field.
    return Func(*parts, function="ROW", output_field=TextField())


def _build_cursor(last: Contact, sort: str | None) -> str:
    column = SORTS[(sort or DEFAULT_SORT).lstrip("-")]
    value = {
        "id": None,
        "updated_at": last.updated_at.isoformat(),
        "email": last.email,
        # Unchanged: PostgreSQL changes some letters to lower case in another way than Python.
        "firstname_key": last.firstname,
        "lastname_key": last.lastname,
    }[column]
    return base64.urlsafe_b64encode(json.dumps([sort or DEFAULT_SORT, value, last.pk]).encode()).decode()


def _parse_cursor(cursor: str, sort: str | None, column: str) -> tuple[Any, int]:
    try:
        made_for, value, last_id = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        value = datetime.fromisoformat(value) if column == "updated_at" else value
        is_value = {"id": lambda it: it is None, "updated_at": is_bounded_datetime}.get(column, is_text)
        if made_for != (sort or DEFAULT_SORT) or not is_value(value) or not is_big_id(last_id):
            raise ValueError(cursor)
    except (ValueError, TypeError, RecursionError, binascii.Error) as error:
        raise FieldsInvalid.of("after", INVALID_CONTACTS_CURSOR) from error
    return value, last_id
