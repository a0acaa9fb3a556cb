"""The security headers that every response carries, whatever application made it.

The web server adds those that a response lacks (realtime/http_server.py): errors, pixels and links bypass Django.
"""

from functools import cache
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

Headers = tuple[tuple[bytes, bytes], ...]

# A year. Not for subdomains: others may be served by something else.
HSTS: Final = b"max-age=31536000"
# Of what is no page: nothing in it runs or is framed, should a browser take it for one.
NO_PAGE_POLICY: Final = b"default-src 'none'; frame-ancestors 'none'"
_COMMON: Final[Headers] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"content-security-policy", NO_PAGE_POLICY),
)


def security_headers(host: str) -> Headers:
    """The headers of a host's responses."""
    return _by_host().get(host.lower(), _OTHER_HOST)


# Emails, wherever they are read, show pictures of the pages' host and of hosts of teams.
_CROSS_ORIGIN: Final = (b"cross-origin-resource-policy", b"cross-origin")
_SAME_ORIGIN: Final = (b"cross-origin-resource-policy", b"same-origin")
# A host that a team points here is the team's: how it is served later is not ours to pin.
_OTHER_HOST: Final[Headers] = (*_COMMON, _CROSS_ORIGIN)


@cache
def _by_host() -> dict[str, Headers]:
    found: dict[str, Headers] = {}
    for origin in [*settings.APP_ORIGINS, settings.PAGES_ORIGIN]:
        parts = urlsplit(origin)
        own = _CROSS_ORIGIN if origin == settings.PAGES_ORIGIN else _SAME_ORIGIN
        secure = ((b"strict-transport-security", HSTS),) if parts.scheme == "https" else ()
        found[parts.netloc.lower()] = (*_COMMON, own, *secure)
    return found
