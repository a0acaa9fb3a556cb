"""Websocket frames as a server sends them (RFC 6455, 5.2): whole, unmasked, and so identical for every peer."""

import struct
from typing import Any, Final

Message = dict[str, Any]  # an ASGI message

TEXT: Final = 0x81
BINARY: Final = 0x82
# A payload of up to SHORT bytes has its length in the head, up to MEDIUM in the next two bytes, beyond in eight.
SHORT: Final = 125
MEDIUM: Final = 0xFFFF


def build_frame(message: Message) -> bytes:
    data: bytes | None = message.get("bytes")
    text: str = message.get("text", "")
    kind, payload = (BINARY, data) if data else (TEXT, text.encode())
    return _build_head(kind, len(payload)) + payload


class FrameCache:
    """Caches the frame of the last message: a hub sends one message to a whole room in a row."""

    __slots__ = ("_frame", "_message")

    def __init__(self) -> None:
        self._message: Message | None = None
        self._frame = b""

    def of(self, message: Message) -> bytes:
        """Built once for consecutive sockets. The message must not change."""
        if message is not self._message:
            self._frame = build_frame(message)
            self._message = message
        return self._frame


def _build_head(kind: int, length: int) -> bytes:
    if length <= SHORT:
        return struct.pack("!BB", kind, length)
    if length <= MEDIUM:
        return struct.pack("!BBH", kind, 126, length)
    return struct.pack("!BBQ", kind, 127, length)
