"""Writing to a daphne socket without daphne: a room's frame is built once and written to the socket directly.

Autobahn builds the frame of each message for each peer. Twisted's write adds a buffer, two changes of the poll and a
logging context. Both exist for slow peers; if the peer reads, the kernel accepts the frame immediately. If anything
differs from the expected state, the plain writer works as well (docs/operations.md, DASH_SOCKET_FAST_PATH).
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import structlog
from django.conf import settings
from prometheus_client import Counter

from server.core.patches.table import list_module_patches
from server.core.patches.websockets.frames import FrameCache, Message
from server.core.patches.websockets.reader import Reader
from server.core.patches.websockets.writer import AsgiWriter, Send, Writer, find_protocol

OPEN: Final = 3

writers = Counter("realtime_writers_total", "Sockets by write path: fast or server.", ["path"])

log = structlog.get_logger(__name__)

_frames = FrameCache()


def create_writer(
    send: Send, on_ready: Callable[[], None], on_flood: Callable[[], None], *, most_waiting: int
) -> Writer:
    """The fastest writer that this server's `send` allows.

    A writer that also reads calls `on_flood` when more than `most_waiting` messages arrive together, and passes on none
    of them.
    """
    if settings.SOCKET_FAST_PATH and has_checked_versions():
        protocol = find_protocol(send)
        if protocol is not None and is_plain(protocol):
            writers.labels("fast").inc()
            return FastWriter(send, on_ready, protocol, Reader(protocol, most_waiting=most_waiting, on_flood=on_flood))
    writers.labels("server").inc()
    return AsgiWriter(send, on_ready)


@cache
def has_checked_versions() -> bool:
    """Whether the installed versions are those that the fast path was written for."""
    unknown = [each.library for each in list_module_patches(__name__) if not each.is_installed]
    if unknown:
        log.warning("realtime.fast_path_off", unknown_versions_of=unknown)
    return not unknown


def is_plain(protocol: Any) -> bool:
    """Whether frames of this connection are whole, unmasked and uncompressed, and bytes are sent unchanged."""
    transport = protocol.transport
    return (
        getattr(protocol, "state", None) == OPEN
        and not getattr(protocol, "maskServerFrames", True)
        and not getattr(protocol, "autoFragmentSize", 1)
        and getattr(protocol, "_perMessageCompress", True) is None
        and all(hasattr(protocol, name) for name in ("send_queue", "inside_message", "current_frame", "data"))
        and not getattr(transport, "TLS", True)
        and all(hasattr(transport, name) for name in ("connected", "writeSomeData", "_tempDataBuffer", "dataBuffer"))
    )


class FastWriter(AsgiWriter):
    """Writes to the socket first, and the rest to Twisted's buffer. Never overtakes data in a buffer."""

    __slots__ = ("_protocol", "_reader")

    def __init__(self, send: Send, on_ready: Callable[[], None], protocol: Any, reader: Reader) -> None:
        super().__init__(send, on_ready)
        self._protocol = protocol
        self._reader = reader

    def stop_reading(self) -> None:
        super().stop_reading()
        self._reader.stop()

    def release(self) -> None:
        self._reader.release()
        super().release()

    def write(self, message: Message) -> None:
        """Writes to the kernel or to the transport's buffer. Call it only while not full."""
        protocol, transport = self._protocol, self._transport
        if transport is None or protocol.state != OPEN or not transport.connected:
            self.full = True  # closing: the disconnect event follows
            return
        if protocol.send_queue:
            super().write(message)
            return
        frame = _frames.of(message)
        if transport.dataBuffer or transport._tempDataBuffer:
            transport.write(frame)
            return
        taken = transport.writeSomeData(frame)
        if taken == len(frame):
            return
        # A lost connection gives an exception here. Twisted meets it again when it writes, and cleans up.
        transport.write(frame[taken:] if isinstance(taken, int) else frame)
