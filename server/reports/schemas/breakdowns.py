"""Schemas of report parts: links, devices, locations, times, domains and bounces."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import Field

from server.core.schemas import Out
from server.reports.schemas.metrics import BounceOut, RatesOut, ReasonOut
from server.reports.schemas.queries import Unit


class LinkOut(Out):
    """A tracked link.

    `share` is its share of all recipients who clicked, from 0 to 1. With `machines=include` in the request, it
    includes bots.
    """

    number: int
    address: str
    clicks: int
    clicked: int
    machine_clicks: int
    any_clicked: int = Field(description="Recipients whose email was clicked, including clicks by bots")
    share: float


class LinksOut(Out):
    """Most clicked first. `clicked` is the base of the shares: recipients who clicked any link."""

    items: Sequence[LinkOut]
    clicked: int


class ClickMapOut(LinksOut):
    """The email with its links highlighted. Show `htmlUrl` in a sandboxed frame before `expiresAt`.

    Each tracked link has a `data-link` attribute with its number and a badge with its clicks. The URL is new in each
    response and accepts the query parameter `scheme` (light or dark).
    """

    html_url: str
    expires_at: datetime
    variant: int | None


class ShareOut(Out):
    """One kind and its share of the total, from 0 to 1."""

    name: str
    count: int
    share: float


class SharesOut(Out):
    """Opens or clicks by kind, most frequent first."""

    items: Sequence[ShareOut]
    total: int


class BrowsersOut(SharesOut):
    """Opens or clicks by browser or app, with their operating systems and email clients."""

    systems: Sequence[ShareOut]
    clients: Sequence[ShareOut]


class ReportCityOut(Out):
    name: str
    count: int
    share: float


class ReportCountryOut(Out):
    """A country (ISO 3166-1 code) with its cities, most frequent first.

    Opens and clicks without a known city are not in `cities`.
    """

    code: str
    count: int
    share: float
    cities: Sequence[ReportCityOut]


class LocationOut(Out):
    """Opens or clicks by location. `available` is false if the installation has no location database.

    Shares are of `total`, which excludes `unknown`: email provider proxies hide the reader’s location.
    """

    available: bool
    countries: Sequence[ReportCountryOut]
    total: int
    unknown: int


class PointOut(Out):
    """Activity in one interval that starts at `at`."""

    at: datetime
    sent: int = 0
    failed: int = 0
    opened: int = 0
    clicked: int = 0
    machine_opens: int = 0


class ReportHourOut(Out):
    """Activity in one hour of the week, in the team’s time zone. `weekday` is 1 (Monday) to 7 (Sunday)."""

    weekday: int
    hour: int
    opens: int
    clicks: int


class PeakOut(Out):
    """Activity of a campaign over time. Intervals and hours without activity are omitted.

    `busiest` and `busiestHour` have the most opens. `hours` are in the time zone `zone`.
    """

    unit: Unit
    start: datetime
    end: datetime
    items: Sequence[PointOut]
    busiest: PointOut | None
    zone: str
    hours: Sequence[ReportHourOut]
    busiest_hour: ReportHourOut | None


class ReportDomainOut(Out):
    """Results for one recipient domain. Excludes unconfirmed recipients."""

    domain: str = Field(description="Empty for all small domains combined")
    sent: int
    failed: int
    delivered: int
    hard_bounced: int
    soft_bounced: int
    opened: int
    clicked: int
    unsubscribed: int
    complained: int
    rates: RatesOut
    has_low_opens: bool = Field(description="Whether the open rate is significantly below that of all other domains")


class DomainsOut(Out):
    """Domains with the most recipients first. `domains` is their total number.

    Open rates are compared from `opensComparedFrom`, one day after the last email was sent; null while the campaign is
    being sent.
    """

    items: Sequence[ReportDomainOut]
    others: ReportDomainOut | None
    domains: int
    opens_compared_from: datetime | None
    are_opens_compared: bool


class ReplyOut(Out):
    """Similar responses of receiving servers.

    Addresses, numbers and names that vary between emails are removed from `words`.
    """

    bounce: str
    code: int
    enhanced: str
    words: str
    count: int


class BouncesOut(Out):
    """Bounces by class and by response, most frequent first. `others` counts the responses that are not listed."""

    classes: Sequence[BounceOut]
    replies: Sequence[ReplyOut]
    others: int
    total: int


class UnsubscribesOut(Out):
    """Recipients lost through this campaign. `untold` counts the unsubscribes without a reason."""

    unsubscribed: int
    complained: int
    reasons: Sequence[ReasonOut]
    untold: int


class ReportCountOut(Out):
    """Number of rows in each part of the report."""

    recipients: int
    sent: int
    failed: int
    suppressed: int
    skipped: int
    in_doubt: int
    waiting: int
    delivered: int
    bounced: int
    opened: int
    not_opened: int
    clicked: int
    unsubscribed: int
    complained: int
    links: int
    domains: int
