"""The one source of the time, so that tests and the demo can set it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

from django.conf import settings

_held: ContextVar[datetime | None] = ContextVar("held", default=None)


def now() -> datetime:
    """The present moment, aware, in UTC; in demo mode what the process was told to take for it."""
    held = _held.get()
    if held is not None:
        return held
    ahead = settings.SIMULATED_AHEAD_SECONDS
    return datetime.now(UTC) + timedelta(seconds=ahead) if ahead else datetime.now(UTC)


@contextmanager
def held_at(moment: datetime) -> Iterator[None]:
    """Lets the time stand still at a moment for the block, as history is written. Raises RuntimeError but in the demo.

    Only what runs in the block sees it: other threads, and so requests, never do.
    """
    if not settings.DEMO:
        raise RuntimeError("Only the demo may set the time.")
    token = _held.set(moment)
    try:
        yield
    finally:
        _held.reset(token)
