"""What the handlers of client events share: the socket that asks, the room it names, and whether it may be there."""

import asyncio
from typing import Any, Final, Protocol

from realtime.socket import Socket
from realtime.switchboard import Switchboard
from server.core.errors import BadRequest
from server.core.rate_limits.token_buckets import TokenBucket

# `<kind>:<uuid>`; the longest kind is far shorter.
LONGEST_ROOM: Final = 100


class ConnectedSocket(Socket, Protocol):
    """A socket whose caller is known. `documents` are those that it writes, each with its client's number."""

    owner: str
    switchboard: Switchboard
    # Bytes of updates and joins that its session can use. One update or join of this socket runs at a time.
    document_allowance: TokenBucket
    document_turn: asyncio.Lock
    # One join of its session runs at a time, because the cost of a join is known only after it.
    join_turn: asyncio.Lock


def room_of(arguments: list[Any]) -> str:
    """The one room that is named. Raises BadRequest."""
    match arguments:
        case [str(room)] if len(room) <= LONGEST_ROOM:
            return room
        case _:
            raise BadRequest


async def authorise(socket: ConnectedSocket, room: str) -> None:
    """Whether the socket may be in the room now. Raises the ApiError that says why not."""
    reviews = -1
    while reviews != socket.reviews:
        # Asked for a review meanwhile, the answer may be of the time before.
        reviews = socket.reviews
        await socket.switchboard.gate.authorise(socket.token_hash, room)
