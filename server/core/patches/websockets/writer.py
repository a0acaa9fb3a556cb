"""Writing to one socket: plain ASGI send, without a task or a thread switch per message.

Faster writers can replace AsgiWriter: anything with `write`, `full` and `release` (fast_path.py).
"""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, Protocol

import structlog

from server.core.patches.websockets.frames import Message

# Autobahn parses everything in one read before other sockets get a turn. 64 KiB are 2,000 small frames and take a tenth
# of a second. This is also the buffer size above which a slow reader becomes a cursor.
MAX_BYTES_PER_READ: Final = 8 * 1024
# Otherwise the kernel buffers megabytes for a peer that does not read, outside all of our limits.
MAX_UNSENT_BYTES: Final = 64 * 1024

logger = structlog.get_logger(__name__)

Send = Callable[[Message], Coroutine[Any, Any, None]]


class Writer(Protocol):
    """Writes immediately or not at all. No writes are allowed while `full` is true; `on_ready` is called afterwards."""

    full: bool

    def write(self, message: Message) -> None: ...

    def stop_reading(self) -> None: ...

    def release(self) -> None: ...


class AsgiWriter:
    """Runs the server's `send` immediately, as far as possible.

    Daphne's send never waits and only buffers (django/daphne#170), so the transport's own flow control reports a full
    buffer. If a server's send waits, the writer counts as full until it has returned.
    """

    __slots__ = ("_on_ready", "_send", "_sending", "_transport", "full")

    def __init__(self, send: Send, on_ready: Callable[[], None]) -> None:
        self.full = False
        self._send = send
        self._on_ready = on_ready
        self._sending: asyncio.Task[None] | None = None
        protocol = find_protocol(send)
        self._transport = None if protocol is None else protocol.transport
        if self._transport is not None:
            _detach_http_channel(self._transport)
            # Autobahn would return the protocol itself, which would then keep a reference cycle after its end.
            protocol.is_closed.addCallback(lambda _: None)
            self._transport.bufferSize = MAX_BYTES_PER_READ
            _limit_kernel_buffer(self._transport)
            self._transport.registerProducer(self, True)

    def write(self, message: Message) -> None:
        """Call it only while not full."""
        sending = self._send(message)
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except Exception as error:
            # The peer is closing and its disconnect will follow. The other members of the room must still get the
            # event.
            logger.debug("realtime.not_written", error=str(error))
            self.full = True
            return
        self.full = True
        self._sending = asyncio.ensure_future(self._finish(_resume(sending, waits_for)))

    def stop_reading(self) -> None:
        if self._transport is not None:
            self._transport.pauseProducing()

    def release(self) -> None:
        """Call it once the socket is closing."""
        if self._transport is not None:
            self._transport.unregisterProducer()
            self._transport = None

    async def _finish(self, sending: "_ResumedCoroutine") -> None:
        await sending
        self._sending = None
        self.resumeProducing()

    # Twisted's IPushProducer: the transport calls it when its buffer exceeds the limit, and when it is empty again.

    def pauseProducing(self) -> None:  # noqa: N802 -- Twisted's name
        self.full = True

    def resumeProducing(self) -> None:  # noqa: N802 -- Twisted's name
        self.full = False
        self._on_ready()

    def stopProducing(self) -> None:  # noqa: N802 -- Twisted's name
        self.full = True
        self._transport = None


class _ResumedCoroutine:
    """A coroutine that has already run up to its first wait, awaited from there on."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._coroutine = coroutine
        self._waits_for = waits_for

    def __await__(self) -> Any:
        waits_for = self._waits_for
        while True:
            try:
                value = yield waits_for
            except BaseException as error:
                step = partial(self._coroutine.throw, error)
            else:
                step = partial(self._coroutine.send, value)
            try:
                waits_for = step()
            except StopIteration:
                return


def _resume(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> _ResumedCoroutine:
    return _ResumedCoroutine(coroutine, waits_for)


def _detach_http_channel(transport: Any) -> None:
    """Unregisters the HTTP channel that the socket was upgraded from.

    The channel and its request reference each other, and nothing else references them.
    """
    requests = getattr(getattr(transport, "producer", None), "requests", None)
    transport.unregisterProducer()
    if isinstance(requests, list):
        requests.clear()


def _limit_kernel_buffer(transport: Any) -> None:
    """If supported, stops accepting data for the socket while this much is unsent."""
    handle = getattr(transport, "socket", None)
    if handle is not None and hasattr(socket, "TCP_NOTSENT_LOWAT"):
        handle.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MAX_UNSENT_BYTES)


def find_protocol(send: Send) -> Any:
    """Daphne's protocol behind a `send`; None on another server or with our own TLS."""
    if not isinstance(send, partial) or not send.args:
        return None
    transport = getattr(send.args[0], "transport", None)
    is_known = hasattr(transport, "registerProducer") and hasattr(transport, "dataBuffer")
    return send.args[0] if is_known else None
