"""Addresses as they go over the wire: those of mailings, and such with letters beyond ASCII (RFC 6531)."""

import re

from server.delivery.mime import headers

# A dot-atom of RFC 6532; domains of any script become ASCII.
_LOCAL = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u00a0-\U0010ffff-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u00a0-\U0010ffff-]+)*"
)
MOST_LOCAL_BYTES = 64


def wire_address(email: str) -> str | None:
    """The address with its domain in ASCII, or None when it can't be sent to."""
    plain = headers.wire_address(email)
    if plain is not None:
        return plain
    local, at, domain = email.strip().rpartition("@")
    if local.isascii() or not at or _LOCAL.fullmatch(local) is None or not local.isprintable():
        return None
    # Something ASCII in front, to have the domain looked at as that of any other.
    known = headers.wire_address(f"x@{domain}")
    if known is None or len(local.encode()) > MOST_LOCAL_BYTES:
        return None
    return f"{local}{known.removeprefix('x')}"
