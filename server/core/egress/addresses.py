"""Which addresses belong to the open web: what a tenant names may lead nowhere else.

An allow list for IPv6 (global unicast less what only carries other addresses), and everything global for IPv4.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from django.conf import settings

Address = IPv4Address | IPv6Address

_GLOBAL_UNICAST = IPv6Network("2000::/3")
# Forms that carry an IPv4 address or are handed out for protocols and documents. ::ffff:0:0/96 (mapped), 64:ff9b::/96
# (NAT64), fc00::/7, fe80::/10 and the rest are outside of global unicast already.
_NOT_IPV6 = tuple(IPv6Network(each) for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
_NOT_IPV4 = tuple(
    IPv4Network(each)
    for each in (
        "0.0.0.0/8",
        "100.64.0.0/10",
        "192.0.0.0/24",
        "192.88.99.0/24",  # 6to4 relays
        "198.18.0.0/15",
        "240.0.0.0/4",
        "168.63.129.16/32",  # what a machine in Azure asks about itself, in a public range
    )
)


def is_public(address: Address) -> bool:
    """Whether it is a unicast address of the open internet."""
    if address.is_multicast or not address.is_global:
        return False
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NOT_IPV4)
    return address in _GLOBAL_UNICAST and not any(address in network for network in _NOT_IPV6)


def is_allowed(address: Address, port: int) -> bool:
    """Whether we go there: a public address, or a port of loopback that the settings of a test name."""
    return is_public(address) or (address.is_loopback and port in settings.EGRESS_LOOPBACK_PORTS)
