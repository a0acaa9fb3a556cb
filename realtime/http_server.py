"""HTTP as served by daphne and Twisted, with limits on each client's requests and connections.

It rejects the following before daphne stores a body or starts an application, with the error body of the API:

- a body over the limit of its path (413), by its Content-Length and by the bytes read;
- a request line (414) or headers (431) over Twisted's limits, and input that is not HTTP (400);
- a head or a body that arrives too slowly (408);
- connections over the limit of the process or of one network (connections.py).

`server/core/patches/table.py` lists the private attributes of Twisted and daphne that it uses.
"""

import asyncio
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from daphne import http_protocol
from pydantic_core import to_json
from twisted.web.http import RESPONSES, HTTPChannel

from realtime import metrics
from realtime.connections import ConnectionLimiter
from server.core import bodies
from server.core.errors import (
    AddressTooLong,
    ApiError,
    BadRequest,
    HeadersTooLarge,
    MethodNotAllowed,
    RequestTimedOut,
    ServerFailure,
    TooManyRequests,
)
from server.core.headers import get_security_headers
from server.core.network import resolve_client_address
from server.core.paths import mask_path
from server.core.requests import METHODS, OTHER_METHOD

# Browsers send the whole head at once.
MAX_HEAD_SECONDS: Final = 15.0
# A body can take any time while it progresses: 2 kB/s is slower than any mobile network in use.
BODY_CHECK_SECONDS: Final = 60.0
MIN_BODY_BYTES_PER_CHECK: Final = 60 * 2 * 1024
# A rejected client can finish sending. Otherwise a connection reset could discard the error response.
LINGER_SECONDS: Final = 30.0
MAX_DISCARDED_BYTES: Final = 64 * 1024 * 1024
RETRY_SECONDS: Final = 30  # until there might be capacity for a body
MAX_HEADERS: Final = 100  # browsers send 20, chains of proxies 40


class Request(http_protocol.WebRequest):  # type: ignore[misc]
    def __init__(self, channel: Any, queued: object = False) -> None:
        # Django parses forms. Twisted would parse them first, and use the email parser for the content type of each
        # body.
        super().__init__(channel, queued, parsePOSTFormSubmission=False)
        self._body_bytes = 0
        # The application's task while it waits for its turn (server/core/patches/wsgi_bridge.py).
        self.waiting: asyncio.Task[Any] | None = None

    def __repr__(self) -> str:
        """Method and masked path. Daphne logs this for an application that outlives its client."""
        method = self.method.decode("ascii", "replace")
        path = unquote_to_bytes(self.uri.partition(b"?")[0]).decode("utf-8", "replace")
        return f"<Request {method if method in METHODS else OTHER_METHOD} {mask_path(path, route='')}>"

    def connectionLost(self, reason: Any) -> None:  # noqa: N802 -- Twisted's name
        """Cancels an application that has not started, which frees its slot and the body."""
        super().connectionLost(reason)
        if self.waiting is not None:
            self.waiting.cancel()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 -- Twisted's name
        """Stores a part of the body, unless it exceeds the limit: a chunked body does not declare its length."""
        channel = self.channel
        if channel.is_refused:
            return
        self._body_bytes += len(data)
        if channel.check_body(self._body_bytes) and channel.store(len(data)):
            super().handleContentChunk(data)

    def process(self) -> Any:
        """Called for a complete request: starts its application, or passes the connection to daphne's websocket."""
        if self.method.decode("ascii", "replace") not in METHODS:
            self.setHeader(b"allow", ", ".join(sorted(METHODS)).encode())
            metrics.rejected_requests.labels(str(MethodNotAllowed.status)).inc()
            self._respond(MethodNotAllowed())
            return None
        if self.requestHeaders.hasHeader(b"transfer-encoding"):
            # Applications get a whole body, so its length is set. WSGI supports no other framing.
            self.requestHeaders.removeHeader(b"transfer-encoding")
            self.requestHeaders.setRawHeaders(b"content-length", [b"%d" % self._body_bytes])
        channel = self.channel
        done = super().process()
        if self.transport is None:
            channel.upgraded()
        return done

    def handle_reply(self, message: Any) -> None:
        """Sends a part of the response, with any missing security headers."""
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            given = {name.lower() for name, _ in headers}
            host = (self.getHeader(b"host") or b"").decode("latin-1")
            headers += [header for header in get_security_headers(host) if header[0] not in given]
            message = {**message, "headers": headers}
        super().handle_reply(message)

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Sends daphne's own errors with our error body."""
        self._respond(BadRequest() if status < 500 else ServerFailure())

    def handle_exception(self, exception: BaseException) -> None:
        """Called once for an application that failed; daphne has logged the error.

        Raising here would permanently stop daphne's housekeeping of all connections. Starting a response twice raises.
        """
        if self._response_started:
            self.transport.abortConnection()
        else:
            self._respond(ServerFailure())

    def _respond(self, error: ApiError) -> None:
        body = to_json(error.body())
        headers = [*ERROR_HEADERS, (b"content-length", b"%d" % len(body))]
        self.handle_reply({"type": "http.response.start", "status": error.status, "headers": headers})
        self.handle_reply({"type": "http.response.body", "body": body})


ERROR_HEADERS: Final = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]


# Twisted's class is only partly typed.
UntypedChannel: Any = HTTPChannel


class Channel(UntypedChannel):  # type: ignore[misc]
    """One connection, which handles one request after another."""

    maxHeaders = MAX_HEADERS  # noqa: N815 -- Twisted's name

    def __init__(self, connections: ConnectionLimiter) -> None:
        super().__init__()
        self.is_refused = False
        self._connections = connections
        self._deadline: Any = None
        # The part of a request that the deadline applies to: "head", "body", or "" between requests and during
        # handling.
        self._awaited_part = ""
        self._body_bytes = 0
        self._discarded_bytes = 0
        self._held_requests = b""

    # --- the connection ---

    def connectionMade(self) -> None:  # noqa: N802 -- Twisted's name
        super().connectionMade()
        if not self._connections.admit(self, self._get_peer_address()):
            self.close()

    def _get_peer_address(self) -> str:
        return str(getattr(self.transport.getPeer(), "host", ""))

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self._connections.remove(self)
        self._awaited_part = ""
        self._set_deadline(None, None)
        super().connectionLost(reason)

    def upgraded(self) -> None:
        """Called when the connection becomes a websocket, which is counted separately (consumer.py)."""
        self._connections.remove(self)
        self._await_part("")

    def close(self) -> None:
        """Closes the connection immediately, without a response."""
        self.is_refused = True
        self.transport.abortConnection()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self.is_refused:
            self._discard(len(data))
            return
        if self._awaited_part == "body":
            self._body_bytes += len(data)
        super().dataReceived(data)
        if not self.is_refused:
            self._await_part(self._get_awaited_part())

    # --- the parts of a request, each called by Twisted ---

    def lineReceived(self, line: bytes) -> None:  # noqa: N802
        if not self.is_refused:
            super().lineReceived(line)

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802
        if not self.is_refused:
            super().rawDataReceived(data)

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: N802
        self.refuse(HeadersTooLarge() if self._receivedHeaderSize else AddressTooLong())

    def allHeadersReceived(self) -> None:  # noqa: N802
        if self.is_refused or not self.check_body(self.length or 0):
            return
        forwarded_for = self.requests[-1].getHeader(b"x-forwarded-for")
        if forwarded_for is not None:
            client = resolve_client_address(self._get_peer_address(), forwarded_for.decode("latin-1"))
            self._connections.set_body_client(self, str(client))
        super().allHeadersReceived()

    def allContentReceived(self) -> None:  # noqa: N802
        if self.is_refused:
            return
        self._await_part("")
        self._connections.set_busy(self)
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802
        self._connections.set_waiting(self)
        self._connections.discard(self)
        if self._waitingForTransport:
            self._held_requests = b"".join(self._dataBuffer)
            self._dataBuffer.clear()
        super().requestDone(request)

    # --- clients that do not read: each pipelined request would add a response to those in memory ---

    def pauseProducing(self) -> None:  # noqa: N802
        """Reads nothing from the client until it has read most of what it was sent."""
        super().pauseProducing()
        self._networkProducer.pauseProducing()

    def resumeProducing(self) -> None:  # noqa: N802
        super().resumeProducing()
        if self._handlingRequest:
            # The end of the connection is noticed during a long response, too.
            if not self._dataBuffer:
                self._networkProducer.resumeProducing()
        elif self._held_requests:
            held, self._held_requests = self._held_requests, b""
            self.setLineMode(held)

    def _respondToBadRequestAndDisconnect(self) -> None:  # noqa: N802
        is_large = self._receivedHeaderSize > self.totalHeadersSize or self._receivedHeaderCount > self.maxHeaders
        self.refuse(HeadersTooLarge() if is_large else BadRequest())

    # --- rejections ---

    def check_body(self, size_bytes: int) -> bool:
        """Whether a body of this size is allowed. Rejects the request otherwise."""
        if size_bytes <= bodies.MAX_BODY_BYTES:
            return True
        path = unquote_to_bytes(self._path.partition(b"?")[0]).decode("utf-8", "replace")
        try:
            bodies.check(path, size_bytes)
        except ApiError as error:
            self.refuse(error)
            return False
        return True

    def store(self, size_bytes: int) -> bool:
        """Whether there is capacity for a part of a body. Rejects the request otherwise."""
        if self._connections.store(self, size_bytes):
            return True
        self.refuse(TooManyRequests(payload={"retryAfterSeconds": RETRY_SECONDS}))
        return False

    def refuse(self, error: ApiError) -> None:
        """Sends the error, and closes the connection once the client has read it."""
        if self.is_refused:
            return
        self.is_refused = True
        metrics.rejected_requests.labels(str(error.status)).inc()
        body = to_json(error.body())
        host = (self.requests[-1].getHeader(b"host") if self.requests else None) or b""
        headers = [*ERROR_HEADERS, (b"content-length", b"%d" % len(body)), (b"connection", b"close")]
        headers += get_security_headers(host.decode("latin-1"))
        reason = RESPONSES.get(error.status, b"Error")
        lines = [b"HTTP/1.1 %d %s" % (error.status, reason), *(name + b": " + value for name, value in headers)]
        self.transport.write(b"\r\n".join([*lines, b"", b""]) + (b"" if self._is_head() else body))
        # Closes only our side: a client that is still sending can finish.
        self.transport.loseWriteConnection()
        self.setTimeout(None)
        self._set_deadline(LINGER_SECONDS, self.transport.abortConnection)

    def _is_head(self) -> bool:
        return getattr(self, "_command", b"") == b"HEAD"

    def _discard(self, size_bytes: int) -> None:
        self._discarded_bytes += size_bytes
        if self._discarded_bytes > MAX_DISCARDED_BYTES:
            self.transport.abortConnection()

    # --- deadlines ---

    def _get_awaited_part(self) -> str:
        if self._handlingRequest:
            return ""
        if not self.line_mode:
            return "body"
        return "head" if self._receivedHeaderSize or self._buffer else ""

    def _await_part(self, part: str) -> None:
        """Starts the deadline of a part of a request, or none. Twisted's own deadline only ends silent connections."""
        if part == self._awaited_part:
            return
        self._awaited_part = part
        if part == "head":
            self._set_deadline(MAX_HEAD_SECONDS, self._time_out)
        elif part == "body":
            self._body_bytes = 0
            self._set_deadline(BODY_CHECK_SECONDS, self._check_progress)
        else:
            self._set_deadline(None, None)

    def _check_progress(self) -> None:
        self._deadline = None
        if self._body_bytes < MIN_BODY_BYTES_PER_CHECK:
            self._time_out()
            return
        self._body_bytes = 0
        self._set_deadline(BODY_CHECK_SECONDS, self._check_progress)

    def _time_out(self) -> None:
        self._deadline = None
        self.refuse(RequestTimedOut())

    def _set_deadline(self, seconds: float | None, then: Any) -> None:
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.callLater(seconds, then)


def install() -> None:
    """Makes daphne's HTTP factory use these classes."""
    connections = ConnectionLimiter()

    def build_channel(factory: Any) -> Channel:
        return Channel(connections)

    http_protocol.WebRequest = Request
    http_protocol.HTTPFactory.protocol = build_channel
