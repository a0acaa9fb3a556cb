"""Identifiers of records: UUIDs that sort by the time they were made (RFC 9562, version 7)."""

import os
import time
from uuid import UUID


def uuid7() -> UUID:
    """A new UUID of version 7: 48 bits of milliseconds, then 74 random bits, so that indexes grow at one end."""
    value = (time.time_ns() // 1_000_000) << 80 | int.from_bytes(os.urandom(10), "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return UUID(int=value)
