"""Queries for events: searches, and the events of a message."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Final
from uuid import UUID

from django.db.models import Q

from server.core import clock
from server.core.bounded_types import is_bounded_datetime
from server.core.causes import INVALID_CURSOR
from server.core.errors import FieldsInvalid
from server.core.ids import to_milliseconds
from server.transactional import search_grammar, search_periods
from server.transactional.bindings import Binding
from server.transactional.models import ApiKey, SavedSearch
from server.transactional.schemas.events import EventOut, EventQuery, EventsOut
from server.transactional.sql import searching
from server.transactional.sql.filtering import EventFilter, build_filter
from server.transactional.sql.searching import EventMatch, EventPosition, Search
from server.transactional.states import EventType

MAX_EVENTS: Final = 1_000
MAX_SEARCHES: Final = 100
# An event's time can be slightly before its message's acceptance: clocks of several machines.
MAX_CLOCK_SKEW: Final = timedelta(minutes=5)


def list_events(binding: Binding, query: EventQuery) -> EventsOut:
    window = search_periods.resolve_period(binding.team_id, start=query.start, end=query.end)
    wanted = build_search_filter(binding, query.q)
    before = _decode_cursor(query.before)
    search = Search(binding.team_id, start=window.start, end=window.end, wanted=wanted)
    found = search.page(before=before, size=query.size)
    return EventsOut(
        items=[event_out(row) for row in found.rows],
        before=None if found.reached is None else _encode_cursor(found.reached),
        reached=window.start if found.reached is None else found.reached.at,
        start=window.start,
        end=window.end,
        retention_days=window.retention_days,
        revision=to_milliseconds(clock.now()),
    )


def build_search_filter(binding: Binding, text: str) -> EventFilter:
    """The filter of a search for this team, among visible events. Raises SearchInvalid."""
    words = search_grammar.parse(text)
    wanted = build_filter(words, _find_keys(binding, [word.value for word in words if word.key == "key"]))
    wanted.narrow(binding.ids, is_sandbox=binding.is_sandbox)
    return wanted


def _find_keys(binding: Binding, values: Sequence[str]) -> Mapping[str, Sequence[UUID]]:
    """The visible API keys that match each value: by name, or by the start of the prefix."""
    if not values:
        return {}
    matching = [Q(prefix__startswith=value.lower()) | Q(name__iexact=value) for value in dict.fromkeys(values)]
    rows = ApiKey.objects.for_team(binding).filter(binding.keys(), reduce(or_, matching))
    known = list(rows.values_list("pk", "prefix", "name"))
    return {
        value: [pk for pk, prefix, name in known if prefix.startswith(value.lower()) or name.lower() == value.lower()]
        for value in values
    }


def _encode_cursor(place: EventPosition) -> str:
    return f"{place.at.isoformat()}_{place.id.hex}"


def _decode_cursor(cursor: str | None) -> EventPosition | None:
    if not cursor:
        return None
    at, _, event_id = cursor.replace(" ", "+").rpartition("_")
    try:
        place = EventPosition(datetime.fromisoformat(at), UUID(event_id))
    except ValueError as error:
        raise FieldsInvalid.of("before", INVALID_CURSOR, cursor) from error
    if not is_bounded_datetime(place.at):
        raise FieldsInvalid.of("before", INVALID_CURSOR, cursor)
    return place


def list_message_events(team_id: UUID, *, message_id: UUID, accepted_at: datetime) -> Sequence[EventOut]:
    rows = searching.list_message_events(
        team_id, message_id=message_id, since=accepted_at - MAX_CLOCK_SKEW, most=MAX_EVENTS
    )
    return [event_out(row) for row in rows]


def event_out(row: EventMatch) -> EventOut:
    return EventOut(
        id=row.id,
        at=row.at,
        type=EventType(row.type),
        message_id=row.message_id,
        time=to_milliseconds(row.accepted_at),
        position=row.position,
        recipient=row.recipient,
        sender=row.sender,
        subject=row.subject,
        tag=row.tag,
        domain=row.domain,
        key_id=row.key_id,
        detail=row.detail,
    )


def list_searches(team_id: UUID) -> Sequence[SavedSearch]:
    return list(SavedSearch.objects.for_team(team_id).order_by("name", "pk")[:MAX_SEARCHES])
