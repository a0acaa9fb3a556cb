"""Limits on the websockets and handshakes of this process, in total and per network.

A handshake costs about a millisecond before the client is known.
"""

import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Final

from django.conf import settings

from server.core.network import NetworkKey, build_network_keys

# Browsers reconnect after a random one to five seconds, so an office of hundreds needs some tens of seconds.
MAX_HANDSHAKES: Final = 500
HANDSHAKE_SECONDS: Final = 10.0
MAX_ENTRIES: Final = 10_000


class SocketLimiter:
    """Counts sockets from their handshake to their end. Loopback is a proxy on this machine, or a user on it."""

    def __init__(
        self,
        max_total: int | None = None,
        max_of_network: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._max_total = max_total or settings.WEB_SOCKETS
        self._max_per_network = max_of_network or settings.WEB_SOCKETS_PER_NETWORK
        self._clock = clock
        # Every socket with its networks, the narrowest first; empty if they are unbounded.
        self._networks: dict[object, tuple[NetworkKey, ...]] = {}
        self._counts: dict[NetworkKey, int] = {}
        # For narrow and wide networks: the start of the count, and the handshakes. Separate, so that a client with many
        # narrow networks can't evict the count of its wide one.
        self._handshakes: dict[str, tuple[float, int]] = {}
        self._wide_handshakes: dict[str, tuple[float, int]] = {}

    def admit(self, socket: object, address: str) -> str | None:
        """Counts a new socket. Returns the reason if it is rejected."""
        networks = _get_bounded_networks(address)
        if self._has_too_many_handshakes(networks):
            return "handshakes"
        if len(self._networks) >= self._max_total:
            return "sockets"
        if any(self._counts.get(each, 0) >= self._max_sockets(each) for each in networks):
            return "sockets of network"
        self._networks[socket] = networks
        for network in networks:
            self._counts[network] = self._counts.get(network, 0) + 1
        return None

    def remove(self, socket: object) -> None:
        """No-op if it was not admitted."""
        for network in self._networks.pop(socket, ()):
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]

    def __len__(self) -> int:
        return len(self._networks)

    def _max_sockets(self, network: NetworkKey) -> int:
        return network.limit(self._max_per_network, total=self._max_total)

    def _has_too_many_handshakes(self, networks: tuple[NetworkKey, ...]) -> bool:
        """Counts a handshake. If a narrow network rejects it, it does not count in the wide one."""
        return any(
            self._count_handshake(counts, network.network) > MAX_HANDSHAKES * network.factor
            for counts, network in zip((self._handshakes, self._wide_handshakes), networks, strict=False)
        )

    def _count_handshake(self, counts: dict[str, tuple[float, int]], network: str) -> int:
        now = self._clock()
        since, count = counts.pop(network, (now, 0))
        if now - since >= HANDSHAKE_SECONDS:
            since, count = now, 0
        counts[network] = since, count + 1
        if len(counts) > MAX_ENTRIES:
            del counts[next(iter(counts))]
        return count + 1


def _get_bounded_networks(address: str) -> tuple[NetworkKey, ...]:
    parsed = ip_address(address)
    return () if parsed.is_loopback else build_network_keys(parsed)
