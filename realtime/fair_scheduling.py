"""Fair scheduling of requests on threads, so that one busy client can't take all of them.

Requests with one token can use a share of the threads at a time. So can those of one network, narrow or wide, and all
those without a known token (`accepted_tokens`). A request beyond a share waits on the event loop without a thread, and
other requests pass it.
"""

import asyncio
from collections.abc import Iterable
from concurrent.futures import Future
from typing import Any, Final

from server.core.accepted_tokens import accepted_tokens
from server.core.access import parse_bearer_token
from server.core.network import build_network_keys, resolve_client_address

CALLER_SHARE: Final = 0.25
NETWORK_SHARE: Final = 0.5
ANONYMOUS_SHARE: Final = 0.375
# A page sends several requests at once.
MIN_CALLER_SLOTS: Final = 2

Headers = Iterable[tuple[bytes, bytes]]


class _SlotPool:
    """The slots for the requests of one caller or network. `requests` includes those that wait."""

    def __init__(self, places: int) -> None:
        self.places = asyncio.Semaphore(places)
        self.requests = 0


class RequestPermit:
    """One request's permission to use a thread."""

    def __init__(self, lanes: "FairScheduler", names: Iterable[object]) -> None:
        self._scheduler = lanes
        self._names = list(names)
        self._held: list[_SlotPool] = []
        self._is_released = False

    async def wait(self) -> None:
        """Waits until every pool has a free slot, and takes none before."""
        lanes = [self._scheduler.by_name[name] for name in self._names]
        waited: _SlotPool | None = None
        try:
            while (
                full := next((each for each in lanes if each is not waited and each.places.locked()), None)
            ) is not None:
                if waited is not None:
                    waited.places.release()
                    waited = None
                await full.places.acquire()
                waited = full
            for lane in lanes:
                if lane is not waited:
                    await lane.places.acquire()  # immediate, since the pool is not full
            self._held = lanes
        except asyncio.CancelledError:
            self.end()
            raise

    def end(self) -> None:
        """Safe to repeat."""
        if self._is_released:
            return
        self._is_released = True
        for lane in self._held:
            lane.places.release()
        self._scheduler.leave(self._names)

    def end_after(self, work: "Future[Any]") -> None:
        """Ends once the thread that still works for a disconnected client is free."""
        loop = asyncio.get_running_loop()
        work.add_done_callback(lambda _: loop.call_soon_threadsafe(self.end))


class FairScheduler:
    """The slot pools of one process. A pool exists while it has requests."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._max_caller_slots = max(MIN_CALLER_SLOTS, int(threads * CALLER_SHARE))
        self._max_network_slots = max(MIN_CALLER_SLOTS, int(threads * NETWORK_SHARE))
        self._max_anonymous_slots = max(MIN_CALLER_SLOTS, int(threads * ANONYMOUS_SHARE))
        self.by_name: dict[object, _SlotPool] = {}

    async def enter(self, peer: str, headers: Headers) -> RequestPermit:
        sizes = self._get_pool_sizes(peer, dict(headers))
        for name, places in sizes.items():
            lane = self.by_name.get(name)
            if lane is None:
                lane = self.by_name[name] = _SlotPool(places)
            lane.requests += 1
        turn = RequestPermit(self, sizes)
        await turn.wait()
        return turn

    def leave(self, names: Iterable[object]) -> None:
        for name in names:
            self.by_name[name].requests -= 1
            if not self.by_name[name].requests:
                del self.by_name[name]

    def _get_pool_sizes(self, peer: str, headers: dict[bytes, bytes]) -> dict[object, int]:
        address = resolve_client_address(peer, headers.get(b"x-forwarded-for", b"").decode("latin-1"))
        # Loopback is a proxy or a health check on this machine.
        networks = build_network_keys(address)[:1] if address.is_loopback else build_network_keys(address)
        token = parse_bearer_token(headers.get(b"authorization", b"").decode("latin-1"))
        caller = None if token is None else accepted_tokens.key(token)
        sizes: dict[object, int] = {}
        if caller is not None:
            sizes[caller] = self._max_caller_slots
        else:
            for each in networks:
                most = each.limit(self._max_caller_slots, total=self._max_anonymous_slots)
                sizes[f"anonymous {each.network}"] = most
        if address.is_loopback:
            return sizes
        for each in networks:
            sizes[each.network] = each.limit(self._max_network_slots, total=self._threads)
        if caller is None:
            sizes["anonymous"] = self._max_anonymous_slots
        return sizes
