"""When a full collection can run, and that closed sockets need none."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from realtime.garbage import COLLECTION_INTERVAL_SECONDS, QUIET_SECONDS, GarbageCollector
from realtime.server import RealtimeServer
from tests.cast import Person
from tests.realtime.talk import Talk


class Heap:
    """A frozen clock, and the number of collections."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.collections = 0
        self.garbage = GarbageCollector(self._collect, lambda: self.now)

    def _collect(self) -> None:
        self.collections += 1


@pytest.fixture
def heap() -> Heap:
    return Heap()


@pytest.fixture
def no_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_it_is_looked_for_now_and_then(heap: Heap) -> None:
    heap.now += COLLECTION_INTERVAL_SECONDS - 1
    assert not heap.garbage.collect_if_due()

    heap.now += 1
    assert heap.garbage.collect_if_due()
    assert not heap.garbage.collect_if_due()
    assert heap.collections == 1


def test_a_storm_is_waited_out(heap: Heap) -> None:
    heap.now += COLLECTION_INTERVAL_SECONDS
    heap.garbage.left()
    assert not heap.garbage.collect_if_due()

    heap.now += QUIET_SECONDS
    assert heap.garbage.collect_if_due()


def test_where_it_never_is_quiet_it_is_looked_for_all_the_same(heap: Heap) -> None:
    heap.now += 2 * COLLECTION_INTERVAL_SECONDS
    heap.garbage.left()

    assert heap.garbage.collect_if_due()


@pytest.mark.usefixtures("no_collection")
async def test_a_closed_socket_needs_no_collection(switchboard: RealtimeServer, alice: Person) -> None:
    talk = Talk(switchboard)
    await talk.connect(alice.token)
    [socket] = switchboard.hub.sockets
    gone, socket = weakref.ref(socket), None  # type: ignore[assignment]

    await talk.leave()
    del talk
    for _ in range(100):
        if gone() is None:
            break
        await asyncio.sleep(0.01)

    assert gone() is None
