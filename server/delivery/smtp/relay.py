"""A relay: its address, the security of the connection, and our credentials."""

import ipaddress
import ssl
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import parse_qs, unquote, urlsplit


class Tls(StrEnum):
    """Opportunistic TLS is used if the relay supports it, and not verified: still better than none."""

    NEVER = "never"
    OPPORTUNISTIC = "opportunistic"
    REQUIRED = "required"
    IMPLICIT = "implicit"


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds; RFC 5321, 4.5.3.2 asks for minutes, of which our own relay needs few."""

    connect: float = 15
    greeting: float = 60
    command: float = 120
    data: float = 120
    dot: float = 600  # a relay can scan the message first; giving up early causes unconfirmed outcomes and duplicates
    quit: float = 5


@dataclass(frozen=True, slots=True)
class Relay:
    """A relay endpoint. Its repr and logs don't include the password."""

    host: str
    port: int
    tls: Tls = Tls.OPPORTUNISTIC
    user: str = ""
    password: str = field(default="", repr=False)
    helo: str = "localhost"
    source: str = ""  # the local address to connect from; empty: the system chooses
    timeouts: Timeouts = Timeouts()

    @classmethod
    def from_url(cls, url: str, *, helo: str = "localhost", timeouts: Timeouts | None = None) -> "Relay":
        """Parses `smtp://user:password@host:port?tls=required` or `smtps://…`.

        With a password and no `tls`, TLS is required unless the relay is on this machine.
        """
        parts = urlsplit(url)
        host = parts.hostname or ""
        implicit = parts.scheme == "smtps"
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        asked = parse_qs(parts.query).get("tls", [""])[0]
        if implicit:
            tls = Tls.IMPLICIT
        elif asked:
            tls = Tls(asked)
        else:
            tls = Tls.REQUIRED if password and not _is_local(host) else Tls.OPPORTUNISTIC
        return cls(
            host=host,
            port=parts.port or (465 if implicit else 25),
            tls=tls,
            user=user,
            password=password,
            helo=helo,
            timeouts=timeouts or Timeouts(),
        )

    def tls_context(self) -> ssl.SSLContext:
        context = ssl.create_default_context()
        if self.tls is Tls.OPPORTUNISTIC:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
