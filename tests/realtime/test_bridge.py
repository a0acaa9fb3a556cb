"""Django behind the ASGI server: the thread's response is sent unchanged, whole or part by part."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse

from realtime.fair_scheduling import FairScheduler
from server.core.patches.wsgi_bridge import Bridge
from server.transactional.models import Message
from tests.cast import make_team
from tests.realtime.harness import Server
from tests.server.transactional.factories import make_domain, make_key

SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "GET",
    "path": "/",
    "headers": [],
    "query_string": b"",
}
START: dict[str, Any] = {
    "type": "http.response.start",
    "status": 201,
    "headers": [(b"content-type", b"text/plain"), (b"x-odd", b"\xe9")],
}


async def sent(answer: Callable[[], Any], status: str = "201 Created", **headers: str) -> list[dict[str, Any]]:
    """The messages of one request to an application with this response."""
    messages: list[dict[str, Any]] = []

    def application(environ: Any, start_response: Any) -> Any:
        start_response(status, [("Content-Type", "text/plain"), ("X-Odd", "\xe9"), *headers.items()])
        return answer()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    await Bridge(application, workers=1, lanes=FairScheduler(1))(SCOPE, receive, send)
    return messages


async def test_a_whole_answer_goes_out_at_once() -> None:
    messages = await sent(lambda: HttpResponse(b"made"))

    start = {**START, "headers": [*START["headers"], (b"content-length", b"4")]}
    assert messages == [start, {"type": "http.response.body", "body": b"made"}]


@pytest.mark.parametrize(
    ("status", "headers", "lengths"),
    [
        ("200 OK", {}, [b"0"]),
        ("200 OK", {"Content-Length": "17"}, [b"17"]),  # for a HEAD: the length of a GET
        ("204 No Content", {}, []),
        ("304 Not Modified", {}, []),
    ],
)
async def test_the_length_is_told_once_and_where_it_may_be(
    status: str, headers: dict[str, str], lengths: list[bytes]
) -> None:
    start, _ = await sent(lambda: HttpResponse(b""), status, **headers)

    assert [value for name, value in start["headers"] if name == b"content-length"] == lengths


async def test_a_streamed_answer_goes_out_part_by_part() -> None:
    def parts() -> Iterator[bytes]:
        yield b"one"
        yield b"two"

    messages = await sent(lambda: StreamingHttpResponse(parts()))

    assert messages == [
        START,
        {"type": "http.response.body", "body": b"one", "more_body": True},
        {"type": "http.response.body", "body": b"two", "more_body": True},
        {"type": "http.response.body", "body": b""},
    ]


class _GoneError(Exception):
    pass


@pytest.mark.parametrize("fails", [False, True])
async def test_the_thread_of_a_stream_that_nobody_takes_is_free_again(fails: bool) -> None:
    closed = threading.Event()
    taken = asyncio.Event()

    def parts() -> Iterator[bytes]:
        try:
            while True:
                yield b"part"
        finally:
            closed.set()

    def application(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [])
        return StreamingHttpResponse(parts()) if environ["PATH_INFO"] == "/stream" else HttpResponse(b"next")

    async def stall_message(message: dict[str, Any]) -> None:
        taken.set()
        if fails:
            raise _GoneError
        await asyncio.Event().wait()

    async def discard_message(message: dict[str, Any]) -> None:
        pass

    bridge = Bridge(application, workers=1, lanes=FairScheduler(1))
    stream = asyncio.create_task(bridge({**SCOPE, "path": "/stream"}, None, stall_message))
    await taken.wait()
    if not fails:
        stream.cancel()
    with pytest.raises(_GoneError if fails else asyncio.CancelledError):
        await asyncio.wait_for(stream, 10)

    assert await asyncio.to_thread(closed.wait, 10)
    await asyncio.wait_for(bridge(SCOPE, None, discard_message), 10)


async def test_an_answer_is_closed_and_made_on_a_thread_of_the_pool() -> None:
    seen: list[str] = []

    class Answer(HttpResponse):
        def close(self) -> None:
            seen.append(threading.current_thread().name)
            super().close()

    await sent(lambda: Answer(b""))

    assert len(seen) == 1
    assert seen[0].startswith("WSGI")


async def test_a_failure_reaches_the_server() -> None:
    def fail() -> HttpResponse:
        raise LookupError("lost")

    with pytest.raises(LookupError, match="lost"):
        await sent(fail)


@pytest.mark.parametrize("path", ["/api/ping", "/trx-api/messages", "/trx-api/openapi.json"])
def test_answers_over_the_wire_come_in_one_piece(server: Server, path: str) -> None:
    connection = HTTPConnection("localhost", server.port, timeout=20)
    connection.request("GET", path)
    answer = connection.getresponse()
    length = len(answer.read())
    connection.close()

    assert length > 20
    assert (answer.getheader("Transfer-Encoding"), answer.getheader("Content-Length")) == (None, str(length))


def test_a_form_is_read_by_django_alone(server: Server) -> None:
    line = HTTPConnection("localhost", server.port, timeout=5)

    # Twisted, which parses forms by default, would close the connection over this.
    line.request("POST", "/api/nothing", body=b"no parts", headers={"Content-Type": "multipart/form-data"})

    answer = line.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (404, "badGateway")
    line.close()


def test_a_message_that_is_handed_in_is_stored(server: Server) -> None:
    team = make_team("Kopi")
    make_domain(team)
    line = HTTPConnection("localhost", server.port, timeout=20)
    message = {"from": "toko@kopi.example", "to": ["ani@example.com"], "subject": "Resi", "text": "Halo"}

    ids = []
    for _ in range(2):
        line.request(
            "POST",
            "/trx-api/messages",
            body=json.dumps(message),
            headers={"Authorization": f"Bearer {make_key(team)[1]}", "Content-Type": "application/json"},
        )
        answer = line.getresponse()
        assert answer.status == 202
        ids.append(json.loads(answer.read())["id"])

    assert sorted(ids) == sorted(str(row.pk) for row in Message.objects.for_team(team))
    line.close()


@pytest.fixture
def failing(tables: None, tmp_path: Path) -> Iterator[Server]:
    served = Server("tests.realtime.failing:application", DASH_LOG_FORMAT="json")
    served.log = tmp_path / "log"
    served.start()
    yield served
    served.stop()


def test_a_failed_response_ends_its_connection_and_leaves_daphne_at_work(failing: Server) -> None:
    assert failing.log is not None
    for path in ("/failing/stream", "/failing/stream", "/failing/started"):
        line = HTTPConnection("localhost", failing.port, timeout=20)
        line.request("GET", path)
        answer = line.getresponse()
        assert answer.status == 200
        with pytest.raises((IncompleteRead, ConnectionResetError)):
            answer.read()
        line.close()

    # Daphne checks for failed applications once a second. It responds to this one only if the others have not stopped
    # it.
    line = HTTPConnection("localhost", failing.port, timeout=20)
    line.request("GET", "/failing/at-once")
    answer = line.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (500, "serverException")
    line.close()
    rows = [json.loads(row) for row in failing.log.read_text().splitlines() if "LookupError" in row]
    assert [row["event"] for row in rows] == [
        "http.stream_failed",
        "http.stream_failed",
        "Exception inside application: lost after the start",
        "Exception inside application: lost before the start",
    ]
