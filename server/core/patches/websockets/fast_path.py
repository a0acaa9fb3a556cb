"""Writing to one socket of daphne past daphne: the frame of a room is built once and tried on the socket first.

Autobahn frames each message anew for each peer, and Twisted's write is a buffer, two changes of the poll and a logging
context. Both are for peers that lag behind; to one that reads, the kernel takes the frame at once. Where anything is
not as it is known here, the plain writer works as well (docs/operations.md, DASH_SOCKET_FAST_PATH).
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import structlog
from django.conf import settings
from prometheus_client import Counter

from server.core.patches.table import of_module
from server.core.patches.websockets.frames import Frames, Message
from server.core.patches.websockets.reader import Reader
from server.core.patches.websockets.writer import AsgiWriter, Send, Writer, protocol_of

OPEN: Final = 3

writers = Counter("realtime_writers_total", "Sockets by write path: fast or server.", ["path"])

log = structlog.get_logger(__name__)

_frames = Frames()


def writer_for(send: Send, on_ready: Callable[[], None], on_flood: Callable[[], None], *, most_waiting: int) -> Writer:
    """The fastest writer that this server's `send` allows. One that also reads calls `on_flood` when more messages
    than `most_waiting` have come at once, and passes on none of them."""
    if settings.SOCKET_FAST_PATH and versions_known():
        protocol = protocol_of(send)
        if protocol is not None and is_plain(protocol):
            writers.labels("fast").inc()
            return FastWriter(send, on_ready, protocol, Reader(protocol, most_waiting=most_waiting, on_flood=on_flood))
    writers.labels("server").inc()
    return AsgiWriter(send, on_ready)


@cache
def versions_known() -> bool:
    """Whether the server's parts are installed in the versions that the fast path was written for."""
    unknown = [each.library for each in of_module(__name__) if not each.is_installed]
    if unknown:
        log.warning("realtime.fast_path_off", unknown_versions_of=unknown)
    return not unknown


def is_plain(protocol: Any) -> bool:
    """Whether frames of this connection are whole, unmasked and uncompressed, and its bytes go out as they are."""
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
    """The socket first, Twisted's buffer for the rest; what waits in a buffer already is never overtaken."""

    __slots__ = ("_protocol", "_reader")

    def __init__(self, send: Send, on_ready: Callable[[], None], protocol: Any, reader: Reader) -> None:
        super().__init__(send, on_ready)
        self._protocol = protocol
        self._reader = reader

    def stop_reading(self) -> None:
        """Takes nothing more from a peer that is being closed, nor what it has sent already."""
        super().stop_reading()
        self._reader.stop()

    def release(self) -> None:
        """Lets go of the transport once the socket is closing."""
        self._reader.release()
        super().release()

    def write(self, message: Message) -> None:
        """Hands one message to the kernel, or to the transport's buffer. Only to be called while not full."""
        protocol, transport = self._protocol, self._transport
        if transport is None or protocol.state != OPEN or not transport.connected:
            self.full = True  # closing: the disconnect is on its way
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
        # A lost connection is an exception here; Twisted meets it again when it writes, and tidies up.
        transport.write(frame[taken:] if isinstance(taken, int) else frame)
