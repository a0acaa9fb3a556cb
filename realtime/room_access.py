"""Shared by the handlers of client events: the requesting socket, the room in its arguments, and its authorization."""

import asyncio
from typing import Any, Final, Protocol

from realtime.server import RealtimeServer
from realtime.socket import Socket
from server.core.errors import BadRequest
from server.core.rate_limits.token_buckets import TokenBucket

# `<kind>:<uuid>`; the longest kind is far shorter.
MAX_ROOM_CHARACTERS: Final = 100


class ConnectedSocket(Socket, Protocol):
    """A socket with a known caller. `documents` maps the open documents to the client's number in each."""

    owner: str
    switchboard: RealtimeServer
    # Bytes of updates and joins that its session can use. One update or join of this socket runs at a time.
    document_allowance: TokenBucket
    document_turn: asyncio.Lock
    # One join of its session runs at a time, because the cost of a join is known only afterwards.
    join_turn: asyncio.Lock


def parse_room(arguments: list[Any]) -> str:
    match arguments:
        case [str(room)] if len(room) <= MAX_ROOM_CHARACTERS:
            return room
        case _:
            raise BadRequest


async def authorise(socket: ConnectedSocket, room: str) -> None:
    """Raises an ApiError unless the socket can currently be in the room."""
    reviews = -1
    while reviews != socket.reviews:
        # If a review was requested during the check, the result might be outdated.
        reviews = socket.reviews
        await socket.switchboard.gate.authorise(socket.token_hash, room)
