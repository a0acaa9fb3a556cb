"""The one source of the time, so that tests and the demo can set it."""

from datetime import UTC, datetime


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return datetime.now(UTC)
