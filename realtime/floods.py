"""Delays after floods: the session waits, and after many attempts its address, too.

A flooding socket is closed immediately, but opening another costs as much as hundreds of its packets. So the session
has to wait, each time twice as long, and is rejected before the database query. An address that keeps connecting during
the wait is rejected before the handshake.
"""

import time
from collections.abc import Callable, Hashable
from typing import Final, TypeVar

FIRST_WAIT_SECONDS, MAX_WAIT_SECONDS = 5.0, 300.0
# After this long without a flood, the next wait starts at the minimum again.
RESET_SECONDS: Final = 600.0
# Attempts of one address within one wait. An office with one address has a few tabs of one flooding user, not this
# many.
MAX_ATTEMPTS: Final = 50
ATTEMPTS_SECONDS: Final = 10.0
ADDRESS_BLOCK_SECONDS: Final = 10.0
# Beyond this number the oldest entry is removed.
MAX_ENTRIES: Final = 10_000

Key = TypeVar("Key")
Value = TypeVar("Value")


class FloodGuard:
    """The waits of sessions and addresses, in the memory of this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # The end of a session's wait, and its length.
        self._sessions: dict[Hashable, tuple[float, float]] = {}
        # For each address: the start of its count, the attempts, and the end of its wait.
        self._addresses: dict[str, tuple[float, int, float]] = {}

    def flooded(self, session: Hashable) -> None:
        """Records a flood. The session waits twice as long as the last time."""
        now = self._clock()
        until, seconds = self._sessions.pop(session, (0.0, 0.0))
        if now < until:
            # Another socket of the session flooded at the same time: it counts as one flood.
            self._sessions[session] = until, seconds
            return
        again = seconds > 0 and now - until < RESET_SECONDS
        seconds = min(seconds * 2, MAX_WAIT_SECONDS) if again else FIRST_WAIT_SECONDS
        _store_bounded(self._sessions, session, (now + seconds, seconds))

    def must_wait(self, session: Hashable, address: str) -> bool:
        """Whether the session has to wait. If so, counts the attempt for the address."""
        until, _ = self._sessions.get(session, (0.0, 0.0))
        now = self._clock()
        if now >= until:
            return False
        since, tries, shut = self._addresses.pop(address, (now, 0, 0.0))
        if now - since >= ATTEMPTS_SECONDS:
            since, tries = now, 0
        tries += 1
        if tries >= MAX_ATTEMPTS:
            since, tries, shut = now, 0, now + ADDRESS_BLOCK_SECONDS
        _store_bounded(self._addresses, address, (since, tries, shut))
        return True

    def shuts_out(self, address: str) -> bool:
        found = self._addresses.get(address)
        return found is not None and self._clock() < found[2]

    def __bool__(self) -> bool:
        """Whether any address is being counted."""
        return bool(self._addresses)


def _store_bounded(known: dict[Key, Value], key: Key, value: Value) -> None:
    known[key] = value
    if len(known) > MAX_ENTRIES:
        del known[next(iter(known))]
