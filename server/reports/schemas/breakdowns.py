"""The parts of a report on the wire: by link, device, place, time, domain and refusal."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import Field

from server.core.schemas import Out
from server.reports.schemas.asking import Unit
from server.reports.schemas.figures import BounceOut, RatesOut, ReasonOut


class LinkOut(Out):
    """A tracked address. `share` is of all recipients who clicked anything, from 0 to 1, by the switch for machines."""

    number: int
    address: str
    clicks: int
    clicked: int
    machine_clicks: int
    any_clicked: int = Field(description="recipients whose mail was clicked by anybody, a machine or a person")
    share: float


class LinksOut(Out):
    """The most clicked first. `clicked` is what shares are of: recipients who clicked anything."""

    items: Sequence[LinkOut]
    clicked: int


class ClickMapOut(LinksOut):
    """The mail with its links marked: `htmlUrl` is shown in a sandboxed frame until `expiresAt`.

    In it each tracked link has the attribute data-link with its number and a badge with its clicks. The address is made
    anew for each answer; it takes `scheme` (light or dark) as a query parameter.
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
    """Opens, or clicks, by kind, the most first."""

    items: Sequence[ShareOut]
    total: int


class BrowsersOut(SharesOut):
    """Programs as they name themselves, the systems that they ran on, and the mail clients that they are."""

    systems: Sequence[ShareOut]
    clients: Sequence[ShareOut]


class ReportCityOut(Out):
    name: str
    count: int
    share: float


class ReportCountryOut(Out):
    """A country by its code of ISO 3166-1 and its cities, the most first; what is of no known city is in no city."""

    code: str
    count: int
    share: float
    cities: Sequence[ReportCityOut]


class LocationOut(Out):
    """Opens, or clicks, by place. `available` is false where the installation has no database of places.

    Shares are of `total`, in which `unknown` is not: through a mail provider's proxy nobody knows where a reader is.
    """

    available: bool
    countries: Sequence[ReportCountryOut]
    total: int
    unknown: int


class PointOut(Out):
    """What happened in one stretch of time that begins at `at`."""

    at: datetime
    sent: int = 0
    failed: int = 0
    opened: int = 0
    clicked: int = 0
    machine_opens: int = 0


class ReportHourOut(Out):
    """What happened in an hour of the week, in the team's zone. `weekday` is 1 for Monday to 7."""

    weekday: int
    hour: int
    opens: int
    clicks: int


class PeakOut(Out):
    """A campaign over time. Stretches in which nothing happened are left out; `busiest` had the most opens.

    `hours` are of the same time, without those in which nothing happened, in `zone`; `busiestHour` had the most opens.
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
    """What became of mail to one domain. Recipients in doubt are in no figure by domain."""

    domain: str = Field(description="empty for the smaller ones together")
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
    has_low_opens: bool = Field(description="opened far less than at all other domains, more than chance explains")


class DomainsOut(Out):
    """The most written to first; `domains` is how many there are in all.

    Open rates of domains are compared from `opensComparedFrom` on: a day after the last email was sent, null while the
    campaign is being sent.
    """

    items: Sequence[ReportDomainOut]
    others: ReportDomainOut | None
    domains: int
    opens_compared_from: datetime | None
    are_opens_compared: bool


class ReplyOut(Out):
    """What servers said alike: their words without addresses, numbers and names that differ from mail to mail."""

    bounce: str
    code: int
    enhanced: str
    words: str
    count: int


class BouncesOut(Out):
    """Refusals by class and by words, the most first; `others` were said in other words than those listed."""

    classes: Sequence[BounceOut]
    replies: Sequence[ReplyOut]
    others: int
    total: int


class LeavingOut(Out):
    """Who left by this campaign: `untold` of those who unsubscribed gave no reason."""

    unsubscribed: int
    complained: int
    reasons: Sequence[ReasonOut]
    untold: int


class ReportCountOut(Out):
    """How many rows each part of the report has."""

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
