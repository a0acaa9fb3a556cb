"""Telling machines from people: one strong sign, or two weak ones (docs/figures.md).

Mail is opened and its links are followed by scanners, privacy proxies and prefetchers before anybody reads it. No
sign alone is safe, so the weak ones only count together. A scanner that looks like a browser is known by what it
follows: every link, and the one that is hidden.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from server.delivery.tracking.agents import agent_of

AT_ONCE = timedelta(seconds=2)  # nobody reads and clicks that soon after the relay took the mail: a weak sign
HIDDEN_LINK = 0  # the number of the link that no person sees
SWEEP_SECONDS = 10.0
SWEEP_LINKS = 3  # following so many different links of a mail within ten seconds is no reading
SCAN_SECONDS = 600.0  # who was seen going through a mail is taken for a machine, from the same network, for so long
MOST_REMEMBERED = 20_000


@dataclass(slots=True)  # made for every request, and a frozen one takes thrice the time
class Request:
    """What is known of a request for a pixel or a link. Header names are in lower case."""

    method: str
    headers: Mapping[str, str]

    def strong_sign(self) -> str:
        """Why this is a machine for certain; empty when it need not be."""
        if self.method == "HEAD":
            return "HEAD"
        said = self.headers.get
        purpose = said("sec-purpose", "") + said("purpose", "") + said("x-moz", "")
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


Who = tuple[int | UUID, int]  # a mailing or a single message, and the position of the recipient


@dataclass(slots=True)
class _Reader:
    """What was lately done with one recipient's mail."""

    clicks: list[tuple[float, int]] = field(default_factory=list)
    scanner: str = ""
    why: str = ""
    until: float = 0.0


@dataclass(slots=True)
class Followed:
    """Who goes through the links of a mail: all of them at once, or the one that no person sees.

    Times are seconds of one clock. At a `pace` above 1 the reader is simulated, and what takes a person ten seconds
    takes it ten by the pace.
    """

    _readers: OrderedDict[Who, _Reader] = field(default_factory=OrderedDict)

    def click(self, recipient: Who, link: int, peer: Callable[[], str], now: float, pace: int = 1) -> tuple[str, bool]:
        """Notes a click from a neighbourhood of the network: why it is a machine's, or "", and whether that is news,
        so that what was done with the mail in the last SWEEP_SECONDS was the machine's as well."""
        reader = self._readers.get(recipient)
        if reader is None:
            reader = self._readers[recipient] = _Reader()
            while len(self._readers) > MOST_REMEMBERED:
                self._readers.popitem(last=False)
        else:
            self._readers.move_to_end(recipient)
            reader.clicks = [click for click in reader.clicks if now - click[0] < SWEEP_SECONDS / pace][-50:]
        reader.clicks.append((now, link))
        if link == HIDDEN_LINK:
            why = "hidden link"
        elif len({number for _, number in reader.clicks}) >= SWEEP_LINKS:
            why = "all links at once"
        else:
            return self._scanned(reader, peer, now), False
        is_news = not self._scanned(reader, peer, now)
        reader.scanner, reader.until, reader.why = peer(), now + SCAN_SECONDS / pace, reader.why if not is_news else why
        return reader.why, is_news

    def open(self, recipient: Who, peer: Callable[[], str], now: float) -> str:
        """Why an open is the machine's that goes through this mail; "" when none does."""
        reader = self._readers.get(recipient)
        return self._scanned(reader, peer, now) if reader is not None else ""

    def _scanned(self, reader: _Reader, peer: Callable[[], str], now: float) -> str:
        # The neighbourhood takes its time to find, and matters only where somebody went through the mail.
        return reader.why if reader.until > now and reader.scanner == peer() else ""
