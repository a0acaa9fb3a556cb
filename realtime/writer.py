"""Writing to one socket: plain ASGI send, without a task or a thread hop per message.

This is the seam for faster ways: whatever has `write`, `full` and `close` can stand in for AsgiWriter.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from realtime.packets import Message

Send = Callable[[Message], Coroutine[Any, Any, None]]


class Writer(Protocol):
    """Writes at once or not at all: while `full` is true nothing may be written, and `on_ready` is called after."""

    full: bool

    def write(self, message: Message) -> None: ...

    def release(self) -> None: ...


class AsgiWriter:
    """Runs the server's `send` at once, as far as it goes.

    Daphne's send never waits, it only buffers (django/daphne#170); there the transport's own flow control tells when
    its buffer is full. Servers whose send waits are full until it has returned.
    """

    def __init__(self, send: Send, on_ready: Callable[[], None]) -> None:
        self.full = False
        self._send = send
        self._on_ready = on_ready
        self._sending: asyncio.Task[None] | None = None
        self._transport = _transport_of(send)
        if self._transport is not None:
            # The HTTP channel that the socket was upgraded from is still registered; it has nothing more to say.
            self._transport.unregisterProducer()
            self._transport.registerProducer(self, True)

    def write(self, message: Message) -> None:
        """Hands one message to the server. Only to be called while not full."""
        sending = self._send(message)
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        self.full = True
        self._sending = asyncio.ensure_future(self._finish(_resume(sending, waits_for)))

    def release(self) -> None:
        """Lets go of the transport once the socket is closing."""
        if self._transport is not None:
            self._transport.unregisterProducer()
            self._transport = None

    async def _finish(self, sending: "_Resumed") -> None:
        await sending
        self._sending = None
        self.resumeProducing()

    # Twisted's IPushProducer: called by the transport when its buffer is over 64 KiB, and when it is empty again.

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


def _transport_of(send: Send) -> Any:
    """Daphne's transport under a `send`, None on another server or under TLS of our own."""
    if not isinstance(send, partial) or not send.args:
        return None
    transport = getattr(send.args[0], "transport", None)
    return transport if hasattr(transport, "registerProducer") and hasattr(transport, "dataBuffer") else None
