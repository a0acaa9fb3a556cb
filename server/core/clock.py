"""The only source of the current time, so that tests and the demo can set it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

from django.conf import settings

_frozen_time: ContextVar[datetime | None] = ContextVar("held", default=None)


def now() -> datetime:
    """Aware, in UTC. The demo can freeze or shift it."""
    held = _frozen_time.get()
    if held is not None:
        return held
    ahead = settings.SIMULATED_AHEAD_SECONDS
    return datetime.now(UTC) + timedelta(seconds=ahead) if ahead else datetime.now(UTC)


@contextmanager
def freeze(moment: datetime) -> Iterator[None]:
    """Freezes the time for the block while history is written. Raises RuntimeError outside the demo.

    The frozen time applies to this context only: other threads, and so requests, are unaffected.
    """
    if not settings.DEMO:
        raise RuntimeError("Only the demo can set the time.")
    token = _frozen_time.set(moment)
    try:
        yield
    finally:
        _frozen_time.reset(token)
