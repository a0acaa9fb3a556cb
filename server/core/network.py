"""Where a request comes from."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


def client_address(request: HttpRequest) -> Address:
    """The peer's address, or, behind a configured proxy, the last forwarded one that is not a proxy's.

    X-Forwarded-For of anybody else is not believed: it can be forged.
    """
    return believed_address(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def believed_address(peer: str, forwarded_for: str) -> Address:
    """The rule of `client_address` on plain values."""
    address = _parse(peer) or IPv4Address("0.0.0.0")  # noqa: S104 -- stands for 'unknown', nothing is bound to it
    proxies = [_network(proxy) for proxy in settings.TRUSTED_PROXIES]
    for hop in reversed([part.strip() for part in forwarded_for.split(",") if part.strip()]):
        if not any(address.version == proxy.version and address in proxy for proxy in proxies):
            break
        parsed = _parse(hop)
        if parsed is None:
            break
        address = parsed
    return address


def neighbourhood(address: Address) -> str:
    """The /24 or /64 that an address belongs to: who controls one address of it often controls all."""
    prefix = 24 if address.version == 4 else 64
    return str(ip_network(f"{address}/{prefix}", strict=False))


@lru_cache(maxsize=256)  # the settings' own, asked for with every request
def _network(text: str) -> Network:
    return ip_network(text)


def _parse(text: str) -> Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
