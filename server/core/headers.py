"""The security headers of every response, whatever application created it.

The web server adds those that a response lacks (realtime/http_server.py): errors, pixels and links bypass Django.
"""

from functools import cache
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

Headers = tuple[tuple[bytes, bytes], ...]

# A year. Without subdomains: other servers might serve them.
HSTS: Final = b"max-age=31536000"
# For responses other than pages: if a browser treats one as a page, nothing in it runs or is framed.
NO_PAGE_POLICY: Final = b"default-src 'none'; frame-ancestors 'none'"
_COMMON: Final[Headers] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"content-security-policy", NO_PAGE_POLICY),
)


def get_security_headers(host: str) -> Headers:
    return _build_headers_by_host().get(host.lower(), _OTHER_HOST)


# Emails can show images from the pages host and from hosts of teams, in any mail client.
_CROSS_ORIGIN: Final = (b"cross-origin-resource-policy", b"cross-origin")
_SAME_ORIGIN: Final = (b"cross-origin-resource-policy", b"same-origin")
# A team's own hostname belongs to the team, so no HSTS: the team decides how to serve it later.
_OTHER_HOST: Final[Headers] = (*_COMMON, _CROSS_ORIGIN)


@cache
def _build_headers_by_host() -> dict[str, Headers]:
    found: dict[str, Headers] = {}
    for origin in [*settings.APP_ORIGINS, settings.PAGES_ORIGIN]:
        parts = urlsplit(origin)
        own = _CROSS_ORIGIN if origin == settings.PAGES_ORIGIN else _SAME_ORIGIN
        secure = ((b"strict-transport-security", HSTS),) if parts.scheme == "https" else ()
        found[parts.netloc.lower()] = (*_COMMON, own, *secure)
    return found
