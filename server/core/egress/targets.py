"""Strict parsing of a URL: where to connect, which path to request, under which host name."""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import quote, urlsplit

import idna
from django.conf import settings

from server.core.egress.addresses import Address
from server.core.egress.errors import FetchError, FetchErrorReason

MAX_URL_CHARACTERS = 4_096
PORTS = {"http": 80, "https": 443}
_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")
_NUMBER = re.compile(r"[0-9]+|0[xX][0-9a-fA-F]*")
_SAFE_IN_PATH = "/%:@!$&'()*+,;=~?-._"
# Names that never belong to the public internet (RFC 6761, 6762, 8375, 9476, and metadata hosts of clouds).
_INTERNAL_NAMES = ("localhost", "local", "internal", "intranet", "lan", "home.arpa", "onion", "alt", "invalid", "test")


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a URL. `host` is ASCII. `address` is set if the host is an IP address."""

    scheme: str
    host: str
    port: int
    path: str
    address: Address | None

    @property
    def netloc(self) -> str:
        name = f"[{self.host}]" if isinstance(self.address, IPv6Address) else self.host
        return name if self.port == PORTS[self.scheme] else f"{name}:{self.port}"


def parse_target(url: str) -> Target:
    """Parses a URL. Raises FetchError (refused) for anything but a plain web URL."""
    if len(url) > MAX_URL_CHARACTERS or _UNSAFE.search(url):
        raise FetchError(FetchErrorReason.REFUSED, "length or signs")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise FetchError(FetchErrorReason.REFUSED, str(error)) from None
    scheme = parts.scheme.lower()
    if scheme not in PORTS:
        raise FetchError(FetchErrorReason.REFUSED, "scheme")
    if "@" in parts.netloc:
        raise FetchError(FetchErrorReason.REFUSED, "credentials")
    host, address = _parse_host(parts.netloc, parts.hostname or "")
    port = PORTS[scheme] if port is None else port
    if port not in PORTS.values() and port not in settings.EGRESS_LOOPBACK_PORTS:
        raise FetchError(FetchErrorReason.REFUSED, "port")
    path = quote(parts.path or "/", safe=_SAFE_IN_PATH)
    query = quote(parts.query, safe=_SAFE_IN_PATH)
    return Target(scheme, host, port, f"{path}?{query}" if query else path, address)


def _parse_host(netloc: str, host: str) -> tuple[str, Address | None]:
    if netloc.startswith("["):
        try:
            address = IPv6Address(host)
        except AddressValueError:
            raise FetchError(FetchErrorReason.REFUSED, "host") from None
        if address.scope_id is not None:
            raise FetchError(FetchErrorReason.REFUSED, "zone of an address")
        return str(address), address
    try:
        # IDNA mapping before the check: fullwidth digits and dots become an address here.
        name = idna.encode(host.removesuffix("."), uts46=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        raise FetchError(FetchErrorReason.REFUSED, "host") from None
    if _NUMBER.fullmatch(name.rpartition(".")[2]):
        return _parse_ipv4(name)
    if any(name == each or name.endswith(f".{each}") for each in _INTERNAL_NAMES) or "." not in name:
        raise FetchError(FetchErrorReason.REFUSED, "a name inside")
    return name, None


def _parse_ipv4(name: str) -> tuple[str, Address | None]:
    """An address of four decimal numbers. Octal, hexadecimal and short forms could bypass the checks."""
    try:
        address = IPv4Address(name)
    except AddressValueError:
        raise FetchError(FetchErrorReason.REFUSED, "form of an address") from None
    return str(address), address
