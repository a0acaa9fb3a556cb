"""Django as a WSGI application, on a bounded pool of threads behind an ASGI server."""

import asyncio
import functools
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextvars import copy_context
from typing import Any, Protocol

import structlog
from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi import Body, WSGIResponder, build_environ

from server.core.patches.websockets.writer import find_protocol

WITHOUT_BODY = (204, 304)  # neither has a length of its own (RFC 9110, 8.6)

log = structlog.get_logger(__name__)


class ThreadPermit(Protocol):
    """One request's permission to use a thread."""

    def end(self) -> None: ...

    def end_after(self, work: "Future[Any]") -> None: ...


class ThreadScheduler(Protocol):
    """Decides which request gets a thread next."""

    async def enter(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> ThreadPermit:
        """Waits until a request from this address with these headers can use a thread."""
        ...


class Bridge(WSGIMiddleware):
    """a2wsgi's middleware, but a whole response returns from its thread in one step.

    a2wsgi passes each part of a response to the event loop and waits for it. The usual response has a head, a body and
    an end: three switches between threads, a third of the CPU of a small call.
    """

    def __init__(self, app: Any, *, workers: int, lanes: ThreadScheduler) -> None:
        super().__init__(app, workers=workers)
        self._scheduler = lanes

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        turn = await self._turn(scope, send)
        responder = _Responder(self.app, self.executor, self.send_queue_size, turn)
        try:
            await responder(scope, receive, send)
        finally:
            responder.end_turn()

    async def _turn(self, scope: Any, send: Any) -> ThreadPermit:
        request = find_protocol(send)
        if request is not None:
            request.waiting = asyncio.current_task()
        try:
            return await self._scheduler.enter((scope.get("client") or ("",))[0], scope["headers"])
        finally:
            if request is not None:
                request.waiting = None


class _Responder(WSGIResponder):
    """One request. Django's streamed responses are still sent part by part."""

    def __init__(self, app: Any, executor: Any, send_queue_size: int, turn: ThreadPermit) -> None:
        super().__init__(app, executor, send_queue_size)
        self._turn = turn
        self._running: Future[None] | None = None
        self._head: dict[str, Any] | None = None
        self._body: bytes | None = None
        self._is_streaming = False
        self._has_ended = False
        self._sender: asyncio.Task[None] | None = None
        self._ready: Callable[[], Any] = lambda: None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        environ = build_environ(scope, Body(self.loop, receive))
        context = copy_context()
        work = functools.partial(context.run, self.wsgi, environ, self._start_response)
        self._ready = lambda: None if self._has_ended else self._start_sender(send)
        try:
            self._running = self.executor.submit(work)
            await asyncio.wrap_future(self._running)
            self._turn.end()
            if self._body is None:
                await self.send_queue.put(None)
                await self._start_sender(send)
            else:
                await send(self._head)
                await send({"type": "http.response.body", "body": self._body})
        except Exception:
            protocol = find_protocol(send) if self._is_streaming else None
            if protocol is None:
                raise
            # The status has been sent, so only an incomplete body can signal the failure. The context has the request's
            # id.
            context.run(log.exception, "http.stream_failed")
            protocol.transport.abortConnection()
        finally:
            self._has_ended = True
            if self._sender is not None:
                self._sender.cancel()

    def end_turn(self) -> None:
        if self._running is None or self._running.done():
            self._turn.end()
        else:
            self._turn.end_after(self._running)

    def _start_sender(self, send: Any) -> "asyncio.Task[None]":
        """Few responses are streamed and need the task."""
        if self._sender is None:
            self._sender = self.loop.create_task(self.sender(send))
            self._sender.add_done_callback(self._handle_sender_end)
        return self._sender

    def _handle_sender_end(self, _: object) -> None:
        """The thread might wait for a free queue slot: it gets one, and ends."""
        self._has_ended = True
        while not self.send_queue.empty():
            self.send_queue.get_nowait()

    def wsgi(self, environ: Any, start_response: Any) -> None:
        answer: Any = self.app(environ, start_response)
        try:
            if getattr(answer, "streaming", True):
                self._is_streaming = True
                self.loop.call_soon_threadsafe(self._ready)
                self.send(self._head)  # type: ignore[arg-type]
                for part in answer:
                    if self._has_ended:
                        return
                    self.send({"type": "http.response.body", "body": part, "more_body": True})
                self.send({"type": "http.response.body", "body": b""})
            else:
                self._body = b"".join(answer)
                self._set_length(len(self._body))
        finally:
            answer.close()

    def _set_length(self, length: int) -> None:
        """Sets the length of a whole response if Django doesn't: an ASGI server would send it in chunks."""
        head = self._head
        if head is None or head["status"] in WITHOUT_BODY:
            return
        if not any(name == b"content-length" for name, _ in head["headers"]):
            head["headers"].append((b"content-length", b"%d" % length))

    def _start_response(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        self._head = {
            "type": "http.response.start",
            "status": int(status.partition(" ")[0]),
            "headers": [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers],
        }
        return None
