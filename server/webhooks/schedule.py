"""When a delivery is attempted again, an endpoint is paused, and an endpoint is disabled."""

import random
from datetime import datetime, timedelta

# The schedule that Standard Webhooks proposes: ten attempts over three days and four hours.
RETRY_DELAYS = tuple(
    timedelta(seconds=seconds) for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
MAX_ATTEMPTS = len(RETRY_DELAYS) + 1
JITTER = 0.1
# From this many consecutive failures on, an endpoint gets one event at a time, after pauses that double.
PAUSED_FROM_FAILURES = 5
FIRST_PAUSE_SECONDS = 5
MAX_PAUSE_SECONDS = 60
# The longest pause that an endpoint can request by Retry-After.
MAX_RETRY_AFTER_SECONDS = 3_600
DISABLED_AFTER = timedelta(days=5)
# How long events are stored for a disabled endpoint.
RETAINED_FOR = timedelta(days=3)
DELIVERY_RETENTION = timedelta(days=30)


def compute_next_attempt(now: datetime, attempts: int, chance: random.Random) -> datetime | None:
    """When a delivery is due again after this many attempts, up to a tenth earlier or later. None: never."""
    if attempts >= MAX_ATTEMPTS:
        return None
    return now + RETRY_DELAYS[attempts - 1] * chance.uniform(1 - JITTER, 1 + JITTER)
