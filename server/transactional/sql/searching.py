"""Searches events, newest first, and counts them over time.

A search first scans the newest events, which fills a page with frequent ones. If that is not enough, it counts how many
events each of its words finds by an index, and reads those of the rarest. If even that one is frequent, it scans back
in slices until its time is over, and returns how far it has come. Slices are sized for the remaining time, and one that
takes longer is cancelled. So no search takes much longer than another, and none misses an event.

A slice is a number of events, or of index entries if an index has a word's events newest first.
"""

# ruff: noqa: S608 -- statements are joined of constants, values go by themselves
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from time import perf_counter
from typing import Any, Final
from uuid import UUID

from django.db import connection

from server.core.statement_timeouts import StatementTimedOut, limit_statements
from server.transactional.sql.filtering import MAX_RARE_ROWS, EventFilter, IndexScan
from server.transactional.states import EventType

FIRST_SLICE_EVENTS: Final = 2_000  # events; about two milliseconds
MAX_SLICE_EVENTS: Final = 20_000  # per statement
MAX_SLICE_INDEX_ENTRIES: Final = 200_000  # per statement
MAX_SLICE_GROWTH: Final = 8  # an index slice is at most this many times as long as the previous one
SEARCH_SECONDS: Final = 0.1  # after which a search returns what it has
OVERDUE_SECONDS: Final = 0.02  # after which a slice that takes longer than estimated is cancelled
_MIN_SECONDS: Final = 1e-6
# Types of events that a user might have to investigate.
PROBLEMS: Final = [
    kind.value
    for kind in (
        EventType.DEFERRED,
        EventType.BOUNCED,
        EventType.FAILED,
        EventType.COMPLAINED,
        EventType.IN_DOUBT,
        EventType.REFUSED,
    )
]

_EVENT_FIELDS: Final = (
    *("id", "at", "type", "message_id", "accepted_at", "position", "recipient", "sender", "domain", "tag", "subject"),
    *("key_id", "subaccount_id", "code", "enhanced", "reply", "detail"),
)
_COLUMNS: Final = ", ".join(f"e.{name}" for name in _EVENT_FIELDS)
_SPAN: Final = "e.team_id = %(team)s AND e.at >= %(start)s AND e.at <= %(at)s AND (e.at, e.id) < (%(at)s, %(id)s)"
# For counting, so that an index is enough: it also counts other events at the same instant.
_COUNTED: Final = "e.team_id = %(team)s AND e.at >= %(start)s AND e.at <= %(at)s"
_NEWEST: Final = "ORDER BY e.at DESC, e.id DESC"
# Without it, everything that an index finds goes into a bitmap before the first is counted.
_BY_INDEX: Final = " ORDER BY e.at DESC"
_FIRST_ID: Final = UUID(int=0)
_LAST_ID: Final = UUID(int=2**128 - 1)


@dataclass(frozen=True, slots=True)
class EventMatch:
    """An event in the results."""

    id: UUID
    at: datetime
    type: str
    message_id: UUID
    accepted_at: datetime
    position: int | None
    recipient: str
    sender: str
    domain: str
    tag: str
    subject: str
    key_id: UUID | None
    subaccount_id: UUID | None
    code: int
    enhanced: str
    reply: str
    detail: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EventPosition:
    """A position in the order of events, newest first: older events follow."""

    at: datetime
    id: UUID


@dataclass(frozen=True, slots=True)
class EventSearchResult:
    """Events, and the position that was reached; None at the start of the period."""

    rows: Sequence[EventMatch]
    reached: EventPosition | None


@dataclass(frozen=True, slots=True)
class EventCounts:
    """The number of events in each step after an origin, by step number: all, and problems.

    `reached` is the position that was reached; None at the start of the period.
    """

    bars: Mapping[int, tuple[int, int]]
    reached: EventPosition | None


class Search:
    """One search of a team's events from `start` to `end`, both included."""

    def __init__(self, team_id: UUID, *, start: datetime, end: datetime, wanted: EventFilter) -> None:
        self._wanted = wanted
        self._values: dict[str, Any] = {"team": team_id, "start": start}
        self._first = EventPosition(end, _LAST_ID)

    def page(self, *, before: EventPosition | None, size: int) -> EventSearchResult:
        """The next `size` events; fewer at the start of the period or after the time limit."""
        begun = perf_counter()
        until = begun + SEARCH_SECONDS
        place = before or self._first
        rows, reached = self._slice(place, size, FIRST_SLICE_EVENTS)
        if len(rows) > size:
            return _cut_page(rows, size)
        if reached is None:
            return EventSearchResult(rows, None)
        pace = FIRST_SLICE_EVENTS / max(perf_counter() - begun, _MIN_SECONDS)
        # From here on, after the scanned events.
        way, count = self._find_rarest_scan(reached)
        if way is not None and count <= MAX_RARE_ROWS:
            rows += self._read_candidates(reached, size + 1 - len(rows), way)
            return _cut_page(rows, size)
        most, longest, look = int(pace * (until - perf_counter())), MAX_SLICE_EVENTS, self._slice
        if way is not None and way.ordered:
            # The speed along an index is unrelated.
            most, longest, look = (
                FIRST_SLICE_EVENTS,
                MAX_SLICE_INDEX_ENTRIES,
                partial(self._read_along_index, way.branches[0]),
            )
        while reached is not None and len(rows) <= size and most >= FIRST_SLICE_EVENTS:
            begun = perf_counter()
            most = min(most, longest)
            wanted = size + 1 - len(rows)
            if most > FIRST_SLICE_EVENTS:
                try:
                    with limit_statements(round((until + OVERDUE_SECONDS - begun) * 1000)):
                        more, reached = look(reached, wanted, most)
                except StatementTimedOut:
                    # Older events might not be in memory. The next search continues there with small slices.
                    break
            else:
                # At least this many, or repeated searches would not make progress.
                more, reached = look(reached, wanted, most)
            rows += more
            ended = perf_counter()
            most = min(most * MAX_SLICE_GROWTH, int(most / max(ended - begun, _MIN_SECONDS) * (until - ended)))
        return _cut_page(rows, size) if len(rows) > size else EventSearchResult(rows, reached)

    def counted(self, *, origin: datetime, step: int, seconds: float = SEARCH_SECONDS) -> EventCounts:
        """Counts the events in steps of `step` seconds after `origin`, as far back as `seconds` and one slice allow."""
        until = perf_counter() + seconds
        values = {"origin": origin, "step": step, "problems": PROBLEMS}
        place = self._first
        way, count = self._find_rarest_scan(place)
        if way is not None and count <= MAX_RARE_ROWS:
            return EventCounts(self._count_bars(self._found(way), place, values), None)
        inner = way.branches[0] if way is not None and way.ordered else "true"
        total: dict[int, tuple[int, int]] = {}
        reached: EventPosition | None = place
        while reached is not None:
            for number, (every, problems) in self._count_bars(
                _build_next_query(MAX_SLICE_EVENTS, inner), reached, values
            ).items():
                before = total.get(number, (0, 0))
                total[number] = before[0] + every, before[1] + problems
            reached = self._end(reached, MAX_SLICE_EVENTS, inner)
            if perf_counter() >= until:
                break
        return EventCounts(total, reached)

    def _count_bars(
        self, events: str, place: EventPosition, values: Mapping[str, Any]
    ) -> Mapping[int, tuple[int, int]]:
        found = self._read(
            "SELECT floor(extract(epoch FROM e.at - %(origin)s) / %(step)s)::int, count(*),"
            " count(*) FILTER (WHERE e.type = ANY(%(problems)s::text[]))"
            f" FROM ({events}) AS e WHERE {self._wanted.where} GROUP BY 1",
            place,
            values,
        )
        return {number: (every, problems) for number, every, problems in found}

    def _slice(self, place: EventPosition, size: int, most: int) -> tuple[list[EventMatch], EventPosition | None]:
        """Matches among the next `most` events, at most one more than `size`, and the end of the slice."""
        rows = self._rows(
            f"SELECT {_COLUMNS} FROM ({_build_next_query(most, 'true')}) AS e WHERE {self._wanted.where} {_NEWEST}",
            place,
            size + 1,
        )
        return rows, place if len(rows) > size else self._end(place, most, "true")

    def _read_along_index(
        self, branch: str, place: EventPosition, size: int, most: int
    ) -> tuple[list[EventMatch], EventPosition | None]:
        """Like `_slice`, for the next `most` entries of a branch's index.

        The slice is a time range, so that the indexes of other words can be used too; rows that don't match are not
        read or sorted.
        """
        last = self._read(
            f"SELECT e.at FROM transactional_event AS e WHERE {_COUNTED} AND e.at < %(at)s AND {branch}{_BY_INDEX}"
            f" OFFSET {most - 1} LIMIT 1",
            place,
        )
        since = last[0][0] if last else self._values["start"]
        rows = self._read(
            f"WITH found AS MATERIALIZED (SELECT e.at, e.id FROM transactional_event AS e WHERE {_SPAN}"
            f" AND e.at >= %(since)s AND {branch} AND {self._wanted.where})"
            f" SELECT {_COLUMNS} FROM (SELECT * FROM found AS e {_NEWEST} LIMIT {size + 1}) AS f"
            f" JOIN transactional_event AS e ON e.team_id = %(team)s AND e.at = f.at AND e.id = f.id {_NEWEST}",
            place,
            {"since": since},
        )
        return [_build_match(found) for found in rows], EventPosition(since, _FIRST_ID) if last else None

    def _end(self, place: EventPosition, most: int, inner: str) -> EventPosition | None:
        last = self._read(
            f"SELECT e.at, e.id FROM transactional_event AS e WHERE {_SPAN} AND {inner} {_NEWEST}"
            f" OFFSET {most - 1} LIMIT 1",
            place,
        )
        return EventPosition(*last[0]) if last else None

    def _find_rarest_scan(self, place: EventPosition) -> tuple[IndexScan | None, int]:
        """The scan with the fewest candidates, counted to a little above MAX_RARE_ROWS."""
        ways = self._wanted.ways
        if not ways:
            return None, 0
        counts = ", ".join(
            "greatest({}, {})".format(
                way.more,
                " + ".join(
                    f"(SELECT count(*) FROM (SELECT FROM transactional_event AS e WHERE {_COUNTED} AND ({branch})"
                    f"{_BY_INDEX if way.ordered else ''} LIMIT {MAX_RARE_ROWS + 1}) AS c)"
                    for branch in way.branches
                ),
            )
            for way in ways
        )
        [found] = self._read(f"SELECT {counts}", place)
        count, number = min((count, number) for number, count in enumerate(found))
        return ways[number], count

    def _read_candidates(self, place: EventPosition, size: int, way: IndexScan) -> list[EventMatch]:
        return self._rows(
            f"WITH found AS MATERIALIZED ({self._found(way)})"
            f" SELECT {_COLUMNS} FROM found AS e WHERE {self._wanted.where} {_NEWEST}",
            place,
            size,
        )

    @staticmethod
    def _found(way: IndexScan) -> str:
        return " UNION ALL ".join(
            f"SELECT * FROM transactional_event AS e WHERE {_SPAN} AND ({branch})" for branch in way.branches
        )

    def _rows(self, statement: str, place: EventPosition, most: int) -> list[EventMatch]:
        return [_build_match(found) for found in self._read(f"{statement} LIMIT {most}", place)]

    def _read(
        self, statement: str, place: EventPosition, more: Mapping[str, Any] | None = None
    ) -> list[tuple[Any, ...]]:
        values = self._values | self._wanted.values | {"at": place.at, "id": place.id} | dict(more or {})
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return list(cursor.fetchall())


def _build_next_query(most: int, inner: str) -> str:
    return f"SELECT * FROM transactional_event AS e WHERE {_SPAN} AND {inner} {_NEWEST} LIMIT {most}"


def _cut_page(rows: list[EventMatch], size: int) -> EventSearchResult:
    if len(rows) <= size:
        return EventSearchResult(rows, None)
    last = rows[size - 1]
    return EventSearchResult(rows[:size], EventPosition(last.at, last.id))


def _build_match(found: Sequence[Any]) -> EventMatch:
    # The driver configured by Django does not parse JSON.
    named = dict(zip(_EVENT_FIELDS, found, strict=True))
    detail = named["detail"]
    return EventMatch(**named | {"detail": json.loads(detail) if isinstance(detail, str) else detail})


def list_message_events(team_id: UUID, *, message_id: UUID, since: datetime, most: int) -> Sequence[EventMatch]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {_COLUMNS} FROM transactional_event AS e WHERE e.team_id = %s AND e.message_id = %s AND e.at >= %s"
            " ORDER BY e.at, e.id LIMIT %s",
            [team_id, message_id, since, most],
        )
        return [_build_match(found) for found in cursor.fetchall()]
