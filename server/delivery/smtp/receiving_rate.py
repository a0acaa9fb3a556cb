"""The rate at which a client sends a message, compared with the slowest one that we accept."""

from dataclasses import dataclass

# 120 kB a minute, as for the bodies of requests (realtime/http_server.py).
MIN_BYTES_PER_SECOND = 2 * 1024
# A message that takes no longer than this has no minimum rate.
MAX_LAG_SECONDS = 60.0


@dataclass(slots=True)
class ReceivingRate:
    """The seconds by which a message is behind the minimum rate. Times are those of the event loop.

    A client can't earn time: after a large piece it is allowed the same pause as after a small one.
    """

    measured_at: float
    measured_lag_seconds: float = 0.0

    def add(self, size_bytes: int, now: float) -> None:
        self.measured_lag_seconds = max(0.0, self.lag_seconds(now) - size_bytes / MIN_BYTES_PER_SECOND)
        self.measured_at = now

    def lag_seconds(self, now: float) -> float:
        return self.measured_lag_seconds + now - self.measured_at

    def seconds_left(self, now: float) -> float:
        """The time until the message is too slow if nothing more arrives; 0 or less if it already is."""
        return MAX_LAG_SECONDS - self.lag_seconds(now)
