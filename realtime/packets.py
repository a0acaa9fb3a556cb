"""Engine.IO 4 and Socket.IO 5 on a websocket: what comes in is checked, what goes out is encoded.

python-socketio's Packet is the codec. It does not validate, so everything that it lets through is checked here.
"""

import json
from dataclasses import dataclass
from typing import Any, Final

from socketio import packet as codec

PING: Final = "2"
PONG: Final = "3"
MESSAGE: Final = "4"
MAIN: Final = "/"

# A client's event carries a state vector or an update, never a file.
MOST_ATTACHMENTS = 8
# Far deeper than any payload of ours, far below the interpreter's own limit.
DEEPEST = 32
RESERVED_NAMES = frozenset({"connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"})

Message = dict[str, Any]


class Malformed(Exception):
    """The peer broke the protocol; its connection is closed."""


@dataclass(frozen=True, slots=True)
class Connect:
    """A wish to join a namespace, with what the client says about itself."""

    namespace: str
    auth: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Disconnect:
    namespace: str


@dataclass(frozen=True, slots=True)
class ClientEvent:
    """An event of the client; `ack` is set when it waits for an answer."""

    namespace: str
    name: str
    arguments: list[Any]
    ack: int | None


ClientPacket = Connect | Disconnect | ClientEvent


@dataclass(slots=True)
class Unfinished:
    """An event whose attachments are still to come."""

    packet: codec.Packet
    size_bytes: int = 0


def parse(text: str) -> ClientPacket | Unfinished | None:
    """The packet in a Socket.IO text (without the Engine.IO type); None for one that needs no answer."""
    try:
        packet = codec.Packet(encoded_packet=text)
    except (ValueError, TypeError, IndexError, RecursionError) as error:
        raise Malformed("not a packet") from error
    if packet.packet_type in (codec.BINARY_EVENT, codec.BINARY_ACK):
        if not 1 <= packet.attachment_count <= MOST_ATTACHMENTS:
            raise Malformed("attachment count")
        if _placeholders(packet.data, packet.attachment_count) != packet.attachment_count:
            raise Malformed("placeholders")
        return Unfinished(packet)
    if packet.attachment_count:
        raise Malformed("attachments on a text packet")
    return _checked(packet)


def attach(unfinished: Unfinished, data: bytes) -> ClientPacket | Unfinished | None:
    """Adds one attachment; answers the packet once it is whole.

    An empty one is refused: a server may not be able to send its like (daphne does not), and a peer would wait for it.
    """
    if not data:
        raise Malformed("empty attachment")
    unfinished.size_bytes += len(data)
    try:
        whole = unfinished.packet.add_attachment(data)
    except (ValueError, TypeError, IndexError, KeyError) as error:
        raise Malformed("attachment") from error
    return _checked(unfinished.packet) if whole else unfinished


def _checked(packet: codec.Packet) -> ClientPacket | None:
    namespace = packet.namespace or MAIN
    if packet.packet_type == codec.CONNECT:
        auth = {} if packet.data is None else packet.data
        if not isinstance(auth, dict) or packet.id is not None:
            raise Malformed("connect data")
        return Connect(namespace, auth)
    if packet.packet_type == codec.DISCONNECT:
        return Disconnect(namespace)
    if packet.packet_type in (codec.EVENT, codec.BINARY_EVENT):
        data = packet.data
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise Malformed("event data")
        if data[0] in RESERVED_NAMES:
            raise Malformed("reserved event name")
        return ClientEvent(namespace, data[0], data[1:], packet.id)
    if packet.packet_type in (codec.ACK, codec.BINARY_ACK):
        # The server asks for no acknowledgement, so this one answers nothing.
        if packet.id is None or not isinstance(packet.data, list):
            raise Malformed("ack data")
        return None
    raise Malformed("packet type")


def _placeholders(data: Any, count: int, depth: int = 0) -> int:
    """How many there are. Each must name one of the attachments: the codec would take a negative number as index."""
    if depth > DEEPEST:
        raise Malformed("too deep")
    if isinstance(data, dict):
        if data.get("_placeholder") and "num" in data:
            number = data["num"]
            if type(number) is not int or not 0 <= number < count:
                raise Malformed("placeholder")
            return 1
        return sum(_placeholders(value, count, depth + 1) for value in data.values())
    if isinstance(data, list):
        return sum(_placeholders(value, count, depth + 1) for value in data)
    return 0


# --- out -----------------------------------------------------------------------------------------------------------

PING_MESSAGE: Final[Message] = {"type": "websocket.send", "text": PING}


def text_message(text: str) -> Message:
    """The ASGI message that sends a Socket.IO text. It may be sent to any number of sockets: nobody changes it."""
    return {"type": "websocket.send", "text": MESSAGE + text}


# The server ends the session; the client does not come back by itself.
DISCONNECTED: Final = text_message(codec.Packet(codec.DISCONNECT).encode())


def open_message(*, sid: str, ping_interval_ms: int, ping_timeout_ms: int, most_bytes: int) -> Message:
    """Engine.IO's first packet. There is nothing to upgrade to."""
    handshake = {
        "sid": sid,
        "upgrades": [],
        "pingInterval": ping_interval_ms,
        "pingTimeout": ping_timeout_ms,
        "maxPayload": most_bytes,
    }
    return {"type": "websocket.send", "text": "0" + json.dumps(handshake, separators=(",", ":"))}


def connected(*, sid: str, pid: str) -> Message:
    """The answer to a CONNECT that was accepted; `pid` lets the client ask for recovery."""
    return text_message(codec.Packet(codec.CONNECT, data={"sid": sid, "pid": pid}).encode())


def refused(*, namespace: str, message: str, data: dict[str, Any] | None = None) -> Message:
    """The answer to a CONNECT that was not: the client's `connect_error` with `message` and `data`."""
    body = {"message": message} if data is None else {"message": message, "data": data}
    return text_message(codec.Packet(codec.CONNECT_ERROR, data=body, namespace=namespace).encode())


@dataclass(frozen=True, slots=True)
class Binary:
    """A body with bytes behind it, none of them empty."""

    body: dict[str, Any]
    attachments: list[bytes]


def binary_event(name: str, body: dict[str, Any], data: bytes) -> list[Message]:
    """An event with one attachment: a text and its bytes, to be sent without anything in between."""
    head = json.dumps([name, body, _placeholder(0)], separators=(",", ":"))
    return [text_message(f"51-{head}"), _bytes_message(data)]


def acknowledged_binary(ack: int, answer: Binary) -> list[Message]:
    """The answer to an event of co-editing: its body, then its attachments."""
    places = [_placeholder(number) for number in range(len(answer.attachments))]
    head = json.dumps([answer.body, *places], separators=(",", ":"))
    return [text_message(f"6{len(places)}-{ack}{head}"), *map(_bytes_message, answer.attachments)]


def _placeholder(number: int) -> dict[str, Any]:
    return {"_placeholder": True, "num": number}


def _bytes_message(data: bytes) -> Message:
    if not data:
        raise ValueError("an empty attachment would not be sent")
    return {"type": "websocket.send", "bytes": data}


def acknowledged(ack: int, body: dict[str, Any]) -> Message:
    """The answer to an event, without bytes."""
    return text_message(codec.Packet(codec.ACK, data=[body], id=ack, binary=False).encode())


def told(name: str, body: dict[str, Any]) -> Message:
    """A word of the wire itself, such as `room:left`: no event of an app, so without an envelope."""
    return text_message(event_text(name, json.dumps(body, separators=(",", ":"))))


def event_text(name: str, payload_json: str, offset: str | None = None) -> str:
    """An event whose payload is JSON already. `offset` goes last: the client takes a trailing text as its offset."""
    tail = "" if offset is None else f',"{offset}"'
    return f'2["{name}",{payload_json}{tail}]'
