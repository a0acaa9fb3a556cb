"""A limit and its usage."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from server.core.errors import TooManyRequests
from server.core.network import Address, build_network_keys

MINUTE: Final = 60
HOUR: Final = 3_600
DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most `most` under a name in each minute, or in each other period of the clock."""

    name: str
    most: int
    seconds: int = MINUTE


@dataclass(frozen=True, slots=True)
class Usage:
    """The count under a limit, and the seconds until it restarts."""

    limit: RateLimit
    count: int
    seconds_left: int

    @property
    def remaining(self) -> int:
        return max(0, self.limit.most - self.count)

    @property
    def is_exceeded(self) -> bool:
        return self.count > self.limit.most


def build_network_limits(name: str, address: Address, *, most: int, seconds: int = MINUTE) -> list[RateLimit]:
    """A limit for each network of the address, the narrowest first. `most` applies to the narrowest."""
    return [RateLimit(f"{name}:{key.network}", most * key.factor, seconds) for key in build_network_keys(address)]


def require_within(usages: Sequence[Usage]) -> None:
    left = [each.seconds_left for each in usages if each.is_exceeded]
    if left:
        raise TooManyRequests(payload={"retryAfterSeconds": max(left)})
