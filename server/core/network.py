"""The network address of a request's client."""

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
UNKNOWN = IPv4Address("0.0.0.0")  # noqa: S104 -- nothing is bound to it


def get_client_address(request: HttpRequest) -> Address:
    """The peer's address, or, behind a configured proxy, the last forwarded address that is not a proxy.

    X-Forwarded-For from any other peer is ignored: it can be forged.
    """
    return resolve_client_address(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def get_peer_address(request: HttpRequest) -> Address:
    """The address of the TCP peer, which can be a proxy."""
    return _parse_address(request.META.get("REMOTE_ADDR", "")) or UNKNOWN


def resolve_client_address(peer: str, forwarded_for: str) -> Address:
    """Like `get_client_address`, for the plain values of the request."""
    address = _parse_address(peer) or UNKNOWN
    proxies = [_parse_network(proxy) for proxy in settings.TRUSTED_PROXIES]
    for hop in reversed([part.strip() for part in forwarded_for.split(",") if part.strip()]):
        if not any(address.version == proxy.version and address in proxy for proxy in proxies):
            break
        parsed = _parse_address(hop)
        if parsed is None:
            break
        address = parsed
    return address


@dataclass(frozen=True, slots=True)
class NetworkKey:
    """A network that an address is counted under. `factor` multiplies the limit of the narrowest network.

    `max_share` is the largest part of a process's capacity for it. `is_of_one`: a single host can use the whole
    network.
    """

    network: str
    factor: int
    max_share: float = 1.0
    is_of_one: bool = False

    def limit(self, narrow: int, *, total: int) -> int:
        """The limit of this network if the narrowest one can have `narrow` of `total`."""
        return max(narrow, min(narrow * self.factor, int(total * self.max_share)))


# One host can use a whole /48. The share leaves capacity to others, even if the limit times the factor exceeds the
# total. A /16 has the customers of a provider, so it can have all.
SITE_SHARE = 0.75
# Prefix lengths with factor, share, and whether one host can use the whole network; the narrowest first. An attempt
# that a narrow network rejects must not count in a wider one. Exhausting a wider limit then takes as many networks as
# its factor, and no single neighbour can lock out the others.
# A /24 has an office, or many customers of a carrier behind NAT; a /16 belongs to one provider. A site gets a /64 to a
# /48 and a phone a /64, all of which one host can use.
PREFIXES = {4: ((24, 1, 1.0, False), (16, 64, 1.0, False)), 6: ((64, 1, 1.0, True), (48, 16, SITE_SHARE, True))}


def build_network_keys(address: Address) -> tuple[NetworkKey, ...]:
    """The networks that limits count an address under, the narrowest first."""
    return tuple(
        NetworkKey(str(ip_network(f"{address}/{prefix}", strict=False)), factor, max_share, is_of_one)
        for prefix, factor, max_share, is_of_one in PREFIXES[address.version]
    )


def get_narrowest_network(address: Address) -> str:
    return build_network_keys(address)[0].network


@lru_cache(maxsize=256)  # from the settings, and read at every request
def _parse_network(text: str) -> Network:
    return ip_network(text)


def _parse_address(text: str) -> Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
