"""Engine.IO 4 and Socket.IO 5 over a websocket: validates incoming packets, encodes outgoing ones.

The codec is python-socketio's Packet, which does not validate. Everything that it accepts is checked here.
"""

import json
from dataclasses import dataclass
from typing import Any, Final

from socketio import packet as codec

PING: Final = "2"
PONG: Final = "3"
MESSAGE: Final = "4"
MAIN_NAMESPACE: Final = "/"

# A client's event has a state vector or an update, never a file.
MAX_ATTACHMENTS = 8
# Far deeper than any of our payloads, far below the interpreter's own limit.
MAX_DEPTH = 32
RESERVED_NAMES = frozenset({"connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"})

Message = dict[str, Any]


class MalformedPacket(Exception):
    """The peer violated the protocol; its connection is closed."""


@dataclass(frozen=True, slots=True)
class Connect:
    """A request to join a namespace, with the client's authentication data."""

    namespace: str
    auth: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Disconnect:
    namespace: str


@dataclass(frozen=True, slots=True)
class ClientEvent:
    """A client event. `ack` is set if the client expects an acknowledgement."""

    namespace: str
    name: str
    arguments: list[Any]
    ack: int | None


ClientPacket = Connect | Disconnect | ClientEvent


@dataclass(slots=True)
class PartialEvent:
    """An event that waits for its attachments."""

    packet: codec.Packet
    size_bytes: int = 0


def parse(text: str) -> ClientPacket | PartialEvent | None:
    """Parses a Socket.IO text (without the Engine.IO type). Returns None for a packet that needs no response."""
    try:
        packet = codec.Packet(encoded_packet=text)
    except (ValueError, TypeError, IndexError, RecursionError) as error:
        raise MalformedPacket("not a packet") from error
    if packet.packet_type in (codec.BINARY_EVENT, codec.BINARY_ACK):
        if not 1 <= packet.attachment_count <= MAX_ATTACHMENTS:
            raise MalformedPacket("attachment count")
        if _count_placeholders(packet.data, packet.attachment_count) != packet.attachment_count:
            raise MalformedPacket("placeholders")
        return PartialEvent(packet)
    if packet.attachment_count:
        raise MalformedPacket("attachments on a text packet")
    return _validate(packet)


def attach(unfinished: PartialEvent, data: bytes) -> ClientPacket | PartialEvent | None:
    """Adds one attachment. Returns the packet once it is complete.

    Rejects an empty attachment: some servers cannot send one (daphne does not), and the peer would wait for it.
    """
    if not data:
        raise MalformedPacket("empty attachment")
    unfinished.size_bytes += len(data)
    try:
        whole = unfinished.packet.add_attachment(data)
    except (ValueError, TypeError, IndexError, KeyError) as error:
        raise MalformedPacket("attachment") from error
    return _validate(unfinished.packet) if whole else unfinished


def _validate(packet: codec.Packet) -> ClientPacket | None:
    namespace = packet.namespace or MAIN_NAMESPACE
    if packet.packet_type == codec.CONNECT:
        auth = {} if packet.data is None else packet.data
        if not isinstance(auth, dict) or packet.id is not None:
            raise MalformedPacket("connect data")
        return Connect(namespace, auth)
    if packet.packet_type == codec.DISCONNECT:
        return Disconnect(namespace)
    if packet.packet_type in (codec.EVENT, codec.BINARY_EVENT):
        data = packet.data
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise MalformedPacket("event data")
        if data[0] in RESERVED_NAMES:
            raise MalformedPacket("reserved event name")
        return ClientEvent(namespace, data[0], data[1:], packet.id)
    if packet.packet_type in (codec.ACK, codec.BINARY_ACK):
        # The server requests no acknowledgements, so this one is ignored.
        if packet.id is None or not isinstance(packet.data, list):
            raise MalformedPacket("ack data")
        return None
    raise MalformedPacket("packet type")


def _count_placeholders(data: Any, count: int, depth: int = 0) -> int:
    """Counts the placeholders. Each must refer to an attachment: the codec would accept a negative number as an
    index."""
    if depth > MAX_DEPTH:
        raise MalformedPacket("too deep")
    if isinstance(data, dict):
        if data.get("_placeholder") and "num" in data:
            number = data["num"]
            if type(number) is not int or not 0 <= number < count:
                raise MalformedPacket("placeholder")
            return 1
        return sum(_count_placeholders(value, count, depth + 1) for value in data.values())
    if isinstance(data, list):
        return sum(_count_placeholders(value, count, depth + 1) for value in data)
    return 0


# --- outgoing ------------------------------------------------------------------------------------------------------

PING_MESSAGE: Final[Message] = {"type": "websocket.send", "text": PING}


def build_text_message(text: str) -> Message:
    """The ASGI message with a Socket.IO text. Any number of sockets can send it, so it must not be modified."""
    return {"type": "websocket.send", "text": MESSAGE + text}


# The server ends the session; the client does not reconnect automatically.
DISCONNECT_MESSAGE: Final = build_text_message(codec.Packet(codec.DISCONNECT).encode())


def build_open_message(*, sid: str, ping_interval_ms: int, ping_timeout_ms: int, most_bytes: int) -> Message:
    handshake = {
        "sid": sid,
        "upgrades": [],
        "pingInterval": ping_interval_ms,
        "pingTimeout": ping_timeout_ms,
        "maxPayload": most_bytes,
    }
    return {"type": "websocket.send", "text": "0" + json.dumps(handshake, separators=(",", ":"))}


def build_connect_response(*, sid: str, pid: str) -> Message:
    """`pid` lets the client request recovery."""
    return build_text_message(codec.Packet(codec.CONNECT, data={"sid": sid, "pid": pid}).encode())


def build_connect_error(*, namespace: str, message: str, data: dict[str, Any] | None = None) -> Message:
    body = {"message": message} if data is None else {"message": message, "data": data}
    return build_text_message(codec.Packet(codec.CONNECT_ERROR, data=body, namespace=namespace).encode())


@dataclass(frozen=True, slots=True)
class BinaryPayload:
    """A body followed by attachments, none of them empty."""

    body: dict[str, Any]
    attachments: list[bytes]


def build_binary_event(name: str, body: dict[str, Any], data: bytes) -> list[Message]:
    """An event with one attachment: a text and its bytes, to be sent without any message in between."""
    head = json.dumps([name, body, _build_placeholder(0)], separators=(",", ":"))
    return [build_text_message(f"51-{head}"), _build_bytes_message(data)]


def build_binary_acknowledgement(ack: int, answer: BinaryPayload) -> list[Message]:
    places = [_build_placeholder(number) for number in range(len(answer.attachments))]
    head = json.dumps([answer.body, *places], separators=(",", ":"))
    return [build_text_message(f"6{len(places)}-{ack}{head}"), *map(_build_bytes_message, answer.attachments)]


def _build_placeholder(number: int) -> dict[str, Any]:
    return {"_placeholder": True, "num": number}


def _build_bytes_message(data: bytes) -> Message:
    if not data:
        raise ValueError("an empty attachment would not be sent")
    return {"type": "websocket.send", "bytes": data}


def build_acknowledgement(ack: int, body: dict[str, Any]) -> Message:
    return build_text_message(codec.Packet(codec.ACK, data=[body], id=ack, binary=False).encode())


def build_message(name: str, body: dict[str, Any]) -> Message:
    """A protocol message such as `room:left`. Unlike an app's event, it has no envelope."""
    return build_text_message(encode_event(name, json.dumps(body, separators=(",", ":"))))


def encode_event(name: str, payload_json: str, offset: str | None = None) -> str:
    """An event with an encoded JSON payload. `offset` comes last: the client reads a trailing text as its offset."""
    tail = "" if offset is None else f',"{offset}"'
    return f'2["{name}",{payload_json}{tail}]'
