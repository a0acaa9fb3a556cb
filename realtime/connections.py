"""Limits on the HTTP connections of this process, and which connections close when there are more.

A connection that waits for its next request, or has sent only part of one, is closed in favour of a newer one, the
oldest first. Idle connections therefore lock out no client. A connection with a running request is never closed.
"""

import resource
from ipaddress import ip_address, ip_network
from typing import Final, Protocol

from django.conf import settings

from server.core.network import NetworkKey, build_network_keys

# One network's maximum share of the bytes that may be stored.
NETWORK_SHARE: Final = 0.5
# Open files reserved for the database, Redis, logs and spools.
RESERVED_FILES: Final = 256


class Connection(Protocol):
    def close(self) -> None:
        """Closes the connection immediately."""


class ConnectionLimiter:
    """Counts connections in total and by network, and the bytes of bodies.

    Connections of a trusted proxy count for no network, because it bounds its own clients. Their bodies count for the
    networks of the client that the proxy names.
    """

    def __init__(
        self,
        max_total: int | None = None,
        max_of_network: int | None = None,
        max_stored_bytes: int | None = None,
    ) -> None:
        self._max_stored_bytes = max_stored_bytes or settings.WEB_BODIES_BYTES
        self._stored_bytes = 0
        # The networks of the client whose body a proxy transmits; the bytes of each connection and network.
        self._body_networks: dict[Connection, tuple[NetworkKey, ...]] = {}
        self._stored_bytes_by_connection: dict[Connection, int] = {}
        self._stored_bytes_by_network: dict[NetworkKey, int] = {}
        self._max_total = max_total or max(1, min(settings.WEB_CONNECTIONS, _max_open_files() - RESERVED_FILES))
        self._max_per_network = max_of_network or settings.WEB_CONNECTIONS_PER_NETWORK
        self._proxies = [ip_network(proxy) for proxy in settings.TRUSTED_PROXIES]
        # Every connection with its networks, the narrowest first; empty if they are unbounded.
        self._networks: dict[Connection, tuple[NetworkKey, ...]] = {}
        self._counts: dict[NetworkKey, int] = {}
        # Connections that can be closed, the longest waiting first, in total and by network.
        self._waiting: dict[Connection, None] = {}
        self._waiting_of: dict[NetworkKey, dict[Connection, None]] = {}

    def admit(self, connection: Connection, address: str) -> bool:
        """Counts a new connection. False if it must be rejected, since no idle one can be closed for it."""
        networks = self._get_bounded_networks(address)
        # Closing a connection in the narrowest full network also frees a slot in the wider networks and in the process.
        full = next((each for each in networks if self._counts.get(each, 0) >= self._max_connections(each)), None)
        if full is not None:
            if not self._close_oldest(self._waiting_of.get(full, {})):
                return False
        elif len(self._networks) >= self._max_total and not self._close_oldest(self._waiting):
            return False
        self._networks[connection] = networks
        for network in networks:
            self._counts[network] = self._counts.get(network, 0) + 1
        self.set_waiting(connection)
        return True

    def set_busy(self, connection: Connection) -> None:
        networks = self._networks.get(connection)
        if networks is None:
            return
        self._waiting.pop(connection, None)
        for network in networks:
            if waiting := self._waiting_of.get(network):
                waiting.pop(connection, None)

    def set_waiting(self, connection: Connection) -> None:
        networks = self._networks.get(connection)
        if networks is None:
            return
        self._waiting[connection] = None
        for network in networks:
            self._waiting_of.setdefault(network, {})[connection] = None

    def remove(self, connection: Connection) -> None:
        """No-op if it is not counted."""
        networks = self._networks.get(connection)
        if networks is None:
            return
        self.discard(connection)
        self.set_busy(connection)
        del self._networks[connection]
        for network in networks:
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]
                self._waiting_of.pop(network, None)

    def set_body_client(self, connection: Connection, address: str) -> None:
        """Records that a trusted proxy transmits the body of the client at this address."""
        if self._networks.get(connection) == ():
            self._body_networks[connection] = self._get_bounded_networks(address)

    def store(self, connection: Connection, size_bytes: int) -> bool:
        """Counts a part of a body. False if the process or one of the networks has no capacity left."""
        networks = self._get_body_networks(connection)
        if self._stored_bytes + size_bytes > self._max_stored_bytes:
            return False
        if any(
            self._stored_bytes_by_network.get(each, 0) + size_bytes > self._max_body_bytes(each) for each in networks
        ):
            return False
        for network in networks:
            self._stored_bytes_by_network[network] = self._stored_bytes_by_network.get(network, 0) + size_bytes
        self._stored_bytes += size_bytes
        self._stored_bytes_by_connection[connection] = self._stored_bytes_by_connection.get(connection, 0) + size_bytes
        return True

    def discard(self, connection: Connection) -> None:
        size_bytes = self._stored_bytes_by_connection.pop(connection, 0)
        self._stored_bytes -= size_bytes
        networks = self._get_body_networks(connection)
        self._body_networks.pop(connection, None)
        for network in networks:
            if network in self._stored_bytes_by_network:
                self._stored_bytes_by_network[network] -= size_bytes
                if not self._stored_bytes_by_network[network]:
                    del self._stored_bytes_by_network[network]

    def __len__(self) -> int:
        return len(self._networks)

    def _max_connections(self, network: NetworkKey) -> int:
        return network.limit(self._max_per_network, total=self._max_total)

    def _max_body_bytes(self, network: NetworkKey) -> int:
        return network.limit(int(self._max_stored_bytes * NETWORK_SHARE), total=self._max_stored_bytes)

    def _get_body_networks(self, connection: Connection) -> tuple[NetworkKey, ...]:
        return self._body_networks.get(connection) or self._networks.get(connection, ())

    def _get_bounded_networks(self, address: str) -> tuple[NetworkKey, ...]:
        try:
            parsed = ip_address(address)
        except ValueError:
            return ()
        # Loopback is a proxy on this machine, or a user on it.
        if parsed.is_loopback or any(parsed.version == proxy.version and parsed in proxy for proxy in self._proxies):
            return ()
        return build_network_keys(parsed)

    def _close_oldest(self, waiting: dict[Connection, None]) -> bool:
        oldest = next(iter(waiting), None)
        if oldest is None:
            return False
        self.remove(oldest)
        oldest.close()
        return True


def _max_open_files() -> int:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft if soft != resource.RLIM_INFINITY else 1 << 20
