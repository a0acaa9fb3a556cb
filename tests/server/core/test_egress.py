"""URLs that tenants name: their allowed targets, and attacks by a hostile host."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from typing import Any

import httpcore
import pytest
from django.conf import settings

from server.core.egress import client
from server.core.egress.addresses import is_public
from server.core.egress.client import Egress, FetchResponse
from server.core.egress.errors import FetchError, FetchErrorReason
from server.core.egress.targets import parse_target
from tests.server.senders.zones import Zones, zones

__all__ = ["zones"]

HOST = "toko.example"
Script = Callable[[socket.socket, bytes], None]


class Web:
    """A loopback server that handles each connection as the test says."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.requests: list[bytes] = []
        self.at_once = self.most_at_once = 0
        self.script: Script = lambda connection, _: connection.sendall(answer(b"ok"))
        self._lock = threading.Lock()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._one, args=(connection,), daemon=True).start()

    def _one(self, connection: socket.socket) -> None:
        with self._lock:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            with connection:
                connection.settimeout(5)
                request = connection.recv(65_536)
                self.requests.append(request)
                self.script(connection, request)
        except OSError:
            pass
        finally:
            with self._lock:
                self.at_once -= 1

    def url(self, path: str = "/", host: str = HOST) -> str:
        return f"http://{host}:{self.port}{path}"

    def close(self) -> None:
        # A thread that waits in accept notices this, but not the closing of the socket.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


def answer(body: bytes = b"", status: str = "200 OK", **headers: str) -> bytes:
    told = {"Content-Length": str(len(body)), **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in told.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@pytest.fixture
def web(zones: Zones, monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """A server that `HOST` leads to, whose port is the only allowed one."""
    zones.publish(HOST, A=["127.0.0.1"])
    server = Web()
    monkeypatch.setattr(settings, "EGRESS_LOOPBACK_PORTS", frozenset({server.port}))
    yield server
    server.close()


def fetch(url: str, *, most_bytes: int = 0, seconds: float = 3.0) -> FetchResponse:
    return asyncio.run(Egress().fetch(url, most_bytes=most_bytes, seconds=seconds))


def refused(url: str, **limits: float) -> FetchErrorReason:
    with pytest.raises(FetchError) as raised:
        fetch(url, **limits)  # type: ignore[arg-type]  # the limits of `fetch`
    return raised.value.reason


# --- allowed targets -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.255.255.254",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.100.100.200",
        "168.63.129.16",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "64:ff9b::7f00:1",
        "64:ff9b::808:808",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "3fff::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "5f00::1",
    ],
)
def test_what_is_no_address_of_the_open_web(address: str) -> None:
    assert not is_public(ip_address(address))
    assert refused(f"http://[{address}]/" if ":" in address else f"http://{address}/") is FetchErrorReason.REFUSED


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00::1"])
def test_what_is_one(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://2130706433/",  # 127.0.0.1 as one number
        "http://0x7f000001/",
        "http://0x7f.0.0.1/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://127.0.0.1./",
        "http://127.0.0.01/",
        "http://1.2.3.4.5/",
        "http://１２７.０.０.１/",  # fullwidth signs
        "http://127。0。0。1/",
        "http://①②⑦.0.0.1/",
        "http://[::1]/",
        "http://[::1%25eth0]/",
        "http://[fe80::1%eth0]/",
        "http://[::ffff:7f00:1]/",
        "http://[v1.x]/",
        "http://localhost/",
        "http://LOCALHOST./",
        "http://a.localhost/",
        "http://printer.local/",
        "http://metadata.google.internal/",
        "http://router.home.arpa/",
        "http://intranet/",
        "http://redis:6379/",
        "http://user@toko.example/",
        "http://user:secret@toko.example/",
        "http://toko.example@127.0.0.1/",
        "http://127.0.0.1#@toko.example/",
        "http://127.0.0.1\\@toko.example/",
        "http:\\\\toko.example/",
        "http://toko.example:8080/",
        "http://toko.example:22/",
        "http://toko.example:99999/",
        "http://toko.example:x/",
        "http://toko.example/a b",
        "http://toko.example/\r\nHost: x",
        "http://toko.example/\x00",
        "http://to%6bo.example/",
        "http:///path",
        "http://",
        "ftp://toko.example/",
        "file:///etc/passwd",
        "gopher://toko.example/",
        "javascript:alert(1)",
        "data:text/html,x",
        "//toko.example/",
        "toko.example",
        "",
        f"http://toko.example/{'a' * 4096}",
        f"http://{'a' * 64}.example/",
    ],
)
def test_an_address_in_another_form_is_refused_unasked(url: str, zones: Zones) -> None:
    assert refused(url) is FetchErrorReason.REFUSED


def test_a_name_of_any_script_is_asked_for_in_ascii() -> None:
    target = parse_target("https://Bücher.example:443/kopi susu".replace(" ", "%20") + "?q=é#part")

    assert (target.host, target.netloc, target.port) == ("xn--bcher-kva.example", "xn--bcher-kva.example", 443)
    assert target.path == "/kopi%20susu?q=%C3%A9"


# --- hostile hosts -------------------------------------------------------------------------------------------------
def test_a_fetch_brings_nothing_of_ours(web: Web) -> None:
    fetched = fetch(web.url("/menu?a=1"), most_bytes=10)

    assert (fetched.status, fetched.body, fetched.url) == (200, b"ok", web.url("/menu?a=1"))
    head, *lines = web.requests[0].decode().strip().split("\r\n")
    assert head == "GET /menu?a=1 HTTP/1.1"
    assert dict(line.split(": ", 1) for line in lines) == {
        "Host": f"{HOST}:{web.port}",
        "User-Agent": f"MT-SMTP/2.3.12 (+{settings.APP_ORIGINS[0]})",
        "Accept": "*/*",
        "Accept-Encoding": "identity",
        "Connection": "close",
    }


def test_cookies_of_one_answer_are_not_sent_with_the_next(web: Web) -> None:
    steps = iter([answer(status="302 Found", Location="/b", Set_Cookie="a=1"), answer(b"ok")])
    web.script = lambda connection, _: connection.sendall(next(steps))

    assert fetch(web.url("/a")).status == 200

    assert b"ookie" not in web.requests[1]


def test_the_proxy_of_the_environment_is_not_used(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")

    assert fetch(web.url()).status == 200


def test_a_name_that_leads_inside_is_refused(zones: Zones) -> None:
    for number, address in enumerate(["127.0.0.1", "10.0.0.1", "169.254.169.254"]):
        zones.publish(f"inside{number}.example", A=[address])
    zones.publish("inside.example", AAAA=["::1"])
    zones.publish("mapped.example", AAAA=["::ffff:7f00:1"])

    for name in ("inside0", "inside1", "inside2", "inside", "mapped"):
        assert refused(f"http://{name}.example/") is FetchErrorReason.REFUSED


def test_one_address_inside_among_public_ones_is_enough(zones: Zones) -> None:
    zones.publish("mixed.example", A=["93.184.216.34", "127.0.0.1"])
    zones.publish("both.example", A=["93.184.216.34"], AAAA=["fd00::1"])

    assert refused("http://mixed.example/") is FetchErrorReason.REFUSED
    assert refused("http://both.example/") is FetchErrorReason.REFUSED


def test_a_second_answer_of_the_dns_leads_nowhere_else(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rebinding: the connection uses the checked address, and the name isn't resolved again."""
    connected: list[tuple[str, int]] = []
    asked: list[str] = []
    connect = httpcore.AnyIOBackend.connect_tcp
    records = client._query_records

    async def seen(self: Any, host: str, port: int, *rest: Any) -> Any:
        connected.append((host, port))
        return await connect(self, host, port, *rest)

    async def counted(resolver: object, host: str, kind: str) -> list[str] | None:
        asked.append(kind)
        return await records(resolver, host, kind)

    monkeypatch.setattr(httpcore.AnyIOBackend, "connect_tcp", seen)
    monkeypatch.setattr(client, "_query_records", counted)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: pytest.fail("the name was asked for again"))

    assert fetch(web.url()).status == 200

    assert connected == [("127.0.0.1", web.port)]
    assert sorted(asked) == ["A", "AAAA"]


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.1:1/",
        "http://127.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://2130706433/",
        "//10.0.0.1/",
        "http://inside.example/",
        "file:///etc/passwd",
        "http://user:secret@toko.example/",
    ],
)
def test_a_redirect_is_judged_like_the_first_address(web: Web, zones: Zones, location: str) -> None:
    zones.publish("inside.example", A=["192.168.0.1"])
    web.script = lambda connection, _: connection.sendall(answer(status="302 Found", Location=location))

    assert refused(web.url()) is FetchErrorReason.REFUSED

    assert len(web.requests) == 1


def test_three_redirects_are_followed_and_no_more(web: Web) -> None:
    def script(connection: socket.socket, request: bytes) -> None:
        step = int(request.split()[1][1:])
        goes_on = {"status": "301 Moved Permanently", "Location": f"/{step + 1}"} if step < 3 else {}
        connection.sendall(answer(**goes_on))  # type: ignore[arg-type]

    web.script = script
    assert fetch(web.url("/0")).url == web.url("/3")

    web.script = lambda connection, _: connection.sendall(answer(status="302 Found", Location="/again"))
    web.requests.clear()
    assert refused(web.url()) is FetchErrorReason.REDIRECTS
    assert len(web.requests) == 4

    web.script = lambda connection, _: connection.sendall(answer(status="302 Found"))
    assert refused(web.url()) is FetchErrorReason.REDIRECTS


def test_a_large_body_is_neither_read_nor_believed(web: Web) -> None:
    def endless(connection: socket.socket, _: bytes) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _part in range(10_000):
            connection.sendall(b"10000\r\n" + b"x" * 65_536 + b"\r\n")

    web.script = endless
    assert refused(web.url(), most_bytes=100_000) is FetchErrorReason.TOO_LARGE
    # An unrequested body is not read.
    assert (fetch(web.url()).status, fetch(web.url()).body) == (200, b"")


def test_a_slow_drip_ends_when_the_time_is_up(web: Web) -> None:
    def drip(connection: socket.socket, _: bytes) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        for number in range(100):
            connection.sendall(f"X-{number}: y\r\n".encode())
            time.sleep(0.05)  # the server's delay; the test does not wait for it

    web.script = drip
    started = time.monotonic()

    assert refused(web.url(), seconds=0.4) is FetchErrorReason.TOO_SLOW
    assert time.monotonic() - started < 2


def test_headers_without_end_are_refused(web: Web) -> None:
    def script(connection: socket.socket, _: bytes) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        for _line in range(5_000):
            connection.sendall(b"X-A: " + b"y" * 1_000 + b"\r\n")

    web.script = script
    assert refused(web.url()) in (FetchErrorReason.BROKEN, FetchErrorReason.UNREACHABLE)


def test_what_is_no_http_is_told_as_that(web: Web) -> None:
    web.script = lambda connection, _: connection.sendall(b"220 mail.example ESMTP\r\n")
    assert refused(web.url()) is FetchErrorReason.BROKEN

    web.script = lambda connection, _: connection.close()
    assert refused(web.url()) is FetchErrorReason.BROKEN


def test_a_certificate_of_nobody_is_not_trusted(web: Web) -> None:
    assert refused(f"https://{HOST}:{web.port}/") is FetchErrorReason.UNREACHABLE


def test_hosts_that_are_not_there(zones: Zones, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused("http://nowhere.example/") is FetchErrorReason.NO_HOST
    zones.publish("empty.example", TXT=["x"])
    assert refused("http://empty.example/") is FetchErrorReason.NO_HOST
    zones.fail(name="broken.example")
    assert refused("http://broken.example/") is FetchErrorReason.UNKNOWN_HOST
    zones.publish("shut.example", A=["127.0.0.1"])
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound without listening
        port = nobody.getsockname()[1]
        monkeypatch.setattr(settings, "EGRESS_LOOPBACK_PORTS", frozenset({port}))
        assert refused(f"http://shut.example:{port}/") is FetchErrorReason.UNREACHABLE


def test_no_more_than_two_at_once_from_one_host(web: Web) -> None:
    def script(connection: socket.socket, _: bytes) -> None:
        time.sleep(0.05)  # so that they would overlap
        connection.sendall(answer(b"ok"))

    web.script = script

    async def many() -> list[FetchResponse]:
        egress = Egress()
        return await asyncio.gather(*(egress.fetch(web.url(f"/{number}"), seconds=5) for number in range(8)))

    assert [each.status for each in asyncio.run(many())] == [200] * 8
    assert web.most_at_once == 2
