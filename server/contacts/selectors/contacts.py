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

from server.contacts import choosing
from server.contacts.causes import INVALID_CONTACTS_CURSOR
from server.contacts.filters import ContactFilter
from server.contacts.models import Contact
from server.contacts.models.contacts import PHONE_MARKS, digits_of
from server.contacts.schemas.contacts import ContactListQuery
from server.contacts.sql import contacts as contacts_sql
from server.core.errors import FieldsInvalid, NotFound
from server.core.pagination import EXACT_TOTAL_UP_TO, Slice, Whole, bounded_count, order_of, paginate
from server.core.patches.compiled import Given, compiled
from server.core.statement_plans import planned_for_values
from server.core.text import normal_email
from server.core.wire_types import is_big_id, is_moment, is_text
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
UNIQUE = frozenset({"email"})
MAX_WORDS = 5
# If there are more matches than are counted, the page is searched among this many contacts first. That succeeds if one
# in a hundred contacts matches.
NEAR = 10_000
# Up to this many matches are gathered by id from the indexes. Walking in list order instead can scan all contacts if
# the matches are the oldest ones.
KEYED_UP_TO = 50_000
# For a single word the indexes hold the ids themselves.
WORD_KEYED_UP_TO = 150_000
MIN_PHONE_DIGITS = 3  # of a searched phone number
_NO_MARKS = str.maketrans("", "", PHONE_MARKS)
WORD_COLUMNS = ("email", "firstname_key", "lastname_key", "company_key")
WHOLE_COLUMNS = ("email", "firstname", "lastname", "company", "phone", "city")


@dataclass(frozen=True, slots=True)
class ContactSlice:
    """A page of contacts and the cursor of the next page."""

    page: Slice[Contact]
    next: str | None


def _key(column: str) -> Collate:
    return Collate(Lower(column), "C")


def contacts_of(team_id: UUID | Given) -> QuerySet[Contact]:
    """Returns the contacts of a team, annotated with the lower-case names of its indexes."""
    return Contact.objects.for_team(team_id).annotate(
        firstname_key=_key("firstname"),
        lastname_key=_key("lastname"),
        company_key=_key("company"),
        phone_key=Collate(digits_of("phone"), "C"),
    )


def matching(*, team_id: UUID, wanted: ContactFilter) -> QuerySet[Contact]:
    rows = _plainly_matching(team_id, wanted)
    return contacts_sql.among(rows, choosing.ids_of(team_id, wanted)) if choosing.chooses(wanted) else rows


def _plainly_matching(team_id: UUID, wanted: ContactFilter) -> QuerySet[Contact]:
    rows = contacts_of(team_id)
    if wanted.states:
        rows = rows.filter(state__in=wanted.states)
    if wanted.stages:
        rows = rows.filter(funnel__in=["" if stage == "none" else stage for stage in wanted.stages])
    if wanted.label_ids:
        rows = rows.filter(label_ids__overlap=wanted.label_ids)
    for word in _words(wanted):
        rows = rows.filter(_has(word) if wanted.whole else _begins(word))
    return rows


def _words(wanted: ContactFilter) -> list[str]:
    """Returns the search words. A phone number is one word in any notation."""
    search = (wanted.search or "").lower().strip()
    if _phone_begin(search) and not wanted.whole:
        return [search]
    return [normal_email(word) if "@" in word else word for word in search.split()[:MAX_WORDS]]


def _only_word(wanted: ContactFilter) -> str | None:
    """Returns the search word if the filter is a single word and nothing else."""
    words = _words(wanted)
    alone = len(words) == 1 and not (wanted.whole or wanted.states or wanted.stages or wanted.label_ids)
    return words[0] if alone else None


def _phone_begin(text: str) -> str:
    """Returns the leading digits of a phone number, empty for other text."""
    digits = text.translate(_NO_MARKS)
    return digits if len(digits) >= MIN_PHONE_DIGITS and digits.isdecimal() and digits.isascii() else ""


def _begins(word: str) -> Q:
    return reduce(or_, _prefix_conditions(word))


def _prefix_conditions(word: str) -> list[Q]:
    """Conditions per column. Each is backed by a lower-case index; the company index excludes blanks."""
    sides = [Q(**{f"{column}__startswith": word}) for column in WORD_COLUMNS if column != "company_key"]
    sides.append(Q(company_key__startswith=word) & ~Q(company=""))
    digits = _phone_begin(word)
    return [*sides, Q(phone_key__startswith=digits) & ~Q(phone="")] if digits else sides


def _has(word: str) -> Q:
    """Matches the word anywhere in a column. Reads every contact of the team, so used only on request."""
    found = Q()
    for column in WHOLE_COLUMNS:
        found |= Q(**{f"{column}__icontains": word})
    return found


def is_unfiltered(wanted: ContactFilter) -> bool:
    return not (_asks_plainly(wanted) or choosing.chooses(wanted))


def _asks_plainly(wanted: ContactFilter) -> bool:
    return bool(wanted.states or wanted.stages or wanted.label_ids or (wanted.search or "").strip())


def total_of(team_id: UUID) -> int:
    return quota.live_count(team_id=team_id, limit=CONTACT)


def listed(*, team_id: UUID, query: ContactListQuery) -> ContactSlice:
    """Returns a page of the list, by number or after a cursor."""
    if is_unfiltered(query.filter()):
        return _listed(team_id, query)
    with planned_for_values():
        return _listed(team_id, query)


def _listed(team_id: UUID, query: ContactListQuery) -> ContactSlice:
    found = _found(team_id, query.filter())
    page = _by_key(team_id, found, query) if (query.sort or DEFAULT_SORT).lstrip("-") == "createdAt" else None
    if page is not None:
        pass
    elif query.after is None:
        page = paginate(
            found.rows(),
            query,
            sorts=SORTS,
            default_sort=DEFAULT_SORT,
            total=found.total,
            whole=Whole(contacts_of, team_id) if is_unfiltered(query.filter()) else None,
            unique=UNIQUE,
        )
        page = replace(page, total_is_exact=found.exact)
    else:
        page = _continued(found, query)
    full = len(page.items) == query.size
    return ContactSlice(page, _cursor(page.items[-1], query.sort) if full else None)


@dataclass(frozen=True, slots=True)
class _Found:
    """Matches of a filter: their rows, count and ids."""

    # Lazy: many ids make a long query, and pages by id do not need it.
    rows: Callable[[], QuerySet[Contact]]
    total: int
    exact: bool
    # Slow to gather beyond the counted ones. None if there are too many.
    keys: Callable[[], pl.Series | None] = lambda: None


def _found(team_id: UUID, wanted: ContactFilter) -> _Found:
    """Finds the rows that match a filter.

    Few matches are selected by id: otherwise the planner would walk the whole list for a page. With very many matches,
    that walk finds a page within a few steps.
    """
    if choosing.chooses(wanted):
        return _chosen(team_id, wanted)
    rows = matching(team_id=team_id, wanted=wanted)
    if is_unfiltered(wanted):
        return _Found(lambda: rows, total_of(team_id), exact=True)
    word = _only_word(wanted)
    if word is not None:
        sides = _sides_of(team_id, word)
        return _found_by(
            team_id,
            rows,
            contacts_sql.few_keys_of_any(sides, EXACT_TOTAL_UP_TO),
            lambda: contacts_sql.keys_of_any(sides, WORD_KEYED_UP_TO),
        )
    return _found_by(
        team_id,
        rows,
        _at_most(rows, EXACT_TOTAL_UP_TO),
        lambda: _at_most(rows, KEYED_UP_TO),
    )


def _sides_of(team_id: UUID, word: str) -> list[QuerySet[Contact]]:
    of_team = contacts_of(team_id)
    return [of_team.filter(side) for side in _prefix_conditions(word)]


def _at_most(rows: QuerySet[Contact], limit: int) -> pl.Series | None:
    """Returns the ids of the rows, or None if there are more than `limit`."""
    keys = contacts_sql.keys(rows, limit + 1)
    return keys if len(keys) <= limit else None


def _found_by(
    team_id: UUID, rows: QuerySet[Contact], few: pl.Series | None, many: Callable[[], pl.Series | None]
) -> _Found:
    if few is None:
        return _Found(lambda: rows, EXACT_TOTAL_UP_TO, exact=False, keys=many)
    of_team = contacts_of(team_id)
    return _Found(lambda: contacts_sql.among(of_team, few), len(few), exact=True, keys=lambda: few)


def _chosen(team_id: UUID, wanted: ContactFilter) -> _Found:
    """Finds the rows that match rules and other conditions. Their ids are known, so the count is exact."""
    keys = _chosen_keys(team_id, wanted)
    rows = contacts_of(team_id)
    return _Found(lambda: contacts_sql.among(rows, keys), len(keys), exact=True, keys=lambda: keys)


def _chosen_keys(team_id: UUID, wanted: ContactFilter) -> pl.Series:
    keys = choosing.ids_of(team_id, wanted)
    if not _asks_plainly(wanted):
        return keys
    return keys.filter(keys.is_in(contacts_sql.keys(_plainly_matching(team_id, wanted)).implode()))


@dataclass(frozen=True, slots=True)
class _Place:
    """Position of a page in id order: `size` contacts from `start`, or after the id `after`."""

    descending: bool
    after: int | None
    start: int
    size: int

    @classmethod
    def of(cls, query: ContactListQuery) -> "_Place":
        descending = (query.sort or DEFAULT_SORT).startswith("-")
        if query.after is None:
            return cls(descending, None, (query.page - 1) * query.size, query.size)
        _, after = _place(query.after, query.sort, "id")
        return cls(descending, after, 0, query.size)

    def beyond(self) -> "_Beyond":
        bound: _Beyond = {"newest_first": self.descending}
        if self.after is not None:
            bound["under" if self.descending else "over"] = self.after
        return bound


class _Beyond(TypedDict):
    newest_first: bool
    over: NotRequired[int]
    under: NotRequired[int]


def _by_key(team_id: UUID, found: _Found, query: ContactListQuery) -> Slice[Contact] | None:
    """Returns a page in id order, or None if the list must be walked."""
    place = _Place.of(query)
    if is_unfiltered(query.filter()):
        keys_there = contacts_sql.list_ids(team_id, start=place.start, size=place.size, **place.beyond())
        return Slice(_in_order(keys_there), found.total, found.exact, query.page, query.size)
    wanted = None if found.exact else _near(team_id, found.rows(), place)
    if wanted is None:
        keys = found.keys()
        if keys is None:
            return None
        wanted = _part(keys, place)
    return Slice(_in_order(wanted), found.total, found.exact, query.page, query.size)


def _near(team_id: UUID, rows: QuerySet[Contact], place: _Place) -> list[int] | None:
    """Returns the ids of a page among the next NEAR contacts, or None if it might extend further."""
    beyond = place.beyond()
    found = contacts_sql.near(team_id, rows, within=NEAR, start=place.start, size=place.size, **beyond)
    if len(found) == place.size or not contacts_sql.list_ids(team_id, start=NEAR, size=1, **beyond):
        return found
    return None


def _part(keys: pl.Series, place: _Place) -> list[int]:
    if not keys.flags["SORTED_ASC"]:
        keys = keys.sort()
    start = place.start
    if place.after is not None:
        passed = int(keys.search_sorted(place.after, side="left" if place.descending else "right"))
        start = len(keys) - passed if place.descending else passed
    return (keys.reverse() if place.descending else keys)[start : start + place.size].to_list()


def _in_order(keys: list[int]) -> list[Contact]:
    """Returns the contacts with these ids in the same order. The ids come from team-scoped queries."""
    rows = {row.pk: row for row in _keyed_rows(keys)}
    return [rows[key] for key in keys if key in rows]


@compiled
def _keyed_rows(keys: Given) -> QuerySet[Contact]:
    # across teams: formally, the ids come from team-scoped queries
    return Contact.objects.filter(pk__any=keys)


@planned_for_values()
def count(*, team_id: UUID, wanted: ContactFilter) -> tuple[int, bool]:
    """Returns the number of matches and whether it is exact.

    All contacts, and matches of rules, are counted exactly; other matches are counted up to 10,000.
    """
    if choosing.chooses(wanted):
        return len(_chosen_keys(team_id, wanted)), True
    if is_unfiltered(wanted):
        return total_of(team_id), True
    return bounded_count(matching(team_id=team_id, wanted=wanted))


@planned_for_values()
def keys(*, team_id: UUID, wanted: ContactFilter) -> pl.Series:
    """Returns the ids of all contacts that match a filter, ascending."""
    if choosing.chooses(wanted):
        return _chosen_keys(team_id, wanted).sort()
    return contacts_sql.keys(matching(team_id=team_id, wanted=wanted)).sort()


def get(*, team_id: UUID, contact_id: int) -> Contact:
    """Returns a contact of the team. Raises NotFound."""
    found = _one(team_id, contact_id)
    if not found:
        raise NotFound
    return found[0]


@compiled
def _one(team: Given, contact: Given) -> QuerySet[Contact]:
    return Contact.objects.for_team(team).filter(pk=contact)


def by_ids(*, team_id: UUID, ids: Sequence[int]) -> QuerySet[Contact]:
    return Contact.objects.for_team(team_id).filter(pk__in=ids)


def _continued(continuing: _Found, query: ContactListQuery) -> Slice[Contact]:
    rows = continuing.rows()
    ordering = order_of(query.sort, SORTS, DEFAULT_SORT)
    column, descending = ordering[0].lstrip("-"), ordering[0].startswith("-")
    value, last_id = _place(query.after or "", query.sort, column)
    if column == "id":
        rows = rows.filter(pk__lt=last_id) if descending else rows.filter(pk__gt=last_id)
    else:
        # The row comparison lets the index (team, column, id) continue after the last page.
        rows = rows.annotate(place=_row(F(column), F("id")))
        compare = "place__lt" if descending else "place__gt"
        rows = rows.filter(**{compare: _row(Value(value), Value(last_id, BigIntegerField()))})
    keys = list(rows.order_by(*dict.fromkeys(ordering)).values_list("pk", flat=True)[: query.size])
    return Slice(_in_order(keys), continuing.total, continuing.exact, query.page, query.size)


def _row(*parts: Any) -> Func:
    # PostgreSQL compares the parts by their own types. Django requires an output field.
    return Func(*parts, function="ROW", output_field=TextField())


def _cursor(last: Contact, sort: str | None) -> str:
    column = SORTS[(sort or DEFAULT_SORT).lstrip("-")]
    value = {
        "id": None,
        "updated_at": last.updated_at.isoformat(),
        "email": last.email,
        "firstname_key": last.firstname.lower(),
        "lastname_key": last.lastname.lower(),
    }[column]
    return base64.urlsafe_b64encode(json.dumps([sort or DEFAULT_SORT, value, last.pk]).encode()).decode()


def _place(cursor: str, sort: str | None, column: str) -> tuple[Any, int]:
    try:
        made_for, value, last_id = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        value = datetime.fromisoformat(value) if column == "updated_at" else value
        is_value = {"id": lambda it: it is None, "updated_at": is_moment}.get(column, is_text)
        if made_for != (sort or DEFAULT_SORT) or not is_value(value) or not is_big_id(last_id):
            raise ValueError(cursor)
    except (ValueError, TypeError, RecursionError, binascii.Error) as error:
        raise FieldsInvalid.of("after", INVALID_CONTACTS_CURSOR) from error
    return value, last_id
