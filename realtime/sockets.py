"""Limits the websockets and handshakes of this process: in total, and of one network.

A handshake costs about a millisecond before the client is known.
"""

import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Final

from django.conf import settings

from server.core.network import neighbourhood

# A browser comes back after one to five seconds, at random, so that an office of hundreds is back within some tens.
MAX_HANDSHAKES: Final = 500
HANDSHAKE_SECONDS: Final = 10.0
MAX_REMEMBERED: Final = 10_000


class Sockets:
    """Counts sockets from their handshake to their end. Loopback is a proxy on this machine, or a person at it."""

    def __init__(
        self,
        max_total: int | None = None,
        max_of_network: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._max_total = max_total or settings.WEB_SOCKETS
        self._max_of_network = max_of_network or settings.WEB_SOCKETS_OF_NETWORK
        self._clock = clock
        # Every socket with its network, "" where that is not bounded.
        self._networks: dict[object, str] = {}
        self._counts: dict[str, int] = {}
        # Of a network: since when its handshakes are counted, and how many there were.
        self._handshakes: dict[str, tuple[float, int]] = {}

    def admit(self, socket: object, address: str) -> str | None:
        """Counts a new socket; the reason where it may not come."""
        network = _bounded_network(address)
        if network and self._is_hasty(network):
            return "handshakes"
        if len(self._networks) >= self._max_total:
            return "sockets"
        if network and self._counts.get(network, 0) >= self._max_of_network:
            return "sockets of network"
        self._networks[socket] = network
        if network:
            self._counts[network] = self._counts.get(network, 0) + 1
        return None

    def remove(self, socket: object) -> None:
        """It is gone. Harmless when it was not admitted."""
        network = self._networks.pop(socket, "")
        if not network:
            return
        self._counts[network] -= 1
        if not self._counts[network]:
            del self._counts[network]

    def __len__(self) -> int:
        return len(self._networks)

    def _is_hasty(self, network: str) -> bool:
        now = self._clock()
        since, count = self._handshakes.pop(network, (now, 0))
        if now - since >= HANDSHAKE_SECONDS:
            since, count = now, 0
        self._handshakes[network] = since, count + 1
        if len(self._handshakes) > MAX_REMEMBERED:
            del self._handshakes[next(iter(self._handshakes))]
        return count >= MAX_HANDSHAKES


def _bounded_network(address: str) -> str:
    parsed = ip_address(address)
    return "" if parsed.is_loopback else neighbourhood(parsed)
