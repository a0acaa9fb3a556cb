"""Daphne's input over a connection: Twisted's own parser on a test connection, with the test's clock."""

import json
import logging
from ipaddress import ip_address
from typing import Any

import pytest
from daphne.http_protocol import HTTPFactory
from twisted.internet.address import IPv4Address
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransportWithDisconnection

from realtime import http_server
from realtime.connections import ConnectionLimiter
from realtime.http_server import (
    BODY_CHECK_SECONDS,
    LINGER_SECONDS,
    MAX_DISCARDED_BYTES,
    MAX_HEAD_SECONDS,
    MIN_BODY_BYTES_PER_CHECK,
    Channel,
    Request,
)
from server.core.bodies import MAX_BODY_BYTES
from server.core.network import build_network_keys

HEAD = b"POST /api/labels HTTP/1.1\r\nHost: localhost\r\n"
CHUNK = 64 * 1024


UntypedTransport: Any = StringTransportWithDisconnection


class Line(UntypedTransport):  # type: ignore[misc]
    """The connection, as a client sees it."""

    def __init__(self, channel: Channel, host: str) -> None:
        super().__init__(peerAddress=IPv4Address("TCP", host, 40_000))
        self.protocol = channel
        self.half_closed = False
        self.aborted = False

    def loseWriteConnection(self) -> None:  # noqa: N802 -- Twisted's name
        self.half_closed = True

    def abortConnection(self) -> None:  # noqa: N802
        self.aborted = True
        if self.connected:
            self.loseConnection()


class Daphne:
    """The part of daphne's server that a request calls. Requests to an application are recorded."""

    server_name = ""
    root_path = ""
    request_buffer_size = 8192
    proxy_forwarded_address_header = None
    http_timeout = None

    def __init__(self) -> None:
        self.scopes: list[dict[str, Any]] = []
        self.requests: list[Request] = []
        self.open: set[Request] = set()

    def protocol_connected(self, request: Request) -> None:
        self.open.add(request)

    def protocol_disconnected(self, request: Request) -> None:
        self.open.discard(request)

    def create_application(self, request: Request, scope: dict[str, Any]) -> Any:
        self.scopes.append(scope)
        self.requests.append(request)
        return _Queue()

    def log_action(self, *arguments: object) -> None:
        pass


class _Queue(list[dict[str, Any]]):
    put_nowait = list.append


class Wire:
    """Clients of one process."""

    def __init__(self, connections: ConnectionLimiter) -> None:
        self.clock = Clock()
        self.daphne = Daphne()
        self.connections = connections
        self.factory = HTTPFactory(self.daphne)
        self.factory.reactor = self.clock

    def connect(self, host: str = "203.0.113.7") -> Line:
        channel: Any = Channel(self.connections)
        channel.factory = self.factory
        channel.requestFactory = Request
        channel.callLater = self.clock.callLater
        channel.timeOut = None
        line = Line(channel, host)
        channel.makeConnection(line)
        return line

    def received(self, number: int = -1) -> bytes:
        """The body that an application received."""
        return b"".join(part["body"] for part in self.daphne.requests[number].application_queue if "body" in part)

    def respond(self) -> None:
        """The application of the newest request responds."""
        request = self.daphne.requests[-1]
        request.handle_reply({"type": "http.response.start", "status": 204, "headers": []})
        request.handle_reply({"type": "http.response.body", "body": b""})


@pytest.fixture
def wire() -> Wire:
    return Wire(ConnectionLimiter(max_total=100, max_of_network=50))


def send(line: Line, data: bytes) -> None:
    """Splits the data as the kernel would."""
    for start in range(0, len(data), CHUNK):
        if line.connected:
            line.protocol.dataReceived(data[start : start + CHUNK])


def answer(line: Line) -> tuple[int, dict[str, str], Any]:
    head, _, body = line.value().partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (row.partition(": ") for row in rest)}
    return int(first.split()[1]), headers, json.loads(body) if body else None


def refused(line: Line, wire: Wire) -> tuple[int, str]:
    """The status and code of a request that no application received; its connection is closed with it."""
    status, headers, body = answer(line)
    assert (headers["content-type"], headers["connection"]) == ("application/json", "close")
    assert line.half_closed
    wire.clock.advance(LINGER_SECONDS)
    assert (line.aborted, line.connected, wire.daphne.scopes, wire.daphne.open) == (True, False, [], set())
    assert len(wire.connections) == 0
    return status, body["code"]


def test_a_client_that_does_not_read_gets_no_further_response(wire: Wire) -> None:
    line = wire.connect()
    send(line, b"GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
    assert len(wire.daphne.scopes) == 1

    line.producer.pauseProducing()  # the responses fill the buffer
    wire.respond()
    assert (len(wire.daphne.scopes), line.producerState) == (1, "paused")

    line.producer.resumeProducing()
    assert len(wire.daphne.scopes) == 2
    wire.respond()
    assert (len(wire.daphne.scopes), line.producerState) == (3, "producing")
    wire.respond()
    assert line.value().count(b"HTTP/1.1 204") == 3


def test_the_connection_is_read_again_during_a_response_once_its_client_reads(wire: Wire) -> None:
    line = wire.connect()
    send(line, b"GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")

    line.producer.pauseProducing()
    assert line.producerState == "paused"
    line.producer.resumeProducing()
    assert line.producerState == "producing"


def test_a_body_that_is_announced_too_long_is_refused_before_it_is_stored(wire: Wire) -> None:
    line = wire.connect()

    send(line, HEAD + b"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n" % (MAX_BODY_BYTES + 1))

    assert answer(line)[2]["payload"] == {"limitBytes": MAX_BODY_BYTES}
    send(line, b"x" * (MAX_BODY_BYTES + 1))
    assert refused(line, wire) == (413, "bodyTooLarge")


def test_a_body_without_a_length_is_refused_once_it_is_too_long(wire: Wire) -> None:
    line = wire.connect()

    send(line, HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    for _ in range(MAX_BODY_BYTES // CHUNK):
        send(line, b"%x\r\n%s\r\n" % (CHUNK, b"x" * CHUNK))
    assert line.value() == b""
    send(line, b"1\r\nx\r\n0\r\n\r\n")

    assert refused(line, wire) == (413, "bodyTooLarge")


def test_a_body_without_a_length_reaches_the_application_with_one(wire: Wire) -> None:
    line = wire.connect()

    send(line, HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n6\r\n, two!\r\n0\r\n\r\n")

    [scope] = wire.daphne.scopes
    headers = dict(scope["headers"])
    assert headers[b"content-length"] == b"9"
    assert b"transfer-encoding" not in headers
    assert wire.received() == b"one, two!"


def test_bodies_of_all_connections_have_so_much_room() -> None:
    wire = Wire(ConnectionLimiter(max_total=10, max_of_network=10, max_stored_bytes=100))
    first, gone = wire.connect("203.0.113.7"), wire.connect("198.51.100.7")
    send(first, HEAD + b"Content-Length: 50\r\n\r\n" + b"x" * 50)
    send(gone, HEAD + b"Content-Length: 51\r\n\r\n" + b"x" * 50)

    late = wire.connect("192.0.2.7")
    send(late, HEAD + b"Content-Length: 1\r\n\r\nx")
    status, _, body = answer(late)
    assert (status, body["code"], body["payload"]) == (429, "tooManyRequests", {"retryAfterSeconds": 30})
    gone.abortConnection()
    wire.respond()

    # A trusted proxy or this machine.
    whole = wire.connect("127.0.0.1")
    send(whole, HEAD + b"Content-Length: 100\r\n\r\n" + b"x" * 100)
    assert wire.received() == b"x" * 100
    assert len(wire.daphne.scopes) == 2


def test_bodies_of_one_network_have_half_of_the_room() -> None:
    wire = Wire(ConnectionLimiter(max_total=10, max_of_network=10, max_stored_bytes=100))
    held = wire.connect("2001:db8::1")
    send(held, HEAD + b"Content-Length: 51\r\n\r\n" + b"x" * 50)

    neighbour = wire.connect("2001:db8::2")
    send(neighbour, HEAD + b"Content-Length: 1\r\n\r\nx")
    assert answer(neighbour)[0] == 429
    other = wire.connect("203.0.113.7")
    send(other, HEAD + b"Content-Length: 50\r\n\r\n" + b"x" * 50)
    assert wire.received() == b"x" * 50

    held.abortConnection()
    again = wire.connect("2001:db8::2")
    send(again, HEAD + b"Content-Length: 50\r\n\r\n" + b"y" * 50)
    assert wire.received() == b"y" * 50


def test_bodies_of_a_site_with_many_networks_leave_room_to_others() -> None:
    wire = Wire(ConnectionLimiter(max_total=20, max_of_network=20, max_stored_bytes=100))
    for number in range(3):
        send(wire.connect(f"2001:db8:7:{number}::1"), HEAD + b"Content-Length: 26\r\n\r\n" + b"x" * 25)

    fourth = wire.connect("2001:db8:7:3::1")
    send(fourth, HEAD + b"Content-Length: 1\r\n\r\nx")
    assert answer(fourth)[0] == 429

    send(wire.connect("2001:db8:8::1"), HEAD + b"Content-Length: 25\r\n\r\n" + b"y" * 25)
    assert wire.received() == b"y" * 25


def test_behind_a_proxy_bodies_count_by_the_network_of_their_client(settings: Any) -> None:
    settings.TRUSTED_PROXIES = ["192.0.2.1"]
    wire = Wire(ConnectionLimiter(max_total=10, max_of_network=10, max_stored_bytes=100))

    def upload(client: bytes, size: int, *, announced: int | None = None, peer: str = "192.0.2.1") -> Line:
        line = wire.connect(peer)
        lengths = b"X-Forwarded-For: %s\r\nContent-Length: %d\r\n\r\n" % (client, announced or size)
        send(line, HEAD + lengths + b"x" * size)
        return line

    held = upload(b"2001:db8::1", 50, announced=51)
    assert answer(upload(b"2001:db8::2", 1))[0] == 429
    upload(b"203.0.113.7", 40)
    # Only a proxy can name another client.
    forged = upload(b"198.51.100.7", 11, peer="203.0.113.9")
    assert answer(forged)[0] == 429
    assert wire.received() == b"x" * 40

    held.abortConnection()
    upload(b"2001:db8::2", 50)
    assert wire.received() == b"x" * 50


def test_each_request_of_a_proxys_connection_counts_by_its_own_client(settings: Any) -> None:
    settings.TRUSTED_PROXIES = ["192.0.2.1"]
    wire = Wire(ConnectionLimiter(max_total=10, max_of_network=10, max_stored_bytes=100))
    line = wire.connect("192.0.2.1")
    for head, size in (
        (b"X-Forwarded-For: 203.0.113.7\r\n", 50),
        (b"X-Forwarded-For: 198.51.100.7\r\n", 50),
        (b"", 90),
    ):
        send(line, HEAD + head + b"Content-Length: %d\r\n\r\n" % size + b"x" * size)
        assert wire.received() == b"x" * size
        wire.respond()


def test_the_room_for_bodies_is_a_setting(settings: Any) -> None:
    settings.WEB_BODIES_BYTES = 100
    wire = Wire(ConnectionLimiter(max_total=10, max_of_network=10))

    send(wire.connect("127.0.0.1"), HEAD + b"Content-Length: 100\r\n\r\n" + b"x" * 100)
    late = wire.connect("127.0.0.1")
    send(late, HEAD + b"Content-Length: 1\r\n\r\nx")

    assert wire.received() == b"x" * 100
    assert answer(late)[0] == 429


@pytest.mark.parametrize("path", [b"/trx-api/messages", b"/trx-api/mess%61ges?x=1"])
def test_a_path_may_take_more(wire: Wire, path: bytes) -> None:
    line = wire.connect()

    send(line, b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (path, MAX_BODY_BYTES + 1))
    send(line, b"x" * (MAX_BODY_BYTES + 1))

    assert len(wire.received()) == MAX_BODY_BYTES + 1


@pytest.mark.parametrize(
    ("head", "status", "code"),
    [
        (b"GET /" + b"a" * 16_400 + b" HTTP/1.1\r\n\r\n", 414, "addressTooLong"),
        (b"GET /" + b"a" * 16_400, 414, "addressTooLong"),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 16_400 + b"\r\n\r\n", 431, "headersTooLarge"),
        (b"GET / HTTP/1.1\r\n" + b"X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" * 600 + b"\r\n", 431, "headersTooLarge"),
        (b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 101 + b"\r\n", 431, "headersTooLarge"),
        (b"GET / HTTP/1.1\r\nno header\r\n\r\n", 400, "badRequest"),
        (b"GET /\r\n\r\n", 400, "badRequest"),
        (HEAD + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "badRequest"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nno chunk\r\n", 400, "badRequest"),
    ],
)
def test_a_head_that_is_too_large_or_no_http_is_refused(wire: Wire, head: bytes, status: int, code: str) -> None:
    line = wire.connect()

    send(line, head)

    assert refused(line, wire) == (status, code)


def test_a_hundred_headers_pass(wire: Wire) -> None:
    send(wire.connect(), b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 100 + b"\r\n")

    assert len(wire.daphne.scopes) == 1


@pytest.mark.parametrize("method", [b"BREW", b"CONNECT", b"TRACE", b"get"])
def test_an_unknown_method_reaches_no_application_and_keeps_the_connection(wire: Wire, method: bytes) -> None:
    line = wire.connect()

    send(line, b"%s / HTTP/1.1\r\nHost: localhost\r\n\r\n" % method)

    status, headers, body = answer(line)
    assert (status, body["code"], headers["allow"]) == (
        405,
        "methodNotAllowed",
        "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT",
    )
    assert (wire.daphne.scopes, line.connected) == ([], True)


def test_a_head_must_come_in_time_however_it_trickles(wire: Wire) -> None:
    line = wire.connect()

    for letter in HEAD[:-2] * 10:
        wire.clock.advance(1)
        send(line, bytes([letter]))
        if line.half_closed:
            break

    assert wire.clock.seconds() == 1 + MAX_HEAD_SECONDS
    assert refused(line, wire) == (408, "requestTimedOut")


def test_a_body_may_be_slow_but_must_move(wire: Wire) -> None:
    line = wire.connect()
    send(line, b"POST /trx-api/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")

    for _ in range(3):
        send(line, b"x" * MIN_BODY_BYTES_PER_CHECK)
        wire.clock.advance(BODY_CHECK_SECONDS)
    assert line.value() == b""
    send(line, b"x" * (MIN_BODY_BYTES_PER_CHECK - 1))
    wire.clock.advance(BODY_CHECK_SECONDS)

    assert refused(line, wire) == (408, "requestTimedOut")


def test_a_request_that_is_whole_has_no_deadline_and_the_next_one_has_its_own(wire: Wire) -> None:
    line = wire.connect()

    send(line, HEAD + b"Content-Length: 3\r\n\r\none")
    wire.clock.advance(10_000)
    wire.respond()
    wire.clock.advance(10_000)

    assert (line.value().startswith(b"HTTP/1.1 204"), line.connected) == (True, True)
    line.clear()
    send(line, HEAD)
    wire.clock.advance(MAX_HEAD_SECONDS)
    assert answer(line)[0] == 408


def test_a_refused_client_that_goes_on_sending_is_cut_off(wire: Wire) -> None:
    line = wire.connect()
    send(line, HEAD + b"Content-Length: 9999999999\r\n\r\n")

    piece = b"x" * (1 << 20)
    for _ in range(MAX_DISCARDED_BYTES // len(piece)):
        line.protocol.dataReceived(piece)
    assert line.connected
    line.protocol.dataReceived(b"x")

    assert (line.aborted, line.connected, len(wire.connections)) == (True, False, 0)
    assert wire.clock.getDelayedCalls() == []


def test_a_response_that_broke_off_ends_the_connection_and_raises_nothing(wire: Wire) -> None:
    line = wire.connect()
    send(line, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    request = wire.daphne.requests[0]
    request.handle_reply({"type": "http.response.start", "status": 200, "headers": []})
    request.handle_reply({"type": "http.response.body", "body": b"part", "more_body": True})

    request.handle_exception(LookupError("lost"))

    assert (line.aborted, wire.daphne.open) == (True, set())


def test_a_failure_before_the_response_is_told_with_the_error_body(wire: Wire) -> None:
    line = wire.connect()
    send(line, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")

    wire.daphne.requests[0].handle_exception(LookupError("lost"))

    status, _, body = answer(line)
    assert (status, body["code"], line.connected) == (500, "serverException", True)


@pytest.mark.parametrize(
    ("target", "logged"),
    [
        (b"GET /unsubscribe-subscription/Xk3-SECRET_tokEn9?key=SECRET", "<Request GET /unsubscribe-subscription/*>"),
        (b"GET /c/1.2/Xk3%2dSECRET_tokEn9%3F", "<Request GET /c/*/*>"),
        (b"HEAD /api/export/file/%0aSECRET", "<Request HEAD /api/export/file/*>"),
    ],
)
def test_a_request_that_daphne_logs_has_no_token(
    wire: Wire, caplog: pytest.LogCaptureFixture, target: bytes, logged: str
) -> None:
    line = wire.connect()
    send(line, target + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    [request] = wire.daphne.requests

    # As daphne's application_checker does.
    logging.getLogger("daphne.server").warning(
        "Application instance %r for connection %s took too long to shut down and was killed.", None, repr(request)
    )

    assert "SECRET" not in caplog.text
    assert f"for connection {logged} took too long" in caplog.text


def test_a_site_with_many_networks_leaves_connections_to_others() -> None:
    wire = Wire(ConnectionLimiter(max_total=8, max_of_network=2))
    other = wire.connect("203.0.113.7")
    site = [wire.connect(f"2001:db8:7:{number}::1") for number in range(6)]

    newer = wire.connect("2001:db8:7:6::1")

    # The oldest connection of the site is closed, not the oldest of all.
    assert [line.connected for line in (other, *site, newer)] == [True, False, *[True] * 6]
    assert len(wire.connections) == 7
    for line in (*site, newer):
        line.abortConnection()
    assert len(wire.connections) == 1
    remaining = set(build_network_keys(ip_address("203.0.113.7")))
    assert set(wire.connections._counts) == set(wire.connections._waiting_of) == remaining


def test_too_many_connections_of_a_network_close_its_oldest_that_waits() -> None:
    wire = Wire(ConnectionLimiter(max_total=100, max_of_network=3))
    busy, idle, partial_head = (wire.connect(f"203.0.113.{n}") for n in range(3))
    send(busy, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    send(partial_head, b"GET / HTTP/1.1\r\n")
    other = wire.connect("198.51.100.1")

    newer = wire.connect("203.0.113.9")
    newest = wire.connect("203.0.113.9")

    states = [line.connected for line in (busy, idle, partial_head, other, newer, newest)]
    assert states == [True, False, False, True, True, True]
    assert len(wire.connections) == 4


def test_a_network_whose_requests_are_all_being_handled_gets_no_further_connection() -> None:
    wire = Wire(ConnectionLimiter(max_total=100, max_of_network=2))
    lines = [wire.connect() for _ in range(2)]
    for line in lines:
        send(line, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")

    late = wire.connect()

    assert (late.connected, [line.connected for line in lines]) == (False, [True, True])
    wire.respond()
    assert wire.connect().connected
    assert len(wire.connections) == 2


def test_the_total_holds_for_connections_of_many_networks() -> None:
    wire = Wire(ConnectionLimiter(max_total=3, max_of_network=3))
    lines = [wire.connect(f"198.51.{n}.1") for n in range(5)]

    assert [line.connected for line in lines] == [False, False, True, True, True]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "192.0.2.10"])
def test_loopback_and_trusted_proxies_are_no_network(host: str, settings: Any) -> None:
    settings.TRUSTED_PROXIES = ["192.0.2.0/28"]
    wire = Wire(ConnectionLimiter(max_total=10, max_of_network=1))

    lines = [wire.connect(host) for _ in range(3)]

    assert [line.connected for line in lines] == [True, True, True]


def test_daphne_builds_these_connections_and_requests() -> None:
    http_server.install()
    factory = HTTPFactory(Daphne())

    channel = factory.buildProtocol(IPv4Address("TCP", "203.0.113.7", 40_000))

    assert (type(channel), channel.requestFactory, channel.factory) == (Channel, Request, factory)
    assert channel.timeOut == 60


def test_an_application_that_waits_for_its_turn_ends_with_its_connection(wire: Wire) -> None:
    class Waiting:
        cancelled = 0

        def cancel(self) -> None:
            self.cancelled += 1

    waits, works = wire.connect(), wire.connect()
    for line in (waits, works):
        send(line, b"GET /api/labels HTTP/1.1\r\nHost: localhost\r\n\r\n")
    application: Any = Waiting()
    wire.daphne.requests[0].waiting = application

    for line in (waits, works):
        line.loseConnection()

    assert application.cancelled == 1
    assert wire.daphne.open == set()
