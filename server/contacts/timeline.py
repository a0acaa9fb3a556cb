"""What happened to one contact, newest first, out of many tables: each area registers a source of its own.

A page asks each source for as many entries as the page holds, from where the last page ended, and joins them by time:
as many queries as there are sources, whatever the contact has been through. At one moment a later source comes first.
"""

import base64
import binascii
import heapq
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from server.contacts.causes import INVALID_TIMELINE_CURSOR
from server.contacts.events import TimelineGrown
from server.core import clock, rooms
from server.core.errors import FieldsInvalid
from server.core.events import publish
from server.core.registry import Registry
from server.core.wire_types import is_big_id, is_moment, is_text

ROOM = "contact"
_PAST_EVERY_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened; `details` are fields of schemas.timeline.TimelineItem."""

    at: datetime
    id: int
    kind: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a source is asked for: the newest entries of these kinds that come before (at, id) in descending order."""

    team_id: UUID
    contact_id: int
    kinds: frozenset[str]
    before_at: datetime | None
    before_id: int
    limit: int


@dataclass(frozen=True, slots=True)
class Source:
    """Where entries of some kinds are found. `read` answers them in descending order of (at, id)."""

    name: str
    kinds: frozenset[str]
    read: Callable[[Asked], list[Entry]]


@dataclass(frozen=True, slots=True)
class Timeline:
    """A page: keys are unique in the whole timeline; `next` continues it."""

    items: Sequence[tuple[str, Entry]]
    next: str | None


SOURCES = Registry[str, Source]("timeline source")


def register(source: Source) -> None:
    """Lets the timeline show what the source finds."""
    SOURCES.add(source.name, source)


def kinds() -> frozenset[str]:
    """All kinds of entries."""
    return frozenset().union(*(source.kinds for source in SOURCES.values()))


def page(*, team_id: UUID, contact_id: int, wanted: Iterable[str], after: str | None, size: int) -> Timeline:
    """The newest entries of the wanted kinds, of all where none is named. Raises FieldsInvalid for a wrong `after`."""
    chosen = frozenset(wanted) or kinds()
    at, name, last_id = _place(after) if after else (None, "", _PAST_EVERY_ID)
    ordered = sorted(SOURCES.values(), key=lambda source: source.name, reverse=True)
    found: list[list[tuple[datetime, str, int, Entry]]] = []
    for source in ordered:
        if not chosen & source.kinds:
            continue
        before_id = last_id if source.name == name else _PAST_EVERY_ID if source.name < name else -1
        asked = Asked(team_id, contact_id, chosen & source.kinds, at, before_id, size + 1)
        found.append([(entry.at, source.name, entry.id, entry) for entry in source.read(asked)])
    merged = heapq.merge(*found, key=lambda row: row[:3], reverse=True)
    rows = [row for row, _ in zip(merged, range(size + 1), strict=False)]
    last = rows[size - 1] if len(rows) > size else None
    items = [(f"{name}:{entry_id}", entry) for _, name, entry_id, entry in rows[:size]]
    return Timeline(items, _cursor(*last[:3]) if last else None)


def room_of(contact_id: int) -> str:
    """The room of those who look at a contact. Rooms are named by UUIDs: its number is the contact's."""
    # As UUID(int=contact_id) writes it, for less: a sender names each contact that it has written to.
    digits = f"{contact_id:032x}"
    return rooms.watching(ROOM, f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}")


def grew(contact_ids: Iterable[int]) -> None:
    """Tells who looks at one of these contacts that its timeline has something new."""
    names = [room_of(contact_id) for contact_id in contact_ids]
    for start in range(0, len(names), rooms.MOST_ROOMS):
        publish(TimelineGrown(at=clock.now()), rooms=names[start : start + rooms.MOST_ROOMS])


def _cursor(at: datetime, name: str, entry_id: int) -> str:
    return base64.urlsafe_b64encode(json.dumps([at.isoformat(), name, entry_id]).encode()).decode()


def _place(cursor: str) -> tuple[datetime, str, int]:
    try:
        at, name, entry_id = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        moment = datetime.fromisoformat(at)
        if not is_moment(moment) or not is_text(name) or not is_big_id(entry_id):
            raise ValueError(cursor)
    except (ValueError, TypeError, RecursionError, binascii.Error) as error:
        raise FieldsInvalid.of("after", INVALID_TIMELINE_CURSOR) from error
    return moment, name, entry_id
