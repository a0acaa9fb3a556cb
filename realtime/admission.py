"""From a CONNECT packet to a socket in its rooms: authenticates it, and resumes an earlier connection."""

import asyncio
import re
from typing import Any, Final, Protocol

from realtime import metrics, packets
from realtime.authorization import list_own_rooms
from realtime.log import START, now_ms, parse_position
from realtime.outgoing_queue import OutgoingQueue
from realtime.recovery import RecoveryRecord
from realtime.server import RealtimeServer
from realtime.socket import Socket
from server.core import rooms
from server.core.callers import Caller, hash_token
from server.core.errors import AccessTokenMissing, ApiError

# Tokens have 43 characters; a longer text is not one.
MAX_TOKEN_CHARACTERS: Final = 256
# A page with older data always reloads: an event can reach a process with a delay that the log does not show.
MAX_AGE_MS: Final = 30_000
PID = re.compile(r"^[0-9a-f]{32}$")


class TooEarly(Exception):
    """The session has flooded and has to wait."""


class ConnectingSocket(Socket, Protocol):
    """A socket during admission. Its identity can still change."""

    address: str
    sid: str
    owner: str
    out: OutgoingQueue
    switchboard: RealtimeServer


async def connect(socket: ConnectingSocket, auth: dict[str, Any]) -> None:
    """Admits the socket and starts its events. Raises the ApiError that rejects it, or TooEarly."""
    # The age is relative to the request, and admission can take a while.
    asked_at_ms = now_ms()
    token = auth.get("token")
    if not isinstance(token, str) or not token or len(token) > MAX_TOKEN_CHARACTERS:
        raise AccessTokenMissing
    if socket.switchboard.floods.must_wait(hash_token(token), socket.address):
        raise TooEarly
    controls = socket.switchboard.hub.controls
    socket.token_hash, caller = await socket.switchboard.gate.admit(token)
    record = await _claim_record(socket, caller, auth.get("pid"))
    watched = [] if record is None else await _list_watchable_rooms(socket, record)
    if _is_closed(socket):
        return
    # No await from here to `socket.out.start`: the cursor and the rooms must be of the same moment.
    socket.caller = caller
    resumed = record is not None and _resume(socket, record, auth)
    if not resumed:
        socket.out.start(socket.switchboard.hub.log.end)
    for room in [*list_own_rooms(caller), *(watched if resumed else [])]:
        socket.join(room)
        if resumed and record is not None and room in record.rooms:
            socket.out.rooms[room] = record.rooms[room]
    socket.switchboard.hub.add(socket)
    if controls != socket.switchboard.hub.controls:
        # A control event for this session might have arrived while it was in no room.
        socket.switchboard.review.ask([socket])
    await socket.save()
    if _is_closed(socket):
        return
    socket.connected = True
    metrics.connects.labels("recovered" if resumed else "new").inc()
    socket.out.answer(packets.build_connect_response(sid=socket.sid, pid=socket.pid))
    if not resumed and _has_missed_events(socket, asked_at_ms, auth.get("ageMs")):
        socket.out.answer(packets.build_message("link:missed", {}))
    socket.out.open()


def _is_closed(socket: ConnectingSocket) -> bool:
    return socket.closed


async def _claim_record(socket: ConnectingSocket, caller: Caller, pid: object) -> RecoveryRecord | None:
    """Only a record of the same session."""
    if not isinstance(pid, str) or not PID.match(pid):
        return None
    record = await socket.switchboard.claim_record(pid, socket.owner)
    return record if record is not None and record.session_id == str(caller.session_id) else None


async def _list_watchable_rooms(socket: ConnectingSocket, record: RecoveryRecord) -> list[str]:
    asked = [room for room in record.rooms if room.partition(":")[0] not in rooms.OWN_KINDS]

    async def allowed(room: str) -> bool:
        try:
            await socket.switchboard.gate.authorise(socket.token_hash, room)
        except ApiError:
            return False
        return True

    answers = await asyncio.gather(*map(allowed, asked))
    return [room for room, may in zip(asked, answers, strict=True) if may]


def _has_missed_events(socket: ConnectingSocket, asked_at_ms: float, age_ms: object) -> bool:
    """The age is as of the request."""
    if not isinstance(age_ms, int) or isinstance(age_ms, bool) or age_ms < 0:
        return False
    return age_ms > MAX_AGE_MS or socket.switchboard.hub.has_told(asked_at_ms - age_ms, socket.rooms)


def _resume(socket: ConnectingSocket, record: RecoveryRecord, auth: dict[str, Any]) -> bool:
    """Sets the cursor to the end of the earlier connection. False if the log no longer covers the gap.

    The client compares the returned pid with its own: a new pid means "not recovered".
    """
    hub, offset = socket.switchboard.hub, auth.get("offset")
    seen = parse_position(offset) if isinstance(offset, str) else record.position
    if seen is None or not record.epoch or record.epoch != hub.epoch:
        return False
    number = hub.log.after(seen)
    if number is None:
        return False
    socket.pid, socket.sid = auth["pid"], record.sid
    socket.out.start(number, seen if seen > hub.position else START)
    return True
