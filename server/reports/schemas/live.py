"""Schema of several report parts in one response."""

from server.core.schemas import Out
from server.reports.schemas.breakdowns import (
    BouncesOut,
    BrowsersOut,
    DomainsOut,
    LinksOut,
    LocationOut,
    PeakOut,
    SharesOut,
    UnsubscribesOut,
)
from server.reports.schemas.metrics import BasicOut, CompareOut


class LiveReportOut(Out):
    """Each part as its own endpoint returns it. Null if it was not requested."""

    basic: BasicOut | None = None
    compare: CompareOut | None = None
    peak: PeakOut | None = None
    link: LinksOut | None = None
    device: SharesOut | None = None
    browser: BrowsersOut | None = None
    location: LocationOut | None = None
    domain: DomainsOut | None = None
    bounce: BouncesOut | None = None
    leaving: UnsubscribesOut | None = None
