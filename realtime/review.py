"""Reviews of access rights: immediately for sockets named in an event, and periodically for all.

A session that has ended loses its sockets even if the event about it was lost. A socket whose caller has lost a
permission leaves the rooms that require it.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

import structlog

from realtime.authorization import (
    CONNECT_ACCESS,
    RoomLookup,
    SocketAuthorizer,
    build_room_lookup,
    check_room_permission,
)
from realtime.hub import Hub
from realtime.limits import SocketLimits
from realtime.socket import Socket
from server.core import rooms
from server.core.callers import Caller
from server.core.errors import ApiError, NotFound

logger = structlog.get_logger(__name__)

# So few that processing one batch blocks the loop for only a few milliseconds.
MAX_BATCH_SIZE: Final = 100
RETRY_SECONDS: Final = 0.5

Item = TypeVar("Item")


class SessionReview:
    """Checks the sessions of this process with the authentication query, and their rooms with the apps' queries."""

    def __init__(self, hub: Hub, gate: SocketAuthorizer, limits: SocketLimits) -> None:
        self._hub = hub
        self._authorizer = gate
        self._limits = limits
        self._asked: dict[Socket, None] = {}
        self._wanted = asyncio.Event()
        # One review at a time: an older result must not overwrite a newer one.
        self._check_lock = asyncio.Lock()

    def ask(self, sockets: Iterable[Socket]) -> None:
        """Requests a review of these sockets. Requests during a review are combined in the next one."""
        for socket in sockets:
            socket.reviews += 1
            self._asked[socket] = None
        self._wanted.set()

    async def run(self) -> None:
        while True:
            await asyncio.sleep(self._limits.review_seconds)
            try:
                await self.check(list(self._hub.sockets))
            except Exception:
                # Database outage: sockets stay open, and the next review applies the changes.
                logger.exception("realtime.review_failed")

    async def run_asked(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            asked, self._asked = self._asked, {}
            try:
                await self.check(list(asked))
            except Exception:
                logger.exception("realtime.review_failed")
                self._asked = asked | self._asked
                await asyncio.sleep(RETRY_SECONDS)
                self._wanted.set()
                continue
            for socket in asked:
                socket.reviewed()

    async def check(self, sockets: Sequence[Socket]) -> None:
        """Ends sockets whose session can no longer connect. The others leave rooms that they can no longer access."""
        async with self._check_lock:
            callers = await self._callers(sockets)
            for socket in sockets:
                self._apply(socket, callers.get(socket.token_hash))
            await self._check_rooms([socket for socket in sockets if not socket.closed])

    async def _callers(self, sockets: Sequence[Socket]) -> Mapping[bytes, Caller]:
        found: dict[bytes, Caller] = {}
        for batch in _split_into_batches(list(dict.fromkeys(socket.token_hash for socket in sockets))):
            found.update(await self._authorizer.callers(batch))
        return found

    def _apply(self, socket: Socket, caller: Caller | None) -> None:
        if socket.closed:
            return
        try:
            if caller is None:
                raise NotFound
            CONNECT_ACCESS.check(caller, method="GET")
        except ApiError:
            socket.end()
            return
        socket.caller = caller

    async def _check_rooms(self, sockets: Sequence[Socket]) -> None:
        asked: dict[RoomLookup, list[tuple[Socket, str]]] = {}
        left: dict[Socket, None] = {}
        for socket, caller, room in _iter_watched_rooms(sockets):
            try:
                asked.setdefault(build_room_lookup(caller, room), []).append((socket, room))
            except ApiError as error:
                socket.lose(room, error.code)
                left[socket] = None
        for batch in _split_into_batches(list(asked)):
            there = await self._authorizer.watchable(batch)
            for question in batch:
                for socket, room in asked[question]:
                    code = _find_rejection_code(socket.caller, there.get(question))
                    if code is not None:
                        socket.lose(room, code)
                        left[socket] = None
        for socket in left:
            await socket.save()


def _find_rejection_code(caller: Caller | None, needed: str | None) -> str | None:
    """Why the caller cannot be in a room with this requirement, or None. A missing room has the requirement None."""
    if caller is None or needed is None:
        return NotFound.code
    try:
        check_room_permission(caller, needed)
    except ApiError as error:
        return error.code
    return None


def _iter_watched_rooms(sockets: Sequence[Socket]) -> Iterator[tuple[Socket, Caller, str]]:
    for socket in sockets:
        if socket.caller is None:
            continue
        for room in [*socket.rooms, *(room for room in socket.documents if room not in socket.rooms)]:
            if room.partition(":")[0] not in rooms.OWN_KINDS:
                yield socket, socket.caller, room


def _split_into_batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), MAX_BATCH_SIZE):
        yield items[start : start + MAX_BATCH_SIZE]
