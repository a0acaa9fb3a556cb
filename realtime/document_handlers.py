"""Client events about documents: `doc:join`, `doc:update`, `doc:awareness`, `doc:leave`."""

from typing import Any, Final

from realtime.packets import BinaryPayload
from realtime.room_access import ConnectedSocket, authorise, parse_room
from server.core.access import Access
from server.core.deltas import MissingState, find_source
from server.core.errors import ApiError, BadRequest, NotFound, TooManyRequests
from server.documents.limits import MAX_STATE_VECTOR_BYTES, MAX_UPDATE_BYTES
from server.documents.updates.decoding import read_awareness
from server.documents.updates.structs import Malformed, TooLarge

CLIENT_ID_LIMIT: Final = 2**53


async def join(socket: ConnectedSocket, arguments: list[Any]) -> BinaryPayload:
    """`doc:join {room, client} <state vector>`: opens a document, or synchronizes it again.

    Returns `{room, number}`, the missing update, and the server's state vector. Charges the session's allowance for its
    bytes, those of the response and those that were read for it.
    """
    match arguments:
        case [{"room": str(), "client": int(client)} as body, bytes(state_vector)] if 0 <= client < CLIENT_ID_LIMIT:
            room = parse_room([body["room"]])
        case _:
            raise BadRequest
    allowance, limits = socket.document_allowance, socket.switchboard.limits
    size_bytes = len(state_vector)
    async with socket.document_turn, socket.join_turn:
        # Inside the lock, because the cost of the previous join is charged after its response is known.
        if size_bytes <= MAX_STATE_VECTOR_BYTES and not allowance.consume(size_bytes):
            raise TooManyRequests(payload={"retryAfterSeconds": allowance.seconds_until(size_bytes)})
        try:
            missing = await _open(socket, room, client, state_vector)
        except ApiError:
            allowance.charge(max(size_bytes * limits.refused_update_factor, limits.min_rejected_join_bytes))
            raise
        work_bytes = missing.read_bytes + len(missing.update) + len(missing.state_vector)
        allowance.charge(work_bytes / limits.join_response_divisor)
    return BinaryPayload({"room": room, "number": missing.number}, [missing.update, missing.state_vector])


async def _open(socket: ConnectedSocket, room: str, client: int, state_vector: bytes) -> MissingState:
    if (
        room not in socket.documents
        and len(socket.documents) + len(socket.rooms) >= socket.switchboard.limits.most_rooms
    ):
        raise TooManyRequests
    await authorise(socket, room)
    caller = socket.caller
    if socket.closed or caller is None:
        raise NotFound
    socket.documents[room] = client
    try:
        missing = await socket.switchboard.documents.open(socket, room, state_vector, caller)
    except BaseException:
        socket.close_document(room)
        raise
    if room not in socket.documents:
        # The document was closed, or the permission was lost, during the read.
        socket.switchboard.documents.close(socket, room)
        raise NotFound
    return missing


async def update(socket: ConnectedSocket, arguments: list[Any]) -> dict[str, Any]:
    """`doc:update <room> <update>`: returns the delta's number once it is stored."""
    room, delta = _parse_document_message(socket, arguments)
    source, caller = find_source(room.partition(":")[0]), socket.caller
    if source is None or caller is None:
        raise NotFound
    Access(permission=source.permission).check(caller, method="PUT")
    allowance = socket.document_allowance
    # An update over the size limit is rejected before it is parsed, and costs nothing.
    if len(delta) <= MAX_UPDATE_BYTES and not allowance.consume(len(delta)):
        raise TooManyRequests(payload={"retryAfterSeconds": allowance.seconds_until(len(delta))})
    async with socket.document_turn:
        # The document was closed, or the permission was lost, during the wait.
        if room not in socket.documents:
            raise NotFound
        try:
            number = await socket.switchboard.documents.store(socket, room, delta, caller)
        except ApiError:
            allowance.charge(len(delta) * socket.switchboard.limits.refused_update_factor)
            raise
    return {"room": room, "number": number}


async def awareness(socket: ConnectedSocket, arguments: list[Any]) -> dict[str, Any]:
    """`doc:awareness <room> <state>`: relays this client's cursor to the others; not stored.

    The state must be that of the client that opened the document.
    """
    room, state = _parse_document_message(socket, arguments)
    try:
        client = read_awareness(state)
    except (Malformed, TooLarge) as error:
        raise BadRequest from error
    if client != socket.documents[room]:
        raise BadRequest
    await socket.switchboard.documents.relay(socket, room, state)
    return {"room": room}


async def leave(socket: ConnectedSocket, arguments: list[Any]) -> dict[str, Any]:
    room = parse_room(arguments)
    socket.close_document(room)
    return {"room": room}


def _parse_document_message(socket: ConnectedSocket, arguments: list[Any]) -> tuple[str, bytes]:
    match arguments:
        case [str(room), bytes(data)]:
            if room not in socket.documents:
                raise NotFound
            return room, data
        case _:
            raise BadRequest
