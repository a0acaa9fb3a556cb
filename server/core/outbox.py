"""From the transaction to the wire: moves kept events to the stream and hands passing ones to the channel layer."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Passing:
    """A passing event on its way. Of two with the same key for the same room the newer replaces the older."""

    name: str
    rooms: tuple[str, ...]
    payload: dict[str, Any]
    key: str


def wake() -> None:
    """Tells the mover that rows wait. Called after commit; a failure is harmless, the sweep finds the rows."""


def pass_on(event: Passing) -> None:
    """Hands a passing event to the processes that hold sockets. A failure is logged and harmless."""
