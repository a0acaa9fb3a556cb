"""The addresses of the public internet. URLs named by tenants can lead nowhere else.

For IPv6 an allow list: global unicast without the ranges that embed other addresses. For IPv4 every global address.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from django.conf import settings

Address = IPv4Address | IPv6Address

_GLOBAL_UNICAST = IPv6Network("2000::/3")
# Ranges that embed an IPv4 address or are reserved for protocols and documentation. ::ffff:0:0/96 (mapped),
# 64:ff9b::/96 (NAT64), fc00::/7, fe80::/10 and the rest are outside global unicast already.
_EXCLUDED_IPV6 = tuple(IPv6Network(each) for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
_EXCLUDED_IPV4 = tuple(
    IPv4Network(each)
    for each in (
        "0.0.0.0/8",
        "100.64.0.0/10",
        "192.0.0.0/24",
        "192.88.99.0/24",  # 6to4 relays
        "198.18.0.0/15",
        "240.0.0.0/4",
        "168.63.129.16/32",  # Azure's metadata address for its virtual machines, in a public range
    )
)


def is_public(address: Address) -> bool:
    if address.is_multicast or not address.is_global:
        return False
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _EXCLUDED_IPV4)
    return address in _GLOBAL_UNICAST and not any(address in network for network in _EXCLUDED_IPV6)


def is_allowed(address: Address, port: int) -> bool:
    """Whether we connect there: a public address, or a loopback port that the test settings allow."""
    return is_public(address) or (address.is_loopback and port in settings.EGRESS_LOOPBACK_PORTS)
