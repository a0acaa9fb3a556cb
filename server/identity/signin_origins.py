"""The origin of a sign-in, as its session row describes it."""

import re

from django.http import HttpRequest
from ua_parser import parse

from server.core.network import get_client_address
from server.identity.services.sessions import SigninOrigin

MAX_AGENT_CHARACTERS = 1000  # longer ones come from no browser, and parsing them costs time
MAX_DEVICE_CHARACTERS = 200
NUMBER = re.compile(r" \d+")


def build_origin(request: HttpRequest) -> SigninOrigin:
    """The address, and a description from the user agent such as 'Firefox 130 (Linux)'."""
    return SigninOrigin(
        address=str(get_client_address(request)), device=describe_device(request.headers.get("User-Agent", ""))
    )


def describe_device(agent: str) -> str:
    """Browser and system of a user agent, as far as known; empty if neither is known."""
    parsed = parse(agent[:MAX_AGENT_CHARACTERS])
    browser = (
        " ".join(part for part in (parsed.user_agent.family, parsed.user_agent.major) if part)
        if (parsed.user_agent)
        else ""
    )
    system = parsed.os.family if parsed.os else ""
    # The same text in every language.
    return (f"{browser} ({system})" if browser and system else browser or system)[:MAX_DEVICE_CHARACTERS]


def is_same_device(one: str, other: str) -> bool:
    """Whether two device descriptions can mean one device. A new browser version is no new device."""
    return NUMBER.sub("", one) == NUMBER.sub("", other)
