"""Who flooded has to wait before it may come again: the session, and after many tries the address.

A flooding socket is closed at once, but opening another costs as much as hundreds of its packets. So a session that
flooded waits, each time twice as long, and is turned away before the database is asked; an address that goes on
coming meanwhile is not even let through the handshake.
"""

import time
from collections.abc import Callable, Hashable
from typing import Final, TypeVar

FIRST_SECONDS, LONGEST_SECONDS = 5.0, 300.0
# One who has behaved for so long after a wait begins at the first again.
FORGIVEN_SECONDS: Final = 600.0
# Tries of one address within one wait: an office behind one address has a few tabs of one who floods, not so many.
MOST_TRIES: Final = 50
TRIES_SECONDS: Final = 10.0
ADDRESS_SECONDS: Final = 10.0
# Of those that are remembered the oldest goes first.
MOST_REMEMBERED: Final = 10_000

Key = TypeVar("Key")
Value = TypeVar("Value")


class Floods:
    """The waits of sessions and addresses, in the memory of this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # Until when a session has to wait, and how long that was.
        self._sessions: dict[Hashable, tuple[float, float]] = {}
        # Since when the tries of an address are counted, how many there were, and until when it has to wait.
        self._addresses: dict[str, tuple[float, int, float]] = {}

    def flooded(self, session: Hashable) -> None:
        """The session flooded: it waits twice as long as the last time."""
        now = self._clock()
        until, seconds = self._sessions.pop(session, (0.0, 0.0))
        if now < until:
            # Another of its sockets was as fast: one flood.
            self._sessions[session] = until, seconds
            return
        again = seconds > 0 and now - until < FORGIVEN_SECONDS
        seconds = min(seconds * 2, LONGEST_SECONDS) if again else FIRST_SECONDS
        _remember(self._sessions, session, (now + seconds, seconds))

    def must_wait(self, session: Hashable, address: str) -> bool:
        """Whether the session may not come yet; its try is counted for the address."""
        until, _ = self._sessions.get(session, (0.0, 0.0))
        now = self._clock()
        if now >= until:
            return False
        since, tries, shut = self._addresses.pop(address, (now, 0, 0.0))
        if now - since >= TRIES_SECONDS:
            since, tries = now, 0
        tries += 1
        if tries >= MOST_TRIES:
            since, tries, shut = now, 0, now + ADDRESS_SECONDS
        _remember(self._addresses, address, (since, tries, shut))
        return True

    def shuts_out(self, address: str) -> bool:
        """Whether nobody from there is let in now."""
        found = self._addresses.get(address)
        return found is not None and self._clock() < found[2]

    def __bool__(self) -> bool:
        """Whether there is anybody to look for."""
        return bool(self._addresses)


def _remember(known: dict[Key, Value], key: Key, value: Value) -> None:
    known[key] = value
    if len(known) > MOST_REMEMBERED:
        del known[next(iter(known))]
