"""Schemas of transactional metrics; docs/metrics.md defines each."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import Field

from server.contacts.states import ExportFormat
from server.core.bounded_types import Integer, UtcDateTime
from server.core.pagination import DEFAULT_SIZE, MAX_PAGE_SIZE
from server.core.schemas import Out, Schema
from server.transactional.schemas.events import WindowQuery
from server.transactional.search_grammar import QUERY_LENGTH

Group = Literal["tag", "subject", "sender", "domain"]
Unit = Literal["hour", "day"]
NameText = Field(None, max_length=254)


class StatsQuery(WindowQuery):
    """Metrics of a period. Filter by tag, sender, subject (as returned by `subjects`) and domain.

    Metrics are hourly: the first and last hour of the period are counted completely.
    """

    tag: str | None = NameText
    sender: str | None = NameText
    subject: str | None = NameText
    domain: str | None = NameText


class ComparedQuery(StatsQuery):
    """With `compare=previous`, the response includes the previous period of the same length."""

    compare: Literal["previous"] | None = None


class AnalyticsQuery(ComparedQuery):
    """Metrics over time. With `unit=auto`, they are hourly for up to three days, otherwise daily."""

    unit: Literal["hour", "day", "auto"] = "auto"


class GroupsQuery(ComparedQuery):
    """Metrics by group, in pages. `search` matches text in the name of a group."""

    group_by: Group
    search: str | None = Field(None, max_length=200)
    page: Integer = Field(1, ge=1, le=1_000_000)
    size: Integer = Field(DEFAULT_SIZE, ge=1, le=MAX_PAGE_SIZE)


class NamesQuery(WindowQuery):
    """The most frequent names in a period, up to `size`. `search` matches the start of a name."""

    search: str | None = Field(None, max_length=200)
    size: Integer = Field(50, ge=1, le=200)


class RecipientsQuery(WindowQuery):
    """Addresses in alphabetical order.

    `search` matches the start of an address; `after` is the last address of the previous page.
    """

    search: str | None = Field(None, max_length=254)
    after: str | None = Field(None, max_length=254)
    size: Integer = Field(50, ge=1, le=100)


class RecipientsExportIn(Schema):
    """Exports the addresses of a period. `q` filters the events to count, as in `GET events`."""

    start: UtcDateTime | None = Field(None, alias="from")
    end: UtcDateTime | None = Field(None, alias="to")
    q: str = Field("", max_length=QUERY_LENGTH)
    format: Literal[ExportFormat.XLSX] = ExportFormat.XLSX


class TrxRatesOut(Out):
    """Shares from 0 to 1; 0 if the base is 0."""

    delivered: float = Field(
        description="Share of emails passed to a receiving server: sent, rejected, failed or unconfirmed"
    )
    bounced: float = Field(description="Share of emails passed to a receiving server")
    opened: float = Field(description="Share of delivered emails")
    clicked: float = Field(description="Share of delivered emails")
    clicked_of_opened: float = Field(description="Share of opened emails")
    complained: float = Field(description="Share of delivered emails")
    unsubscribed: float = Field(description="Share of delivered emails")


class TrxMetricsOut(Out):
    """Metrics of transactional messages."""

    messages: int
    accepted: int
    held: int
    deferred: int
    deferrals: int
    sent: int
    delivered: int
    returned: int
    bounced: int
    hard_bounced: int
    soft_bounced: int
    failed: int
    suppressed: int
    cancelled: int
    in_doubt: int
    sandboxed: int
    opened: int
    opens: int
    machine_opens: int
    clicked: int
    clicks: int
    machine_clicks: int
    complained: int
    unsubscribed: int
    rates: TrxRatesOut


class LatencyOut(Out):
    """Milliseconds from acceptance to the response of the receiving server, for `count` deliveries.

    Percentiles are interpolated.
    """

    count: int
    average: int
    p50: int
    p95: int
    p99: int


class TrxStatsOut(Out):
    """Common fields of all metrics: the counted period, in full hours."""

    start: datetime = Field(serialization_alias="from")
    end: datetime = Field(serialization_alias="to")
    retention_days: int | None


class TrxBasicOut(TrxStatsOut):
    """Metrics of a period, and of the previous one if requested."""

    figures: TrxMetricsOut
    former: TrxMetricsOut | None
    latency: LatencyOut | None
    former_latency: LatencyOut | None


class TrxPointOut(Out):
    """Metrics of one hour or day, which starts at `at` in the team’s time zone."""

    at: datetime
    figures: TrxMetricsOut
    latency: LatencyOut | None


class SummaryOut(TrxStatsOut):
    """Metrics of a period by day, and their total."""

    items: Sequence[TrxPointOut]
    figures: TrxMetricsOut


class GroupOut(Out):
    """Metrics of messages with the same tag, subject, sender or domain. The name is empty for messages without one."""

    name: str
    figures: TrxMetricsOut
    former: TrxMetricsOut | None
    latency: LatencyOut | None


class AnalyticsOut(TrxBasicOut):
    """Metrics of a period over time."""

    unit: Unit
    series: Sequence[TrxPointOut]


class GroupsOut(TrxStatsOut):
    """A page of groups, most frequent first; `total` is their number in the period.

    `others` combines groups that are not stored separately; null if there are none, and in searches.
    """

    items: Sequence[GroupOut]
    others: TrxMetricsOut | None
    total: int
    page: int
    size: int


class TrxCategoriesOut(TrxStatsOut):
    """Metrics by tag, most frequent first. `others` combines the rest."""

    items: Sequence[GroupOut]
    others: TrxMetricsOut | None


class TrxLinkOut(Out):
    """Clicks on a link. Its URL has no query string; path segments that contain digits are replaced with #."""

    url: str
    clicks: int
    clicked: int
    machine_clicks: int
    share: float


class TrxLinksOut(TrxStatsOut):
    """Links by clicks, most clicked first. `others` is the number of clicks on other links."""

    items: Sequence[TrxLinkOut]
    others: int


class RecipientStatsOut(Out):
    """Number of events by type for one address in a period."""

    recipient: str
    accepted: int
    delivered: int
    bounced: int
    failed: int
    suppressed: int
    opened: int
    clicked: int
    complained: int
    last_at: datetime


class RecipientsOut(Out):
    """A page of addresses. `after` is the cursor of the next page; null at the end."""

    items: Sequence[RecipientStatsOut]
    after: str | None
    start: datetime = Field(serialization_alias="from")
    end: datetime = Field(serialization_alias="to")
    retention_days: int | None


class NameStatsOut(Out):
    """A subject or sender with its number of accepted and delivered messages."""

    name: str
    accepted: int
    delivered: int


class TrxNamesOut(TrxStatsOut):
    """The most frequent subjects or senders in a period."""

    items: Sequence[NameStatsOut]
