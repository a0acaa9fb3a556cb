"""Telling machines from people: one strong sign, or two weak ones (docs/figures.md).

Mail is opened and its links are followed by scanners, privacy proxies and prefetchers before anybody reads it. No
sign alone is safe, so the weak ones only count together.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from server.delivery.tracking.agents import agent_of

AT_ONCE = timedelta(seconds=2)  # nobody reads and clicks that soon after the relay took the mail
SWEEP_SECONDS = 10.0
SWEEP_LINKS = 3  # following so many different links of a mail within ten seconds is no reading
MOST_REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class Request:
    """What is known of a request for a pixel or a link. Header names are in lower case."""

    method: str
    headers: Mapping[str, str]

    def strong_sign(self) -> str:
        """Why this is a machine for certain; empty when it need not be."""
        if self.method == "HEAD":
            return "HEAD"
        purpose = self.headers.get("sec-purpose", "") + self.headers.get("purpose", "") + self.headers.get("x-moz", "")
        if "prefetch" in purpose or "preview" in purpose:
            return "prefetch"
        return agent_of(self.headers.get("user-agent", "")).machine

    def weak_signs(self) -> list[str]:
        """What people's browsers do not do."""
        signs = []
        if not self.headers.get("accept-language"):
            signs.append("no language")
        if self.headers.get("accept", "*/*") == "*/*" and "accept-encoding" not in self.headers:
            signs.append("bare request")
        return signs


def at_once(sent_at: datetime | None, at: datetime) -> bool:
    """Whether something happened sooner after the relay took the mail than a person could do it: a weak sign."""
    return sent_at is not None and at - sent_at < AT_ONCE


@dataclass(slots=True)
class Followed:
    """Which links of a mail were followed lately, by recipient: all of them at once is a strong sign."""

    _seen: OrderedDict[tuple[int, int], list[tuple[float, int]]] = field(default_factory=OrderedDict)

    def is_sweep(self, recipient: tuple[int, int], link: int, now: float) -> bool:
        """Notes a click; whether it belongs to a sweep through the links."""
        lately = [entry for entry in self._seen.pop(recipient, []) if now - entry[0] < SWEEP_SECONDS]
        lately.append((now, link))
        self._seen[recipient] = lately[-50:]
        while len(self._seen) > MOST_REMEMBERED:
            self._seen.popitem(last=False)
        return len({number for _, number in lately}) >= SWEEP_LINKS
