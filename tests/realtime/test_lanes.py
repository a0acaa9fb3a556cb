"""Requests of one caller, or one network, leave threads to everybody else."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

from realtime.lanes import Lanes

ALICE, BOB = [(b"authorization", b"Bearer a")], [(b"authorization", b"Bearer b")]


class Crowd:
    """Requests that have their turn until the test ends them."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self.running: list[str] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, name: str, peer: str, headers: list[tuple[bytes, bytes]]) -> None:
        async def handle() -> None:
            async with self._lanes.turn(peer, headers):
                self.running.append(name)
                await asyncio.Event().wait()

        self._tasks[name] = asyncio.create_task(handle())
        await asyncio.sleep(0)

    async def leave(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.wait([self._tasks[name]])
        if name in self.running:
            self.running.remove(name)
        await asyncio.sleep(0)


async def test_a_callers_third_request_waits_and_others_pass() -> None:
    crowd = Crowd(lanes := Lanes(8))
    for name in ("a1", "a2", "a3", "a4"):
        await crowd.come(name, "127.0.0.1", ALICE)
    await crowd.come("b1", "127.0.0.1", BOB)
    await crowd.come("anonymous", "127.0.0.1", [])
    assert crowd.running == ["a1", "a2", "b1", "anonymous"]

    await crowd.leave("a3")  # its client has gone
    await crowd.leave("a1")

    assert crowd.running == ["a2", "b1", "anonymous", "a4"]
    for name in ("a2", "a4", "b1", "anonymous"):
        await crowd.leave(name)
    assert len(lanes) == 0


async def test_a_network_uses_half_of_the_threads_whatever_it_shows() -> None:
    crowd = Crowd(Lanes(8))
    for number in range(6):
        await crowd.come(f"{number}", f"203.0.113.{number}", [(b"authorization", b"Bearer %d" % number)])
    await crowd.come("other", "198.51.100.7", ALICE)

    assert crowd.running == ["0", "1", "2", "3", "other"]


async def test_who_shows_no_token_is_known_by_the_address_that_a_trusted_proxy_forwards(settings: Any) -> None:
    settings.TRUSTED_PROXIES = ["192.0.2.1"]
    crowd = Crowd(Lanes(8))
    for number in range(3):
        await crowd.come(f"{number}", "192.0.2.1", [(b"x-forwarded-for", b"203.0.113.7")])
    await crowd.come("other", "192.0.2.1", [(b"x-forwarded-for", b"198.51.100.7")])

    assert crowd.running == ["0", "1", "other"]


async def test_who_is_not_signed_in_leaves_threads_to_who_is() -> None:
    crowd = Crowd(Lanes(8))
    for number in range(5):
        await crowd.come(f"{number}", f"203.0.{number}.7", [])
    await crowd.come("alice", "203.0.9.7", ALICE)

    assert crowd.running == ["0", "1", "2", "alice"]
    await crowd.leave("0")
    assert crowd.running == ["1", "2", "alice", "3"]


async def test_a_turn_that_ended_early_is_not_ended_again() -> None:
    lanes = Lanes(8)
    async with AsyncExitStack() as stack:
        turns = [await stack.enter_async_context(lanes.turn("127.0.0.1", ALICE)) for _ in range(2)]
        turns[0].end()
        turns[0].end()
        await stack.enter_async_context(lanes.turn("127.0.0.1", ALICE))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01), lanes.turn("127.0.0.1", ALICE):
                pass
