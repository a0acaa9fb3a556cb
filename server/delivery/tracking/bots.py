"""Bot detection: one strong sign, or two weak ones (docs/metrics.md).

Scanners, privacy proxies and prefetchers open emails and follow links before anyone reads them. A single weak sign
proves nothing, so weak signs only count together. A scanner that looks like a browser is detected by the links it
follows: all of them, or the hidden one.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from server.delivery.tracking.agents import parse_agent

MIN_READING_TIME = timedelta(
    seconds=2
)  # a weak sign: no one reads and clicks that soon after the relay accepted the email
HIDDEN_LINK = 0  # the number of the link that readers can't see
SWEEP_SECONDS = 10.0
MIN_SWEEP_LINKS = 3  # no reader follows so many different links of an email within ten seconds
SCAN_SECONDS = 600.0  # how long other requests for the email from the scanner's network count as the scanner's
MAX_TRACKED_RECIPIENTS = 20_000


@dataclass(slots=True)  # made for every request, and a frozen one takes three times as long
class TrackingRequest:
    """A request for a pixel or a link. Header names are in lower case."""

    method: str
    headers: Mapping[str, str]

    def strong_sign(self) -> str:
        """Returns the proof that this is a bot, or an empty text."""
        if self.method == "HEAD":
            return "HEAD"
        said = self.headers.get
        purpose = said("sec-purpose", "") + said("purpose", "") + said("x-moz", "")
        if "prefetch" in purpose or "preview" in purpose:
            return "prefetch"
        return parse_agent(self.headers.get("user-agent", "")).machine

    def weak_signs(self) -> list[str]:
        signs = []
        if not self.headers.get("accept-language"):
            signs.append("no language")
        if self.headers.get("accept", "*/*") == "*/*" and "accept-encoding" not in self.headers:
            signs.append("bare request")
        return signs


RecipientId = tuple[int | UUID, int]  # a mailing or a transactional message, and the position of the recipient


@dataclass(slots=True)
class _ReaderActivity:
    """Recent activity on one recipient's email."""

    clicks: list[tuple[float, int]] = field(default_factory=list)
    scanner: str = ""
    why: str = ""
    until: float = 0.0


@dataclass(slots=True)
class ScannerDetector:
    """Detects scanners by the links they follow: many at once, or the hidden one.

    Times are seconds of one clock. A `pace` above 1 means a simulated reader; the ten seconds are divided by it.
    """

    _readers: OrderedDict[RecipientId, _ReaderActivity] = field(default_factory=OrderedDict)

    def click(
        self, recipient: RecipientId, link: int, peer: Callable[[], str], now: float, pace: int = 1
    ) -> tuple[str, bool]:
        """Records a click from a network. Returns why it is a bot's, or "", and whether that was just detected.

        If so, events of the email in the last SWEEP_SECONDS were the bot's as well.
        """
        reader = self._readers.get(recipient)
        if reader is None:
            reader = self._readers[recipient] = _ReaderActivity()
            while len(self._readers) > MAX_TRACKED_RECIPIENTS:
                self._readers.popitem(last=False)
        else:
            self._readers.move_to_end(recipient)
            reader.clicks = [click for click in reader.clicks if now - click[0] < SWEEP_SECONDS / pace][-50:]
        reader.clicks.append((now, link))
        if link == HIDDEN_LINK:
            why = "hidden link"
        elif len({number for _, number in reader.clicks}) >= MIN_SWEEP_LINKS:
            why = "all links at once"
        else:
            return self._get_scan_reason(reader, peer, now), False
        is_news = not self._get_scan_reason(reader, peer, now)
        reader.scanner, reader.until, reader.why = peer(), now + SCAN_SECONDS / pace, reader.why if not is_news else why
        return reader.why, is_news

    def open(self, recipient: RecipientId, peer: Callable[[], str], now: float) -> str:
        reader = self._readers.get(recipient)
        return self._get_scan_reason(reader, peer, now) if reader is not None else ""

    def _get_scan_reason(self, reader: _ReaderActivity, peer: Callable[[], str], now: float) -> str:
        # Finding the network takes time, and matters only if the email was scanned.
        return reader.why if reader.until > now and reader.scanner == peer() else ""
