"""The events a client may send. Each handler answers a body or raises an ApiError; both go out as the ack."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from realtime.connecting import own_rooms
from realtime.packets import ClientEvent
from realtime.socket import Socket
from realtime.switchboard import Switchboard
from server.core.errors import BadRequest, NotFound, TooManyRequests


class ConnectedSocket(Socket, Protocol):
    """A socket whose caller is known."""

    switchboard: Switchboard


Answer = dict[str, Any]
Handler = Callable[[ConnectedSocket, list[Any]], Awaitable[Answer]]

# `<kind>:<uuid>`; the longest kind is far shorter.
LONGEST_ROOM: Final = 100


async def handle(socket: ConnectedSocket, event: ClientEvent) -> Answer:
    """Runs the handler of an event. Raises NotFound for one that does not exist."""
    handler = HANDLERS.get(event.name)
    if handler is None:
        raise NotFound
    return await handler(socket, event.arguments)


async def join(socket: ConnectedSocket, arguments: list[Any]) -> Answer:
    """`room:join <room>`: watches a thing. Fetch its state after the ack: nothing is missed in between."""
    room = _room(arguments)
    if room not in socket.rooms:
        if len(socket.rooms) >= socket.switchboard.limits.most_rooms:
            raise TooManyRequests
        await socket.switchboard.gate.authorise(socket.token_hash, room)
        if not socket.closed:
            socket.join(room)
            await socket.save()
    return {"room": room}


async def leave(socket: ConnectedSocket, arguments: list[Any]) -> Answer:
    """`room:leave <room>`: watches it no more. A socket's own rooms can't be left."""
    room = _room(arguments)
    if socket.caller is not None and room not in own_rooms(socket.caller):
        socket.leave(room)
        await socket.save()
    return {"room": room}


def _room(arguments: list[Any]) -> str:
    match arguments:
        case [str(room)] if len(room) <= LONGEST_ROOM:
            return room
        case _:
            raise BadRequest


HANDLERS: dict[str, Handler] = {"room:join": join, "room:leave": leave}
