"""Identifiers of records: UUIDs that sort by creation time (RFC 9562, version 7)."""

import os
import time
from datetime import UTC, datetime, timedelta
from uuid import UUID

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def uuid7(at: datetime | None = None) -> UUID:
    """A new UUID of version 7, at the current time or `at`: 48 bits of milliseconds, then 74 random bits, so that
    indexes grow at one end."""
    milliseconds = time.time_ns() // 1_000_000 if at is None else to_milliseconds(at)
    value = milliseconds << 80 | int.from_bytes(os.urandom(10), "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return UUID(int=value)


def to_milliseconds(moment: datetime) -> int:
    """Whole milliseconds since 1970, rounded down."""
    return (moment - _EPOCH) // _MILLISECOND


def from_milliseconds(milliseconds: int) -> datetime:
    """The time at this many milliseconds since 1970, clamped to the range of datetime."""
    try:
        return _EPOCH + milliseconds * _MILLISECOND
    except OverflowError:
        return _LAST if milliseconds > 0 else _FIRST


def get_creation_time(id_: UUID) -> datetime:
    """The millisecond in a UUID of version 7. Any UUID gives a valid time: 48 bits can exceed the calendar and are
    clamped."""
    return from_milliseconds(id_.int >> 80)
