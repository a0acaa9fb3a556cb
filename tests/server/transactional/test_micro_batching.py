"""Requests that arrive while others are being stored wait, and are stored together."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from server.transactional.errors import ServerFull
from server.transactional.intake import acceptance
from server.transactional.intake.submissions import SlowSubmission
from server.transactional.services.keys import Credential
from server.transactional.wire import micro_batching
from server.transactional.wire.micro_batching import IntakeQueue


class Storing:
    """Replaces the service: records what is stored together, and waits until released."""

    def __init__(self) -> None:
        self.turns: list[list[str]] = []
        self.may_end = threading.Event()
        self.begun = threading.Semaphore(0)

    def __call__(self, handed: Sequence[Any], *, share: float) -> list[Any]:
        names = [each.caller.secret for each in handed]
        if share < 1.0 and names[0].startswith("lengthy"):
            return [SlowSubmission() for _ in names]
        self.turns.append(names)
        self.begun.release()
        assert self.may_end.wait(10)
        if "broken" in names:
            raise ZeroDivisionError
        return [ValueError(name) if name == "bad" else (name, f"{name} stored") for name in names]


@pytest.fixture
def storing(monkeypatch: pytest.MonkeyPatch) -> Storing:
    found = Storing()
    monkeypatch.setattr(acceptance, "accept_each", found)
    monkeypatch.setattr(micro_batching, "close_old_connections", lambda: None)
    return found


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as pool:
        yield pool


def submit(to: IntakeQueue, name: str, size: int = 10) -> "asyncio.Future[Any]":
    handed: Any = SimpleNamespace(caller=Credential(name, "127.0.0.1"))
    return asyncio.ensure_future(to.accept(handed, size=size))


async def wait_until_started(storing: Storing, turns: int = 1) -> None:
    for _ in range(turns):
        assert await asyncio.to_thread(storing.begun.acquire, timeout=10)


async def test_what_comes_meanwhile_goes_together(storing: Storing, threads: ThreadPoolExecutor) -> None:
    queue = IntakeQueue(threads)
    first = submit(queue, "a")
    await wait_until_started(storing)
    later = [submit(queue, name) for name in ("c", "bad", "d")]
    await asyncio.sleep(0)
    assert storing.turns == [["a"]]

    storing.may_end.set()
    assert await first == ("a", "a stored")
    told = await asyncio.gather(*later, return_exceptions=True)

    assert storing.turns == [["a"], ["c", "bad", "d"]]
    assert [told[0], told[2]] == [("c", "c stored"), ("d", "d stored")]
    assert isinstance(told[1], ValueError)


@pytest.mark.parametrize(("name", "most"), [("MAX_WAITING", 2), ("MAX_WAITING_BYTES", 20)])
async def test_no_more_wait_than_may(
    storing: Storing, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    assert (micro_batching.MAX_WAITING, micro_batching.MAX_WAITING_BYTES) == (1_000, 64 * 1024 * 1024)
    monkeypatch.setattr(micro_batching, name, most)
    queue = IntakeQueue(threads)
    first = submit(queue, "a")
    await wait_until_started(storing)
    waiting = [submit(queue, each) for each in ("b", "c")]
    await asyncio.sleep(0)

    with pytest.raises(ServerFull) as refused:
        await submit(queue, "d")
    storing.may_end.set()

    assert refused.value.payload == {"retryAfterSeconds": 5}
    assert [await each for each in (first, *waiting)] == [(each, f"{each} stored") for each in "abc"]
    assert await submit(queue, "e") == ("e", "e stored")
    assert storing.turns == [["a"], ["b", "c"], ["e"]]


async def test_no_more_go_together_than_may(
    storing: Storing, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(micro_batching, "MAX_BATCH_MESSAGES", 2)
    storing.may_end.set()
    queue = IntakeQueue(threads)

    assert len(await asyncio.gather(*(submit(queue, name) for name in "abcde"))) == 5
    assert storing.turns == [["a", "b"], ["c", "d"], ["e"]]


async def test_a_large_one_keeps_nobody_waiting(storing: Storing, threads: ThreadPoolExecutor) -> None:
    queue = IntakeQueue(threads)
    large = [submit(queue, f"large{number}", micro_batching.LARGE_BYTES + 1) for number in range(3)]
    await wait_until_started(storing, 3)
    small = submit(queue, "small", micro_batching.LARGE_BYTES)
    await wait_until_started(storing)

    assert sorted(storing.turns) == [["large0"], ["large1"], ["large2"], ["small"]]
    storing.may_end.set()
    assert await small == ("small", "small stored")
    assert len(await asyncio.gather(*large)) == 3


async def test_a_lengthy_one_keeps_nobody_waiting(storing: Storing, threads: ThreadPoolExecutor) -> None:
    queue = IntakeQueue(threads)
    lengthy = [submit(queue, f"lengthy{number}") for number in range(3)]
    await wait_until_started(storing, micro_batching.MAX_FILLING_AT_ONCE)
    small = submit(queue, "small")
    await wait_until_started(storing)

    assert sorted(storing.turns) == [["lengthy0"], ["lengthy1"], ["small"]]
    storing.may_end.set()
    assert await small == ("small", "small stored")
    assert [await each for each in lengthy] == [(f"lengthy{each}", f"lengthy{each} stored") for each in range(3)]
    assert storing.turns[-1] == ["lengthy2"]


async def test_lengthy_ones_of_one_key_wait_up_to_a_number(
    storing: Storing, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (micro_batching.MAX_SLOW_OF_KEY, micro_batching.MAX_SLOW) == (100, 300)
    monkeypatch.setattr(micro_batching, "MAX_SLOW_OF_KEY", 3)
    queue = IntakeQueue(threads)
    waiting = [submit(queue, "lengthy") for _ in range(3)]
    await wait_until_started(storing, micro_batching.MAX_FILLING_AT_ONCE)

    with pytest.raises(ServerFull) as refused:
        await submit(queue, "lengthy")
    other = submit(queue, "lengthy of another key")
    storing.may_end.set()

    assert refused.value.payload == {"retryAfterSeconds": 5}
    assert [await each for each in waiting] == [("lengthy", "lengthy stored")] * 3
    assert await other == ("lengthy of another key", "lengthy of another key stored")
    assert await submit(queue, "lengthy") == ("lengthy", "lengthy stored")


async def test_a_lengthy_one_whose_client_is_gone_counts_until_its_thread_ends(
    storing: Storing, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(micro_batching, "MAX_SLOW", micro_batching.MAX_FILLING_AT_ONCE)
    queue = IntakeQueue(threads)
    for gone in [submit(queue, f"lengthy{number}") for number in range(micro_batching.MAX_FILLING_AT_ONCE)]:
        await wait_until_started(storing)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)

    with pytest.raises(ServerFull):
        await submit(queue, "lengthy of another key")

    storing.may_end.set()
    await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))
    assert await submit(queue, "lengthy again") == ("lengthy again", "lengthy again stored")


async def test_lengthy_ones_wait_up_to_so_many_bytes(
    storing: Storing, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(micro_batching, "MAX_WAITING_BYTES", 25)
    queue = IntakeQueue(threads)
    first = submit(queue, "lengthy", 20)
    await wait_until_started(storing)

    with pytest.raises(ServerFull):
        await submit(queue, "lengthy of another key", 6)
    storing.may_end.set()

    assert await first == ("lengthy", "lengthy stored")
    assert await submit(queue, "lengthy again", 20) == ("lengthy again", "lengthy again stored")


async def test_a_large_one_is_filled_by_its_share_first(storing: Storing, threads: ThreadPoolExecutor) -> None:
    queue = IntakeQueue(threads)
    large = [submit(queue, f"lengthy{number}", micro_batching.LARGE_BYTES + 1) for number in range(4)]
    await wait_until_started(storing, micro_batching.MAX_FILLING_AT_ONCE)

    small = submit(queue, "small")
    await wait_until_started(storing)
    assert len(storing.turns) == micro_batching.MAX_FILLING_AT_ONCE + 1
    storing.may_end.set()

    assert await small == ("small", "small stored")
    assert len(await asyncio.gather(*large)) == 4


async def test_who_has_gone_takes_nobody_along(storing: Storing, threads: ThreadPoolExecutor) -> None:
    queue = IntakeQueue(threads)
    gone, stays = submit(queue, "gone"), submit(queue, "stays")
    await wait_until_started(storing)
    gone.cancel()
    storing.may_end.set()

    assert await stays == ("stays", "stays stored")
    assert storing.turns == [["gone", "stays"]]
    assert await submit(queue, "next") == ("next", "next stored")


async def test_what_keeps_all_from_being_stored_is_told_to_all(storing: Storing, threads: ThreadPoolExecutor) -> None:
    queue = IntakeQueue(threads)
    storing.may_end.set()

    told = await asyncio.gather(*(submit(queue, name) for name in ("a", "broken")), return_exceptions=True)

    assert [type(each) for each in told] == [ZeroDivisionError] * 2
    assert await submit(queue, "next") == ("next", "next stored")
