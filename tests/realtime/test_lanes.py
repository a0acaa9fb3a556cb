"""Requests of one caller or one network leave threads to other requests."""

import asyncio
import threading
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse

from realtime import fair_scheduling as lanes_module
from realtime.fair_scheduling import FairScheduler
from server.core.accepted_tokens import AcceptedTokens
from server.core.patches.wsgi_bridge import Bridge

ALICE, BOB = [(b"authorization", b"Bearer a")], [(b"authorization", b"Bearer b")]


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tokens of Alice, of Bob and of ten others were accepted before."""
    known = AcceptedTokens()
    for token in ("a", "b", *map(str, range(10))):
        known.add(token)
    monkeypatch.setattr(lanes_module, "accepted_tokens", known)


SCOPE = {"type": "http", "http_version": "1.1", "method": "GET", "path": "/", "query_string": b"", "headers": ALICE}


class Held:
    """A WSGI application whose requests start and end when the test says so."""

    def __init__(self) -> None:
        self.begun, self.free = threading.Semaphore(0), threading.Event()

    def __call__(self, environ: Any, start_response: Any) -> Any:
        self.begun.release()
        self.free.wait(10)
        start_response("200 OK", [])
        return HttpResponse(b"done")


class Crowd:
    """Requests that occupy a turn until the test ends them."""

    def __init__(self, lanes: FairScheduler) -> None:
        self._lanes = lanes
        self.running: list[str] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, name: str, peer: str, headers: list[tuple[bytes, bytes]]) -> None:
        async def handle() -> None:
            turn = await self._lanes.enter(peer, headers)
            self.running.append(name)
            try:
                await asyncio.Event().wait()
            finally:
                turn.end()

        self._tasks[name] = asyncio.create_task(handle())
        await asyncio.sleep(0)

    async def leave(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.wait([self._tasks[name]])
        if name in self.running:
            self.running.remove(name)
        await asyncio.sleep(0)


async def test_a_callers_third_request_waits_and_others_pass() -> None:
    crowd = Crowd(lanes := FairScheduler(8))
    for name in ("a1", "a2", "a3", "a4"):
        await crowd.come(name, "127.0.0.1", ALICE)
    await crowd.come("b1", "127.0.0.1", BOB)
    await crowd.come("anonymous", "127.0.0.1", [])
    assert crowd.running == ["a1", "a2", "b1", "anonymous"]

    await crowd.leave("a3")  # its client has disconnected
    await crowd.leave("a1")

    assert crowd.running == ["a2", "b1", "anonymous", "a4"]
    for name in ("a2", "a4", "b1", "anonymous"):
        await crowd.leave(name)
    assert lanes.by_name == {}


async def test_a_network_uses_half_of_the_threads_whatever_it_shows() -> None:
    crowd = Crowd(FairScheduler(8))
    for number in range(6):
        await crowd.come(f"{number}", f"203.0.113.{number}", [(b"authorization", b"Bearer %d" % number)])
    await crowd.come("other", "198.51.100.7", ALICE)

    assert crowd.running == ["0", "1", "2", "3", "other"]


async def test_a_site_with_many_networks_leaves_threads_to_others() -> None:
    crowd = Crowd(lanes := FairScheduler(8))
    for number in range(8):
        await crowd.come(f"{number}", f"2001:db8:7:{number}::1", [(b"authorization", b"Bearer %d" % number)])
    await crowd.come("other", "2001:db8:8::1", ALICE)

    assert crowd.running == ["0", "1", "2", "3", "4", "5", "other"]
    for number in range(8):
        await crowd.leave(f"{number}")
    await crowd.leave("other")
    assert lanes.by_name == {}


async def test_a_site_without_tokens_leaves_a_thread_to_others_without_one() -> None:
    crowd = Crowd(FairScheduler(8))
    for number in range(4):
        await crowd.come(f"{number}", f"2001:db8:7:{number}::1", [])
    await crowd.come("other", "2001:db8:8::1", [])

    assert crowd.running == ["0", "1", "other"]


async def test_who_shows_no_token_is_known_by_the_address_that_a_trusted_proxy_forwards(settings: Any) -> None:
    settings.TRUSTED_PROXIES = ["192.0.2.1"]
    crowd = Crowd(FairScheduler(8))
    for number in range(3):
        await crowd.come(f"{number}", "192.0.2.1", [(b"x-forwarded-for", b"203.0.113.7")])
    await crowd.come("other", "192.0.2.1", [(b"x-forwarded-for", b"198.51.100.7")])

    assert crowd.running == ["0", "1", "other"]


async def test_who_is_not_signed_in_leaves_threads_to_who_is() -> None:
    crowd = Crowd(FairScheduler(8))
    for number in range(5):
        await crowd.come(f"{number}", f"203.0.{number}.7", [])
    await crowd.come("alice", "203.0.9.7", ALICE)

    await crowd.come("health check", "127.0.0.1", [])

    assert crowd.running == ["0", "1", "2", "alice", "health check"]
    await crowd.leave("0")
    assert crowd.running == ["1", "2", "alice", "health check", "3"]


@pytest.mark.parametrize("header", [b"made up %d", b"Bearer made-up-%d", b"Bearer %d, Bearer a"])
async def test_a_token_that_opened_nothing_makes_nobody_known(header: bytes) -> None:
    crowd = Crowd(FairScheduler(8))
    for number in range(3):
        await crowd.come(f"{number}", "203.0.113.7", [(b"authorization", header % number)])
    for number in range(3, 6):
        await crowd.come(f"{number}", f"203.0.{number}.7", [(b"authorization", header % number)])
    await crowd.come("alice", "203.0.9.7", ALICE)

    assert crowd.running == ["0", "1", "3", "alice"]


async def test_a_token_is_one_caller_however_its_header_is_written() -> None:
    crowd = Crowd(FairScheduler(8))
    for number, header in enumerate([b"Bearer a", b"bearer a", b"BEARER  a", b"Bearer a "]):
        await crowd.come(f"{number}", "203.0.113.7", [(b"authorization", header)])

    assert crowd.running == ["0", "1"]


async def test_who_waits_in_one_lane_takes_no_place_of_another() -> None:
    crowd = Crowd(lanes := FairScheduler(8))
    for number in range(3):
        await crowd.come(f"{number}", f"203.0.{number}.7", [])
    await crowd.come("signing in", "198.51.100.7", [])
    for number in range(4):
        await crowd.come(f"known {number}", "198.51.100.7", [(b"authorization", b"Bearer %d" % number)])
    assert crowd.running == ["0", "1", "2", "known 0", "known 1", "known 2", "known 3"]

    await crowd.leave("0")  # its own slot is free, but none of the network's
    await crowd.come("3", "203.0.3.7", [])
    assert crowd.running == ["1", "2", "known 0", "known 1", "known 2", "known 3", "3"]

    await crowd.leave("known 0")
    await crowd.leave("1")
    assert crowd.running == ["2", "known 1", "known 2", "known 3", "3", "signing in"]
    for name in ("2", "known 1", "known 2", "known 3", "3", "signing in"):
        await crowd.leave(name)
    assert lanes.by_name == {}


async def test_a_turn_that_ended_early_is_not_ended_again() -> None:
    lanes = FairScheduler(8)
    first, _ = [await lanes.enter("127.0.0.1", ALICE) for _ in range(2)]
    first.end()
    first.end()
    await lanes.enter("127.0.0.1", ALICE)

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await lanes.enter("127.0.0.1", ALICE)


async def test_the_thread_of_a_client_that_is_gone_counts_until_it_is_free() -> None:
    application = Held()

    async def send(message: dict[str, Any]) -> None:
        pass

    bridge = Bridge(application, workers=8, lanes=FairScheduler(8))
    gone = [asyncio.create_task(bridge(SCOPE, None, send)) for _ in range(2)]
    for _ in gone:
        assert await asyncio.to_thread(application.begun.acquire, timeout=10)
    for task in gone:
        task.cancel()
    await asyncio.wait(gone)
    late = asyncio.create_task(bridge(SCOPE, None, send))
    await asyncio.sleep(0)
    assert not await asyncio.to_thread(application.begun.acquire, timeout=0.1)

    application.free.set()
    await asyncio.wait_for(late, 10)


async def test_a_request_that_fails_before_it_has_a_thread_leaves_no_turn() -> None:
    bridge = Bridge(lambda *_: pytest.fail("called"), workers=8, lanes=FairScheduler(8))
    for _ in range(3):
        with pytest.raises(KeyError):
            await asyncio.wait_for(bridge({"type": "http", "headers": ALICE}, None, None), 10)


async def test_a_stream_keeps_its_turn_while_its_thread_works() -> None:
    begun, free = threading.Semaphore(0), threading.Event()

    def parts() -> Iterator[bytes]:
        yield b"one"
        begun.release()
        free.wait(10)
        yield b"two"

    def application(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [])
        return StreamingHttpResponse(parts())

    async def send(message: dict[str, Any]) -> None:
        pass

    bridge = Bridge(application, workers=8, lanes=FairScheduler(8))
    streams = [asyncio.create_task(bridge(SCOPE, None, send)) for _ in range(3)]
    for _ in range(2):
        assert await asyncio.to_thread(begun.acquire, timeout=10)
    assert not await asyncio.to_thread(begun.acquire, timeout=0.1)

    free.set()
    await asyncio.wait_for(asyncio.gather(*streams), 10)


async def test_a_request_tells_its_connection_while_it_waits_for_its_turn() -> None:
    class Line:
        def __init__(self) -> None:
            self.transport = SimpleNamespace(registerProducer=None, dataBuffer=b"")
            self.waiting: asyncio.Task[None] | None = None

    application = Held()

    async def send(line: Line, message: dict[str, Any]) -> None:
        pass

    bridge = Bridge(application, workers=8, lanes=FairScheduler(8))
    lines = [Line() for _ in range(3)]
    tasks = [asyncio.create_task(bridge(SCOPE, None, partial(send, line))) for line in lines]
    for _ in range(2):
        assert await asyncio.to_thread(application.begun.acquire, timeout=10)
    assert [line.waiting for line in lines] == [None, None, tasks[2]]
    tasks[2].cancel()
    await asyncio.wait(tasks[2:])
    assert lines[2].waiting is None

    application.free.set()
    await asyncio.wait_for(asyncio.gather(*tasks[:2]), 10)
