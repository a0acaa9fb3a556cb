"""Where a sign-in comes from, in the words of its session row."""

import re

from django.http import HttpRequest
from ua_parser import parse

from server.core.network import client_address
from server.identity.services.sessions import Origin

LONGEST_AGENT = 1000  # what is longer is no browser's, and parsing it would only cost
LONGEST_DEVICE = 200
NUMBER = re.compile(r" \d+")


def origin_of(request: HttpRequest) -> Origin:
    """The address and, from the user agent, words such as 'Firefox 130 (Linux)'."""
    return Origin(address=str(client_address(request)), device=device_of(request.headers.get("User-Agent", "")))


def device_of(agent: str) -> str:
    """Browser and system of a user agent, as much as it tells; empty for one that tells nothing."""
    parsed = parse(agent[:LONGEST_AGENT])
    browser = (
        " ".join(part for part in (parsed.user_agent.family, parsed.user_agent.major) if part)
        if (parsed.user_agent)
        else ""
    )
    system = parsed.os.family if parsed.os else ""
    # The same in every language.
    return (f"{browser} ({system})" if browser and system else browser or system)[:LONGEST_DEVICE]


def same_device(one: str, other: str) -> bool:
    """Whether two devices in words may be one: a browser's number grows, and that is no new device."""
    return NUMBER.sub("", one) == NUMBER.sub("", other)
