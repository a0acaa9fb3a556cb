"""From a CONNECT packet to a socket in its rooms: admitted by its token, resumed where an earlier one broke off."""

import asyncio
import re
from collections.abc import Iterable
from typing import Any, Final, Protocol

from realtime import metrics, packets
from realtime.gate import own_rooms
from realtime.log import START, Position, position_of
from realtime.outflow import Outflow
from realtime.recovery import Record
from realtime.socket import Socket
from realtime.switchboard import Switchboard
from server.core import clock, rooms
from server.core.callers import Caller, hash_token
from server.core.errors import AccessTokenMissing, ApiError

# Tokens are 43 characters; a longer text is not one.
LONGEST_TOKEN: Final = 256
PID = re.compile(r"^[0-9a-f]{32}$")
# A page that took longer to connect fetches all again by itself.
MOST_SINCE_MS: Final = 10_000
# What the page had fetched before it began to connect, and clocks of several machines.
SINCE_MARGIN_MS: Final = 2_000


class TooEarly(Exception):
    """The session flooded and has to wait."""


class ConnectingSocket(Socket, Protocol):
    """A socket that is being admitted: who it is may still be set."""

    address: str
    sid: str
    owner: str
    out: Outflow
    switchboard: Switchboard


async def connect(socket: ConnectingSocket, auth: dict[str, Any]) -> None:
    """Admits the socket and lets its events flow. Raises the ApiError that keeps it out, or TooEarly.

    A first connect may say `since`, the milliseconds for which its page has been fetching: what was kept meanwhile for
    its session, user and team is told, or `link:missed` when that can't be.
    """
    token = auth.get("token")
    if not isinstance(token, str) or not token or len(token) > LONGEST_TOKEN:
        raise AccessTokenMissing
    if socket.switchboard.floods.must_wait(hash_token(token), socket.address):
        raise TooEarly
    controls = socket.switchboard.hub.controls
    socket.token_hash, caller = await socket.switchboard.gate.admit(token)
    record = await _record(socket, caller, auth.get("pid"))
    watched = [] if record is None else await _still_watchable(socket, record)
    if _gone(socket):
        return
    # From here to `begin` nothing waits: the cursor and the rooms must be of the same moment.
    socket.caller = caller
    resumed = record is not None and _resume(socket, record, auth)
    if resumed and record is not None:
        before, missed = record.rooms, False
    else:
        before, missed = _begin(socket, own_rooms(caller), auth.get("since"))
    for room in [*own_rooms(caller), *(watched if resumed else [])]:
        socket.join(room)
        if room in before:
            socket.out.rooms[room] = before[room]
    socket.switchboard.hub.add(socket)
    if controls != socket.switchboard.hub.controls:
        # A word may have come for this session while it was in no room to hear it.
        socket.switchboard.review.ask([socket])
    await socket.save()
    if _gone(socket):
        return
    socket.connected = True
    metrics.connects.labels("recovered" if resumed else "new").inc()
    socket.out.answer(packets.connected(sid=socket.sid, pid=socket.pid))
    if missed:
        socket.out.answer(packets.told("link:missed", {}))
    socket.out.open()


def _gone(socket: ConnectingSocket) -> bool:
    return socket.closed


async def _record(socket: ConnectingSocket, caller: Caller, pid: object) -> Record | None:
    """What an earlier connection of the same session left."""
    if not isinstance(pid, str) or not PID.match(pid):
        return None
    record = await socket.switchboard.take(pid, socket.owner)
    return record if record is not None and record.session_id == str(caller.session_id) else None


async def _still_watchable(socket: ConnectingSocket, record: Record) -> list[str]:
    """Of the watched rooms of the earlier connection those that may be watched now."""
    asked = [room for room in record.rooms if room.partition(":")[0] not in rooms.OWN_KINDS]

    async def allowed(room: str) -> bool:
        try:
            await socket.switchboard.gate.authorise(socket.token_hash, room)
        except ApiError:
            return False
        return True

    answers = await asyncio.gather(*map(allowed, asked))
    return [room for room, may in zip(asked, answers, strict=True) if may]


def _begin(socket: ConnectingSocket, own: Iterable[str], milliseconds: object) -> tuple[dict[str, Position], bool]:
    """Puts the cursor where the page began that has been there for so long: since when its own rooms are heard, and
    whether some of that is forgotten, or too much. What is no such time begins now.
    """
    log = socket.switchboard.hub.log
    if type(milliseconds) is not int or not 0 <= milliseconds <= MOST_SINCE_MS:
        socket.out.begin(log.end)
        return {}, False
    since = round(clock.now().timestamp() * 1000) - milliseconds - SINCE_MARGIN_MS, 0
    number = log.after(since)
    if number is None or log.end - number > socket.switchboard.limits.most_behind:
        socket.out.begin(log.end)
        return {}, True
    socket.out.begin(number)
    return dict.fromkeys(own, since), False


def _resume(socket: ConnectingSocket, record: Record, auth: dict[str, Any]) -> bool:
    """Puts the cursor where the earlier connection broke off; False when a part of the way is forgotten.

    The pid is answered to the client, who compares it with its own: the new one of a new socket says "not recovered".
    """
    hub, offset = socket.switchboard.hub, auth.get("offset")
    seen = position_of(offset) if isinstance(offset, str) else record.position
    if seen is None or not record.epoch or record.epoch != hub.epoch:
        return False
    number = hub.log.after(seen)
    if number is None:
        return False
    socket.pid, socket.sid = auth["pid"], record.sid
    socket.out.begin(number, seen if seen > hub.position else START)
    return True
