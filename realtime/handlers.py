"""Handlers of client events. Each returns a body or raises an ApiError; both are sent as the acknowledgement."""

from collections.abc import Awaitable, Callable
from typing import Any

from realtime import document_handlers
from realtime.authorization import list_own_rooms
from realtime.packets import BinaryPayload, ClientEvent
from realtime.room_access import ConnectedSocket, authorise, parse_room
from server.core.errors import BadRequest, NotAuthorized, NotFound, TooManyRequests
from server.presence.entries import is_record_id, is_screen

HandlerResult = dict[str, Any] | BinaryPayload
Handler = Callable[[ConnectedSocket, list[Any]], Awaitable[HandlerResult]]


async def handle(socket: ConnectedSocket, event: ClientEvent) -> HandlerResult:
    handler = HANDLERS.get(event.name)
    if handler is None:
        raise NotFound
    return await handler(socket, event.arguments)


async def join(socket: ConnectedSocket, arguments: list[Any]) -> HandlerResult:
    """`room:join <room>`: watches a record. A client that loads the record after the acknowledgement misses nothing."""
    room = parse_room(arguments)
    if room not in socket.rooms:
        if len(socket.rooms) >= socket.switchboard.limits.most_rooms:
            raise TooManyRequests
        await authorise(socket, room)
        if not socket.closed:
            socket.join(room)
            await socket.save()
    return {"room": room}


async def leave(socket: ConnectedSocket, arguments: list[Any]) -> HandlerResult:
    """`room:leave <room>`: stops watching. A socket can't leave its automatic rooms."""
    room = parse_room(arguments)
    if socket.caller is not None and room not in list_own_rooms(socket.caller):
        socket.leave(room)
        await socket.save()
    return {"room": room}


async def show(socket: ConnectedSocket, arguments: list[Any]) -> HandlerResult:
    """`presence:show {screen, thing}`: publishes what this tab shows. Returns the team's present members."""
    match arguments:
        case [{"screen": screen, "thing": None | str() as thing, **others}] if not others:
            pass
        case _:
            raise BadRequest
    if not is_screen(screen) or not (thing is None or is_record_id(thing)):
        raise BadRequest
    caller = socket.caller
    if caller is None or socket.closed:
        raise NotFound
    if caller.payment_only:
        raise NotAuthorized
    socket.switchboard.presence.show(socket.owner, caller, screen, thing)
    return dict(await socket.switchboard.presence.people(caller.team_id))


async def probe(socket: ConnectedSocket, arguments: list[Any]) -> HandlerResult:
    """`link:probe`: a page that woke up checks its connection."""
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
