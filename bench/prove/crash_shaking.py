"""Injecting faults during work, while watching it as its screen would."""

import random
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from bench.prove.crash_faults import EMPTIED, Strike, strike, target_of
from bench.prove.crash_http import Api, CallRejected
from bench.prove.crash_product import Product

FIRST_SHARE, LAST_SHARE = 0.05, 0.8
POLL_SECONDS = 0.2
SPARED_SECONDS = 16.0  # fewer than five times a minute
END_SECONDS = 240.0

Share = Callable[[], float | None]


@dataclass
class Shaker:
    """Injects faults by the seed. `after_flush` runs concurrently once Redis has been emptied."""

    product: Product
    draw: random.Random
    after_flush: Callable[[], None]
    strikes: list[Strike] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    _beside: list[threading.Thread] = field(default_factory=list)
    _struck: dict[str, float] = field(default_factory=dict)

    def shake(self, during: str, left: list[str], share: Share) -> None:
        """Removes kinds from `left` and injects each at its progress, until none is left or the work has ended.

        `share` returns the progress from 0 to 1, and None once the work has ended.
        """
        step = (LAST_SHARE - FIRST_SHARE) / max(1, len(left))
        moments = [FIRST_SHARE + step * (number + self.draw.random()) for number in range(len(left))]
        for moment in moments:
            reached = self._wait(share, moment)
            if reached is None:
                return
            kind = self._next(left)
            done = strike(self.product, kind, draw=self.draw, during=during, share=reached)
            self.strikes.append(done)
            if done.back_seconds is None:
                self.failures.append(f"{kind} did not come back after {done.how}")
            if kind == EMPTIED:
                self._beside.append(threading.Thread(target=self.after_flush))
                self._beside[-1].start()

    def _next(self, left: list[str]) -> str:
        """Takes the first kind with a program that was not hit recently: the supervisor stops restarting a program that
        fails too often.
        """
        while True:
            now = time.monotonic()
            for number, kind in enumerate(left):
                target = target_of(kind)
                if now - self._struck.get(target, -SPARED_SECONDS) >= SPARED_SECONDS:
                    self._struck[target] = now
                    return left.pop(number)
            time.sleep(POLL_SECONDS)

    def rest(self) -> None:
        for thread in self._beside:
            thread.join()
        self._beside.clear()

    @staticmethod
    def _wait(share: Share, moment: float) -> float | None:
        while (reached := share()) is not None and reached < moment:
            time.sleep(0.05)
        return reached


class Watcher(threading.Thread):
    """Polls the API until the work has ended, and records states that no screen should show."""

    def __init__(
        self,
        api: Api,
        path: str,
        *,
        read: Callable[[Any], dict[str, Any]],
        state: str,
        ends: Collection[str],
        grows: str,
    ) -> None:
        super().__init__(daemon=True)
        self._api, self._path, self._read = api, path, read
        self._state, self._ends, self._grows = state, ends, grows
        self.last: dict[str, Any] = {}
        self.failures: list[str] = []

    def run(self) -> None:
        while self.last.get(self._state) not in self._ends:
            try:
                now = self._read(self._api.get(self._path))
            except CallRejected as refused:
                self.failures.append(str(refused))
                return
            if self.last and now[self._grows] < self.last[self._grows]:
                self.failures.append(f"{self._grows} fell from {self.last[self._grows]} to {now[self._grows]}")
            self.last = now
            time.sleep(POLL_SECONDS)

    def end(self, seconds: float = END_SECONDS) -> dict[str, Any]:
        """The final state. Records a failure if the work has not ended in time."""
        self.join(seconds)
        if self.is_alive():
            self.failures.append(f"{self._path}: still {self.last} after {seconds:.0f} s")
        return self.last
