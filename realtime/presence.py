"""Presence: publishes what the sockets of this process show to their teams.

Sockets never wait for this. Changes are collected for a moment and then written and published together, for any number
of sockets. All processes together notify a team at most a few times a second.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final
from uuid import UUID, uuid4

import structlog
from channels.layers import get_channel_layer
from psycopg import Error as DatabaseError
from psycopg_pool import PoolTimeout
from redis import asyncio as redis
from redis.exceptions import RedisError

from realtime.batch_loader import BatchLoader
from realtime.presence_store import HEARTBEAT_SECONDS, PUBLISH_INTERVAL_MS, PresenceStore, TeamPresence
from server.core import clock, outbox, rooms
from server.core.callers import Caller
from server.core.events import DomainEvent
from server.presence import entries
from server.presence.entries import PresenceEntry
from server.presence.events import SessionsPresenceChanged, TeamPresenceChanged

logger = structlog.get_logger(__name__)

GATHER_SECONDS: Final = PUBLISH_INTERVAL_MS / 1000
RETRY_SECONDS: Final = 1
# Ephemeral events can be lost, so every team is notified at this interval even without a change.
HEARTBEATS_PER_REFRESH: Final = 6
SUPPORT_TEAM: Final = "support-team"
SETTINGS_CHANGED: Final = "teams.settings.changed"

OUTAGES: Final = (RedisError, OSError, DatabaseError, PoolTimeout)

PresenceKey = tuple[UUID, str]  # team, owner of the socket
ListVisibleTeams = Callable[[Sequence[UUID]], Coroutine[Any, Any, frozenset[UUID]]]


class Presence:
    """The presence of one process. `showing` returns the teams whose members can see each other."""

    def __init__(self, client: "redis.Redis", showing: ListVisibleTeams) -> None:
        self._process = uuid4().hex
        self._store = PresenceStore(client, self._process)
        self._list_visible_teams = showing
        self._entries: dict[PresenceKey, PresenceEntry] = {}
        self._watched: dict[UUID, None] = {}
        # Pending writes and notifications. For a team with True, both people and sessions have changed; else only
        # sessions.
        self._puts: dict[PresenceKey, PresenceEntry] = {}
        self._drops: dict[PresenceKey, None] = {}
        self._news: dict[UUID, bool] = {}
        self._changed = asyncio.Event()
        self._living: frozenset[str] = frozenset()
        # Whether the last heartbeat succeeded.
        self._is_confirmed = False
        self._people_loader: BatchLoader[UUID, TeamPresenceChanged] = BatchLoader(self._load_people)

    def show(self, owner: str, caller: Caller, screen: str, thing: str | None) -> None:
        key, before = (caller.team_id, owner), self._entries.get((caller.team_id, owner))
        now_ms = round(clock.now().timestamp() * 1000)
        same = before is not None and (before.screen, before.thing) == (screen, thing)
        entry = PresenceEntry(
            process=self._process,
            session_id=str(caller.session_id),
            user_id=str(caller.user_id),
            fullname=caller.fullname,
            initials=caller.initials,
            screen=screen,
            thing=thing,
            since_ms=before.since_ms if before is not None and same else now_ms,
            seen_ms=now_ms,
        )
        self._entries[key] = self._puts[key] = entry
        self._drops.pop(key, None)
        self._queue_update(caller.team_id, people=before is None or before.thing != thing)

    def leave(self, owner: str, caller: Caller) -> None:
        key = (caller.team_id, owner)
        if self._entries.pop(key, None) is not None:
            self._puts.pop(key, None)
            self._drops[key] = None
            self._queue_update(caller.team_id)

    def watch(self, room: str) -> None:
        """Handles a joined room: an operator's room is notified of its team immediately."""
        kind, _, team = room.partition(":")
        if kind == SUPPORT_TEAM:
            self._watched[UUID(team)] = None
            self._queue_update(UUID(team), people=False)

    def settings_changed(self, told_rooms: Sequence[str]) -> None:
        for room in told_rooms:
            kind, _, team = room.partition(":")
            if kind == rooms.TEAM:
                self._queue_update(UUID(team))

    async def people(self, team: UUID) -> Mapping[str, Any]:
        """The present members, in the form of the event. Concurrent calls share one read."""
        told = await self._people_loader.ask(team)
        return told.wire() if told is not None else {"revision": 0, "people": []}

    def refresh(self) -> None:
        """Notifies all teams of this process, since an event might have been lost."""
        self._queue_all_updates()

    async def run(self, is_watched: Callable[[str], bool]) -> None:
        """Sends heartbeats until cancelled. `is_watched` returns whether a room has sockets here."""
        beats = 0
        while True:
            try:
                await self._beat(is_watched)
                beats += 1
                if beats % HEARTBEATS_PER_REFRESH == 0:
                    self._queue_all_updates()
            except OUTAGES as error:
                logger.warning("presence.unreachable", error=str(error))
            except Exception:
                logger.exception("presence.failed")
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def run_telling(self) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._changed.clear()
            try:
                await self._flush()
            except OUTAGES as error:
                logger.warning("presence.not_told", error=str(error))
                await asyncio.sleep(RETRY_SECONDS)
                self._changed.set()
            except Exception:
                logger.exception("presence.failed")
                await asyncio.sleep(RETRY_SECONDS)

    async def end(self) -> None:
        try:
            await self._store.write({}, list(self._entries))
            await self._store.end()
        except OUTAGES as error:
            logger.warning("presence.unreachable", error=str(error))

    async def _beat(self, is_watched: Callable[[str], bool]) -> None:
        # The response of a successful heartbeat might have been lost.
        sure, self._is_confirmed = self._is_confirmed, False
        known, living = await self._store.beat()
        self._is_confirmed = True
        if not known or not sure:
            self._puts = dict(self._entries)
        if not known or not sure or self._living - living:
            self._queue_all_updates()
        self._living = living
        self._watched = {team: None for team in self._watched if is_watched(rooms.build_room(SUPPORT_TEAM, team))}
        if self._watched:
            await self._store.watch(self._watched)

    async def _flush(self) -> None:
        # Both are taken before the first await: a change during this flush is written and published by the next one.
        waiting, puts, drops = self._puts, dict(self._puts), list(self._drops)
        news, self._news = self._news, {}
        try:
            await self._store.write(puts, drops)
            for key, entry in puts.items():
                if waiting.get(key) is entry:
                    del waiting[key]
            for key in drops:
                self._drops.pop(key, None)
            turns = await self._store.turns(list(news))
            await self._publish({team: news[team] for team in turns})
            for team in turns:
                del news[team]
        finally:
            # Teams without a turn yet, or whose notification failed.
            for team, people in news.items():
                self._queue_update(team, people=people)

    async def _publish(self, news: Mapping[UUID, bool]) -> None:
        if not news:
            return
        await self._store.watch(self._watched)
        found = await self._store.read(list(news))
        showing = await self._list_visible_teams(list(news))
        layer = get_channel_layer()
        for team, state in found.items():
            if news[team]:
                await layer.group_send(
                    *_build_message(_build_people_event(state, shown=team in showing), rooms.team(team))
                )
            if state.watched:
                room = rooms.build_room(SUPPORT_TEAM, team)
                told = SessionsPresenceChanged(revision=state.revision, sessions=entries.build_sessions(state.entries))
                await layer.group_send(*_build_message(told, room))

    async def _load_people(self, teams: Sequence[UUID]) -> Mapping[UUID, TeamPresenceChanged]:
        found, showing = await self._store.read(teams), await self._list_visible_teams(teams)
        return {team: _build_people_event(state, shown=team in showing) for team, state in found.items()}

    def _queue_update(self, team: UUID, *, people: bool = True) -> None:
        self._news[team] = people or self._news.get(team, False)
        self._changed.set()

    def _queue_all_updates(self) -> None:
        for team, _ in self._entries:
            self._queue_update(team)


def _build_people_event(state: TeamPresence, *, shown: bool) -> TeamPresenceChanged:
    return TeamPresenceChanged(revision=state.revision, people=entries.build_people(state.entries) if shown else [])


def _build_message(event: DomainEvent, room: str) -> tuple[str, dict[str, Any]]:
    return outbox.build_ephemeral_message(outbox.EphemeralEvent(event.name, (room,), event.wire(), event.replaces()))
