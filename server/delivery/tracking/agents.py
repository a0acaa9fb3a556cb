"""Derives device class, operating system and browser or email client from the user agent."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ua_parser import parse

MAX_HEADER_CHARACTERS = 400
_EMAIL_PROXIES = {"GoogleImageProxy": "Gmail", "YahooMailProxy": "Yahoo Mail"}
_TOOLS = re.compile(
    r"bot\b|crawl|spider|scan|curl|wget|python|java/|go-http|okhttp|libwww|headless|phantom|preview|proofpoint"
    r"|barracuda|mimecast|symantec|trend\s?micro|urlcheck|linkcheck|monitor",
    re.IGNORECASE,
)
_DESKTOP = frozenset({"Windows", "Mac OS X", "Linux", "Ubuntu", "Chrome OS", "Fedora", "FreeBSD"})


@dataclass(frozen=True, slots=True)
class Agent:
    """`device` is desktop, mobile, tablet or other. `machine` is the reason why it is a bot, or empty.

    `is_proxy`: an email provider fetches it for the reader.
    """

    device: str
    os: str
    browser: str
    machine: str = ""
    is_proxy: bool = False


def parse_agent(header: str) -> Agent:
    return _parse_agent(header[:MAX_HEADER_CHARACTERS])


@lru_cache(maxsize=8192)
def _parse_agent(header: str) -> Agent:
    if not header.strip():
        return Agent("other", "Other", "Other", "no user agent")
    for mark, name in _EMAIL_PROXIES.items():
        if mark in header:
            # The proxy fetches when a person opens the email; the person's device is unknown.
            return Agent("other", "Other", name, is_proxy=True)
    if header.strip() == "Mozilla/5.0":
        return Agent("other", "Other", "Apple Mail", "mail privacy")
    found = parse(header)
    os = found.os.family if found.os else "Other"
    browser = found.user_agent.family if found.user_agent else "Other"
    family = found.device.family if found.device else ""
    machine = "known machine" if family == "Spider" or _TOOLS.search(header) else ""
    return Agent(_classify_device(header, os, family), _clean(os), _clean(browser), machine)


def _clean(name: str) -> str:
    """Shortens a name and removes characters that are special to COPY."""
    return "".join(sign for sign in name if sign.isprintable() and sign != "\\")[:30]


def _classify_device(header: str, os: str, family: str) -> str:
    if family == "iPad" or "Tablet" in header or (os == "Android" and "Mobile" not in header):
        return "tablet"
    if os in ("iOS", "Android") or "Mobile" in header:
        return "mobile"
    return "desktop" if os in _DESKTOP else "other"
