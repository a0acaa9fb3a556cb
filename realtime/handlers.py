"""The events a client may send. Each handler answers a body or raises an ApiError; both go out as the ack."""

from collections.abc import Awaitable, Callable
from typing import Any

from realtime import document_handlers
from realtime.asking import ConnectedSocket, authorise, room_of
from realtime.gate import own_rooms
from realtime.packets import Binary, ClientEvent
from server.core.errors import BadRequest, NotAuthorized, NotFound, TooManyRequests
from server.presence.states import is_screen, is_thing

Answer = dict[str, Any] | Binary
Handler = Callable[[ConnectedSocket, list[Any]], Awaitable[Answer]]


async def handle(socket: ConnectedSocket, event: ClientEvent) -> Answer:
    """Runs the handler of an event. Raises NotFound for one that does not exist."""
    handler = HANDLERS.get(event.name)
    if handler is None:
        raise NotFound
    return await handler(socket, event.arguments)


async def join(socket: ConnectedSocket, arguments: list[Any]) -> Answer:
    """`room:join <room>`: watches a thing. Fetch its state after the ack: nothing is missed in between."""
    room = room_of(arguments)
    if room not in socket.rooms:
        if len(socket.rooms) >= socket.switchboard.limits.most_rooms:
            raise TooManyRequests
        await authorise(socket, room)
        if not socket.closed:
            socket.join(room)
            await socket.save()
    return {"room": room}


async def leave(socket: ConnectedSocket, arguments: list[Any]) -> Answer:
    """`room:leave <room>`: watches it no more. A socket's own rooms can't be left."""
    room = room_of(arguments)
    if socket.caller is not None and room not in own_rooms(socket.caller):
        socket.leave(room)
        await socket.save()
    return {"room": room}


async def show(socket: ConnectedSocket, arguments: list[Any]) -> Answer:
    """`presence:show {screen, thing}`: what this tab shows now. Answers who of the team is here."""
    match arguments:
        case [{"screen": screen, "thing": None | str() as thing, **others}] if not others:
            pass
        case _:
            raise BadRequest
    if not is_screen(screen) or not (thing is None or is_thing(thing)):
        raise BadRequest
    caller = socket.caller
    if caller is None or socket.closed:
        raise NotFound
    if caller.payment_only:
        raise NotAuthorized
    socket.switchboard.presence.show(socket.owner, caller, screen, thing)
    return dict(await socket.switchboard.presence.people(caller.team_id))


async def probe(socket: ConnectedSocket, arguments: list[Any]) -> Answer:
    """`link:probe`: a page that woke up asks whether its line still lives."""
    return {}


HANDLERS: dict[str, Handler] = {
    "room:join": join,
    "room:leave": leave,
    "presence:show": show,
    "link:probe": probe,
    "doc:join": document_handlers.join,
    "doc:update": document_handlers.update,
    "doc:awareness": document_handlers.awareness,
    "doc:leave": document_handlers.leave,
}
