"""When an event is tried again, when an endpoint is left alone, and when it is turned off."""

import random
from datetime import datetime, timedelta

# The schedule that Standard Webhooks proposes: ten tries over three days and four hours.
DELAYS = tuple(timedelta(seconds=seconds) for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400))
MOST_TRIES = len(DELAYS) + 1
JITTER = 0.1
# From so many failures in a row an endpoint is tried with one event at a time, after waits that double.
STREAK = 5
FIRST_HOLD_SECONDS = 5
LONGEST_HOLD_SECONDS = 60
# What an endpoint may ask for by Retry-After.
LONGEST_ASKED_SECONDS = 3_600
DISABLED_AFTER = timedelta(days=5)
# How long after an endpoint was turned off events are still kept for it.
HELD_FOR = timedelta(days=3)
KEPT_FOR = timedelta(days=30)


def next_try(now: datetime, tries: int, chance: random.Random) -> datetime | None:
    """When an event that was tried so often is tried again, up to a tenth earlier or later; None: never."""
    if tries >= MOST_TRIES:
        return None
    return now + DELAYS[tries - 1] * chance.uniform(1 - JITTER, 1 + JITTER)


def hold_seconds(failures: int) -> float:
    """How long an endpoint is left alone after so many failures in a row."""
    if failures < STREAK:
        return 0
    return min(FIRST_HOLD_SECONDS * 2.0 ** min(failures - STREAK, 10), LONGEST_HOLD_SECONDS)
