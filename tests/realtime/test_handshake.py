"""The rules for opening a socket."""

import urllib.error
import urllib.request
from http.client import HTTPConnection
from typing import Any

import pytest
from django.conf import settings

from realtime.handshake import find_rejection_reason
from tests.realtime.harness import Server

HEADERS = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


@pytest.fixture(autouse=True)
def _origins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "APP_ORIGINS", ["https://app.example", "http://localhost:8000"])
    monkeypatch.setattr(settings, "APP_HOSTS", ["app.example", "localhost:8000"])


def scope(host: str | None, origin: str | None, query: str = "EIO=4&transport=websocket") -> dict[str, Any]:
    headers = [(name, value.encode()) for name, value in ((b"host", host), (b"origin", origin)) if value is not None]
    return {"headers": headers, "query_string": query.encode()}


@pytest.mark.parametrize("origin", ["https://app.example", "http://localhost:8000"])
def test_a_configured_origin_is_taken(origin: str) -> None:
    assert find_rejection_reason(scope("app.example", origin)) is None


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "http://app.example",
        "https://app.example:8443",
        "https://app.example.evil.test",
        "https://evil.test",
        "https://evilapp.example",
        "https://sub.app.example",
        "https://app.example/",
        "https://app.example@evil.test",
        "https://APP.example.",
        "https://app.example,https://evil.test",
        "https://app.example https://evil.test",
        "file://",
        "http://127.0.0.1:8000",
    ],
)
def test_any_other_origin_is_refused(origin: str | None) -> None:
    assert find_rejection_reason(scope("app.example", origin)) == "origin"


@pytest.mark.parametrize("host", [None, "", "127.0.0.1:8000", "app.example.evil.test", "localhost", "localhost:80"])
def test_only_the_hosts_of_the_app_take_sockets(host: str | None) -> None:
    assert find_rejection_reason(scope(host, "https://app.example")) == "host"


def test_two_origins_are_none() -> None:
    doubled = scope("app.example", "https://app.example")
    doubled["headers"] = [*doubled["headers"], (b"origin", b"https://app.example")]

    assert find_rejection_reason(doubled) == "origin"


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("", "protocol"),
        ("EIO=3&transport=websocket", "protocol"),
        ("EIO=4&EIO=3&transport=websocket", "protocol"),
        ("EIO=4", "transport"),
        ("EIO=4&transport=polling", "transport"),
        ("EIO=4&transport=websocket&sid=upgraded", "transport"),
    ],
)
def test_only_engine_io_4_over_websocket_is_spoken(query: str, reason: str) -> None:
    assert find_rejection_reason(scope("app.example", "https://app.example", query)) == reason


def test_long_polling_is_told_that_its_transport_is_unknown(server: Server) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{server.url}/socket.io/?EIO=4&transport=polling")

    assert refused.value.code == 400
    assert refused.value.headers["Content-Type"] == "application/json"
    assert refused.value.read() == b'{"code":0,"message":"Transport unknown"}'


@pytest.mark.parametrize(("origin", "status"), [("own", 101), ("https://evil.test", 403), (None, 403)])
def test_the_served_entry_looks_at_the_origin(server: Server, origin: str | None, status: int) -> None:
    line = HTTPConnection("localhost", server.port, timeout=5)
    headers = HEADERS | ({"Origin": server.url if origin == "own" else origin} if origin else {})

    line.request("GET", "/socket.io/?EIO=4&transport=websocket", headers=headers)

    assert line.getresponse().status == status
    line.close()


def test_no_other_path_takes_a_socket(server: Server) -> None:
    line = HTTPConnection("localhost", server.port, timeout=5)

    line.request("GET", "/api/?EIO=4&transport=websocket", headers=HEADERS | {"Origin": server.url})

    assert line.getresponse().status == 403
    line.close()
