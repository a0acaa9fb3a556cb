"""Timeline of a contact, newest first, merged from sources that apps register.

A page queries each source once, for as many entries as the page holds, and merges them by time. The number of queries
does not depend on the contact. Of simultaneous entries, those of a later source come first.
"""

import base64
import binascii
import heapq
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Annotated, Any
from uuid import UUID

from pydantic import create_model

from server.contacts.causes import INVALID_TIMELINE_CURSOR
from server.contacts.events import TimelineGrown
from server.contacts.schemas.timeline import EntryOut
from server.core import clock, rooms
from server.core.bounded_types import is_big_id, is_bounded_datetime, is_text
from server.core.errors import FieldsInvalid
from server.core.events import publish
from server.core.one_of import OneOf
from server.core.registry import Registry, sort_entries

ROOM = "contact"
_MAX_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One timeline entry. `details` are fields of its source's schema."""

    at: datetime
    id: int
    kind: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TimelineRequest:
    """A query to a source: the newest entries of these kinds before (at, id) in descending order."""

    team_id: UUID
    contact_id: int
    kinds: frozenset[str]
    before_at: datetime | None
    before_id: int
    limit: int


@dataclass(frozen=True, slots=True)
class TimelineSource:
    """A source of entries of some kinds. `read` returns them in descending order of (at, id).

    In the API contract, its kinds follow those of the source `after`, if given. `schema` adds the fields that only
    these entries have.
    """

    name: str
    kinds: tuple[str, ...]
    schema: type[EntryOut]
    read: Callable[[TimelineRequest], list[TimelineEntry]]
    after: str | None = None


@dataclass(frozen=True, slots=True)
class TimelinePage:
    """A page. Keys are unique in the whole timeline; `next` is the cursor of the next page."""

    items: Sequence[tuple[str, TimelineEntry]]
    next: str | None


SOURCES = Registry[str, TimelineSource]("timeline source")


def register_source(source: TimelineSource) -> None:
    """Raises ValueError for a duplicate name, and for a field that the base or another schema has."""
    redefined = source.schema.__annotations__.keys() & EntryOut.model_fields.keys()
    if redefined and source.schema is not EntryOut:
        raise ValueError(f"The source {source.name} redefines {sorted(redefined)}")
    for other in SOURCES.values():
        if other.name == source.name:
            continue
        if other.schema is not source.schema and (shared := _get_own_fields(other) & _get_own_fields(source)):
            raise ValueError(f"The sources {source.name} and {other.name} both have {sorted(shared)}")
    SOURCES.add(source.name, source)


def list_kinds() -> list[str]:
    """In the order of the API contract."""
    return list(dict.fromkeys(kind for source in _list_ordered_sources() for kind in source.kinds))


TimelineKind = Annotated[str, OneOf(list_kinds)]


@cache
def build_item_schema() -> type[EntryOut]:
    """Returns the schema of all entries, with the fields of each source.

    Raises RuntimeError before all apps have registered theirs.
    """
    schemas = dict.fromkeys(source.schema for source in _list_ordered_sources())
    return create_model(
        "TimelineItem",
        __base__=(*reversed(schemas), EntryOut),
        __module__=__name__,
        __doc__="One entry of a contact’s timeline. `kind` determines which other fields are set.",
        kind=(TimelineKind, ...),
    )


def build_item(key: str, entry: TimelineEntry) -> EntryOut:
    return build_item_schema().model_validate({"key": key, "kind": entry.kind, "at": entry.at, **entry.details})


def list_page(*, team_id: UUID, contact_id: int, wanted: Iterable[str], after: str | None, size: int) -> TimelinePage:
    """Covers all kinds if none is wanted. Raises FieldsInvalid for an invalid cursor."""
    chosen = frozenset(wanted) or frozenset(list_kinds())
    at, name, last_id = _parse_cursor(after) if after else (None, "", _MAX_ID)
    ordered = sorted(SOURCES.values(), key=lambda source: source.name, reverse=True)
    found: list[list[tuple[datetime, str, int, TimelineEntry]]] = []
    for source in ordered:
        asked_kinds = chosen & frozenset(source.kinds)
        if not asked_kinds:
            continue
        before_id = last_id if source.name == name else _MAX_ID if source.name < name else -1
        asked = TimelineRequest(team_id, contact_id, asked_kinds, at, before_id, size + 1)
        found.append([(entry.at, source.name, entry.id, entry) for entry in source.read(asked)])
    merged = heapq.merge(*found, key=lambda row: row[:3], reverse=True)
    rows = [row for row, _ in zip(merged, range(size + 1), strict=False)]
    last = rows[size - 1] if len(rows) > size else None
    items = [(f"{name}:{entry_id}", entry) for _, name, entry_id, entry in rows[:size]]
    return TimelinePage(items, _build_cursor(*last[:3]) if last else None)


def get_room(contact_id: int) -> str:
    """Room names are UUIDs, made from the contact id."""
    # Same as UUID(int=contact_id), but faster: a send names each of its contacts.
    digits = f"{contact_id:032x}"
    return rooms.build_room(ROOM, f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}")


def publish_growth(contact_ids: Iterable[int]) -> None:
    names = [get_room(contact_id) for contact_id in contact_ids]
    for start in range(0, len(names), rooms.MAX_ROOMS_PER_EVENT):
        publish(TimelineGrown(at=clock.now()), rooms=names[start : start + rooms.MAX_ROOMS_PER_EVENT])


def _list_ordered_sources() -> list[TimelineSource]:
    return sort_entries(SOURCES.values())


def _get_own_fields(source: TimelineSource) -> set[str]:
    return source.schema.model_fields.keys() - EntryOut.model_fields.keys()


def _build_cursor(at: datetime, name: str, entry_id: int) -> str:
    return base64.urlsafe_b64encode(json.dumps([at.isoformat(), name, entry_id]).encode()).decode()


def _parse_cursor(cursor: str) -> tuple[datetime, str, int]:
    try:
        at, name, entry_id = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        moment = datetime.fromisoformat(at)
        if not is_bounded_datetime(moment) or not is_text(name) or not is_big_id(entry_id):
            raise ValueError(cursor)
    except (ValueError, TypeError, RecursionError, binascii.Error) as error:
        raise FieldsInvalid.of("after", INVALID_TIMELINE_CURSOR) from error
    return moment, name, entry_id
