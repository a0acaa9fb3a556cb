"""Reading from a daphne socket without autobahn: plain frames are parsed here, a few per turn of the event loop.

Autobahn needs 60 µs per frame and parses everything in one read before other sockets get a turn. A flooding peer costs
the others most of that. Anything other than a whole text or binary frame goes to autobahn, with the rest of the same
read. If more frames wait than any allowance permits, none is parsed: finding the frame boundaries costs a hundredth of
processing them.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

OPEN: Final = 3
TEXT, BINARY = 0x81, 0x82  # whole and without extensions
MASKED: Final = 0x80
SHORT: Final = 125
MEDIUM: Final = 126
MAX_FRAMES_PER_TURN: Final = 16
# With its mask and an empty payload.
MIN_FRAME_BYTES: Final = 6


class Reader:
    """Replaces autobahn's `dataReceived` until it is released.

    If more than `most_waiting` messages arrive together, `on_flood` is called and none of them is delivered.
    """

    __slots__ = ("_is_paused", "_max_pending", "_on_flood", "_protocol", "_rest")

    def __init__(self, protocol: Any, *, most_waiting: int, on_flood: Callable[[], None]) -> None:
        self._protocol = protocol
        self._max_pending = most_waiting
        self._on_flood = on_flood
        self._rest = b""
        self._is_paused = False
        protocol.dataReceived = self.read

    def read(self, data: bytes) -> None:
        self._rest = self._rest + data if self._rest else data
        if len(self._rest) > self._max_pending * MIN_FRAME_BYTES and _has_more_messages(self._rest, self._max_pending):
            self._rest = b""
            self._on_flood()
            return
        if not self._is_paused:
            self._parse_frames()

    def stop(self) -> None:
        self._rest = b""
        self._is_paused = False

    def release(self) -> None:
        protocol, self._protocol = self._protocol, None
        if protocol is None:
            return
        del protocol.dataReceived
        rest, self._rest = self._rest, b""
        if self._is_paused:
            protocol.transport.resumeProducing()
        if rest:
            protocol.dataReceived(rest)

    def _parse_frames(self) -> None:
        protocol = self._protocol
        self._is_paused = False
        data, at = self._rest, 0
        for _ in range(MAX_FRAMES_PER_TURN):
            if not _is_between_messages(protocol):
                self._rest = b""
                type(protocol).dataReceived(protocol, data[at:])
                return
            found = _parse_message(data, at)
            if found is None:
                self._rest = data[at:]
                return
            payload, is_binary, at = found
            if payload is None:
                self._rest = b""
                type(protocol).dataReceived(protocol, data[at:])
                return
            protocol.onMessage(payload, is_binary)
        self._rest = data[at:]
        if self._rest:
            self._is_paused = True
            protocol.transport.pauseProducing()
            asyncio.get_running_loop().call_soon(self._resume_parsing)

    def _resume_parsing(self) -> None:
        if self._protocol is None or not self._is_paused:
            return
        self._protocol.transport.resumeProducing()
        self._parse_frames()


def _is_between_messages(protocol: Any) -> bool:
    """Whether autobahn holds no part of a message or of a frame."""
    return (
        protocol.state == OPEN and not protocol.inside_message and protocol.current_frame is None and not protocol.data
    )


def _parse_message(data: bytes, at: int) -> tuple[bytes | None, bool, int] | None:
    """The payload, whether it is binary, and the start of the next frame. None while incomplete; no payload for
    autobahn's frames."""
    if len(data) < at + 4:
        return None
    kind, length, start = data[at], data[at + 1] ^ MASKED, at + 6
    if length == MEDIUM:
        length, start = int.from_bytes(data[at + 2 : at + 4]), at + 8
        plain = length > SHORT
    else:
        plain = length <= SHORT
    if kind not in (TEXT, BINARY) or not plain:
        return None, False, at
    end = start + length
    if len(data) < end:
        return None
    payload = _unmask(data[start:end], data[start - 4 : start])
    if kind == TEXT and not _is_utf8(payload):
        return None, False, at
    return payload, kind == BINARY, end


def _has_more_messages(data: bytes, most: int) -> bool:
    at, count, length = 0, 0, len(data)
    while count <= most:
        if at + 2 > length or data[at] not in (TEXT, BINARY):
            return False
        size = data[at + 1] ^ MASKED
        if size > MEDIUM:
            return False
        at += size + MIN_FRAME_BYTES if size < MEDIUM else int.from_bytes(data[at + 2 : at + 4]) + 8
        count += at <= length
        if at > length:
            return False
    return True


def _is_utf8(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True


def _unmask(payload: bytes, mask: bytes) -> bytes:
    length = len(payload)
    key = (mask * (length // 4 + 1))[:length]
    return (int.from_bytes(payload) ^ int.from_bytes(key)).to_bytes(length)
