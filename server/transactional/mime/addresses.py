"""Addresses in the form for SMTP: those of mailings, and those with non-ASCII letters (RFC 6531)."""

import re

from server.delivery.mime import headers

# A dot-atom of RFC 6532; domains of any script are converted to ASCII.
_LOCAL = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u00a0-\U0010ffff-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u00a0-\U0010ffff-]+)*"
)
MAX_LOCAL_PART_BYTES = 64


def encode_address(email: str) -> str | None:
    """The address with its domain in ASCII, or None if it can't be sent to."""
    plain = headers.encode_address(email)
    if plain is not None:
        return plain
    local, at, domain = email.strip().rpartition("@")
    if local.isascii() or not at or _LOCAL.fullmatch(local) is None or not local.isprintable():
        return None
    # With an ASCII local part, to check the domain like any other.
    known = headers.encode_address(f"x@{domain}")
    if known is None or len(local.encode()) > MAX_LOCAL_PART_BYTES:
        return None
    return f"{local}{known.removeprefix('x')}"
