"""Writing to one socket: plain ASGI send, without a task or a thread hop per message.

This is the seam for faster ways: whatever has `write`, `full` and `release` can stand in for AsgiWriter (fast_path.py).
"""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, Protocol

import structlog

from server.core.patches.websockets.frames import Message

# Autobahn takes apart all that one read brought before anybody else has a turn: 64 KiB are 2,000 small frames and a
# tenth of a second. It is also the size of the buffer from which on a slow reader is a cursor.
MOST_BYTES_AT_ONCE: Final = 8 * 1024
# The kernel would keep megabytes for a peer that does not read, which no bound of ours counts.
MOST_BYTES_UNSENT: Final = 64 * 1024

logger = structlog.get_logger(__name__)

Send = Callable[[Message], Coroutine[Any, Any, None]]


class Writer(Protocol):
    """Writes at once or not at all: while `full` is true nothing may be written, and `on_ready` is called after."""

    full: bool

    def write(self, message: Message) -> None: ...

    def stop_reading(self) -> None: ...

    def release(self) -> None: ...


class AsgiWriter:
    """Runs the server's `send` at once, as far as it goes.

    Daphne's send never waits, it only buffers (django/daphne#170); there the transport's own flow control tells when
    its buffer is full. Servers whose send waits are full until it has returned.
    """

    __slots__ = ("_on_ready", "_send", "_sending", "_transport", "full")

    def __init__(self, send: Send, on_ready: Callable[[], None]) -> None:
        self.full = False
        self._send = send
        self._on_ready = on_ready
        self._sending: asyncio.Task[None] | None = None
        protocol = protocol_of(send)
        self._transport = None if protocol is None else protocol.transport
        if self._transport is not None:
            _let_go_of_http(self._transport)
            # Autobahn answers it with the protocol itself, which then would hold itself after its end.
            protocol.is_closed.addCallback(lambda _: None)
            self._transport.bufferSize = MOST_BYTES_AT_ONCE
            _bound_the_kernel(self._transport)
            self._transport.registerProducer(self, True)

    def write(self, message: Message) -> None:
        """Hands one message to the server. Only to be called while not full."""
        sending = self._send(message)
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except Exception as error:
            # The peer is closing and its disconnect on the way. Nobody else in the room may miss the event for it.
            logger.debug("realtime.not_written", error=str(error))
            self.full = True
            return
        self.full = True
        self._sending = asyncio.ensure_future(self._finish(_resume(sending, waits_for)))

    def stop_reading(self) -> None:
        """Takes nothing more from a peer that is being closed; the server's closing timeout ends the connection."""
        if self._transport is not None:
            self._transport.pauseProducing()

    def release(self) -> None:
        """Lets go of the transport once the socket is closing."""
        if self._transport is not None:
            self._transport.unregisterProducer()
            self._transport = None

    async def _finish(self, sending: "_Resumed") -> None:
        await sending
        self._sending = None
        self.resumeProducing()

    # Twisted's IPushProducer: called by the transport when its buffer is over its bound, and when it is empty again.

    def pauseProducing(self) -> None:  # noqa: N802 -- Twisted's name
        self.full = True

    def resumeProducing(self) -> None:  # noqa: N802 -- Twisted's name
        self.full = False
        self._on_ready()

    def stopProducing(self) -> None:  # noqa: N802 -- Twisted's name
        self.full = True
        self._transport = None


class _Resumed:
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


def _resume(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> _Resumed:
    return _Resumed(coroutine, waits_for)


def _let_go_of_http(transport: Any) -> None:
    """The HTTP channel that the socket was upgraded from is still registered; it has nothing more to say.

    It and its request hold each other, and nobody else holds them any more.
    """
    requests = getattr(getattr(transport, "producer", None), "requests", None)
    transport.unregisterProducer()
    if isinstance(requests, list):
        requests.clear()


def _bound_the_kernel(transport: Any) -> None:
    """Where the system knows it, a socket takes nothing more while that much has not been sent."""
    handle = getattr(transport, "socket", None)
    if handle is not None and hasattr(socket, "TCP_NOTSENT_LOWAT"):
        handle.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MOST_BYTES_UNSENT)


def protocol_of(send: Send) -> Any:
    """Daphne's protocol under a `send`, None on another server or under TLS of our own."""
    if not isinstance(send, partial) or not send.args:
        return None
    transport = getattr(send.args[0], "transport", None)
    is_known = hasattr(transport, "registerProducer") and hasattr(transport, "dataBuffer")
    return send.args[0] if is_known else None
