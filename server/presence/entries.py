"""From the sockets of a team to its presence events. Pure functions, so that every process publishes the same."""

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Final, Self
from uuid import UUID

from server.presence.schemas import PresentPerson, PresentSession

# The event must stay small, and more avatars would show nothing new.
MAX_PEOPLE: Final = 200
MAX_SESSIONS: Final = 200
MAX_RECORD_IDS: Final = 20

_SCREEN: Final = re.compile(r"[a-z][a-z0-9-]{0,59}")
_RECORD_ID: Final = re.compile(r"[a-z][a-z-]{0,29}:[A-Za-z0-9-]{1,40}")


def is_screen(text: object) -> bool:
    return isinstance(text, str) and _SCREEN.fullmatch(text) is not None


def is_record_id(text: object) -> bool:
    return isinstance(text, str) and _RECORD_ID.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class PresenceEntry:
    """One socket: its user, its screen with the start time, and its process."""

    process: str
    session_id: str
    user_id: str
    fullname: str
    initials: str
    screen: str
    thing: str | None
    since_ms: int
    seen_ms: int

    @classmethod
    def of(cls, text: str) -> Self:
        found = json.loads(text)
        # During a rollout, entries of another version can exist beside ours.
        return cls(**{name: found.get(name) for name in cls.__slots__})

    def text(self) -> str:
        """The JSON that Redis stores."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)


def build_people(entries: Iterable[PresenceEntry]) -> list[PresentPerson]:
    """Every user once, for any number of tabs. Sorted by arrival; above the limit, only the first are included."""
    by_user: dict[str, list[PresenceEntry]] = {}
    for entry in sorted(entries, key=lambda entry: (entry.since_ms, entry.user_id)):
        by_user.setdefault(entry.user_id, []).append(entry)
    return [_build_person(tabs) for tabs in list(by_user.values())[:MAX_PEOPLE]]


def build_sessions(entries: Iterable[PresenceEntry]) -> list[PresentSession]:
    """Every session once, by its most recently used tab; the most recent first."""
    latest: dict[str, PresenceEntry] = {}
    for entry in sorted(entries, key=lambda entry: (-entry.seen_ms, entry.session_id)):
        latest.setdefault(entry.session_id, entry)
    return [_build_session(entry) for entry in list(latest.values())[:MAX_SESSIONS]]


def _build_person(tabs: list[PresenceEntry]) -> PresentPerson:
    things = dict.fromkeys(tab.thing for tab in sorted(tabs, key=lambda tab: -tab.seen_ms) if tab.thing)
    newest = max(tabs, key=lambda tab: tab.seen_ms)
    return PresentPerson(
        user_id=UUID(newest.user_id),
        fullname=newest.fullname,
        initials=newest.initials,
        things=sorted(list(things)[:MAX_RECORD_IDS]),
    )


def _build_session(entry: PresenceEntry) -> PresentSession:
    return PresentSession(
        session_id=UUID(entry.session_id),
        user_id=UUID(entry.user_id),
        screen=entry.screen,
        thing=entry.thing,
        since=_to_datetime(entry.since_ms),
        last_seen_at=_to_datetime(entry.seen_ms),
    )


def _to_datetime(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
