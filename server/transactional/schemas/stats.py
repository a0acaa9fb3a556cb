"""Figures of transactional mail on the wire; docs/figures.md says what each means."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import Field

from server.contacts.states import ExportFormat
from server.core.pagination import DEFAULT_SIZE, LARGEST_SIZE
from server.core.schemas import Out, Schema
from server.core.wire_types import Integer, UtcDateTime
from server.transactional.schemas.events import WindowQuery
from server.transactional.search_words import QUERY_LENGTH

Group = Literal["tag", "subject", "sender", "domain"]
Unit = Literal["hour", "day"]
NameText = Field(None, max_length=254)


class StatsQuery(WindowQuery):
    """Figures of a period, of messages with this tag, sender, subject (as `subjects` names it) and domain.

    Figures are by hour: those of the hours in which the period begins and ends are counted whole.
    """

    tag: str | None = NameText
    sender: str | None = NameText
    subject: str | None = NameText
    domain: str | None = NameText


class ComparedQuery(StatsQuery):
    """With `compare=previous` the period of the same length before stands beside it."""

    compare: Literal["previous"] | None = None


class AnalyticsQuery(ComparedQuery):
    """Figures over time. `auto` is by hour up to three days, else by day."""

    unit: Literal["hour", "day", "auto"] = "auto"


class GroupsQuery(ComparedQuery):
    """Figures by what messages have in common, page by page; `search` is what a name has in it."""

    group_by: Group
    search: str | None = Field(None, max_length=200)
    page: Integer = Field(1, ge=1, le=1_000_000)
    size: Integer = Field(DEFAULT_SIZE, ge=1, le=LARGEST_SIZE)


class NamesQuery(WindowQuery):
    """The most frequent ones of a period, up to `size`; `search` is how they begin."""

    search: str | None = Field(None, max_length=200)
    size: Integer = Field(50, ge=1, le=200)


class RecipientsQuery(WindowQuery):
    """Addresses in their order, those that begin with `search`; `after` is the last one of the page before."""

    search: str | None = Field(None, max_length=254)
    after: str | None = Field(None, max_length=254)
    size: Integer = Field(50, ge=1, le=100)


class RecipientsExportIn(Schema):
    """The addresses of a period as a file. `q` narrows the events that count, as it does in events."""

    start: UtcDateTime | None = Field(None, alias="from")
    end: UtcDateTime | None = Field(None, alias="to")
    q: str = Field("", max_length=QUERY_LENGTH)
    format: Literal[ExportFormat.XLSX] = ExportFormat.XLSX


class TrxRatesOut(Out):
    """Shares from 0 to 1; 0 where the base is 0."""

    delivered: float = Field(description="of what was handed to a mail server: sent, refused, failed and in doubt")
    bounced: float = Field(description="of what was handed to a mail server")
    opened: float = Field(description="of delivered")
    clicked: float = Field(description="of delivered")
    clicked_of_opened: float = Field(description="of opened")
    complained: float = Field(description="of delivered")
    unsubscribed: float = Field(description="of delivered")


class TrxFiguresOut(Out):
    """The figures of messages that were sent one by one."""

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
    """Milliseconds from acceptance to the next hop's answer, of `count` deliveries; percentiles by interpolation."""

    count: int
    average: int
    p50: int
    p95: int
    p99: int


class StatsOut(Out):
    """What all figures answer: the period that was counted, in full hours."""

    start: datetime = Field(serialization_alias="from")
    end: datetime = Field(serialization_alias="to")
    retention_days: int | None


class BasicOut(StatsOut):
    """The figures of a period, and of the one before where that was asked for."""

    figures: TrxFiguresOut
    former: TrxFiguresOut | None
    latency: LatencyOut | None
    former_latency: LatencyOut | None


class TrxPointOut(Out):
    """The figures of an hour or a day, which begins at `at` by the team's clock."""

    at: datetime
    figures: TrxFiguresOut
    latency: LatencyOut | None


class SummaryOut(StatsOut):
    """A period day by day, and its sum."""

    items: Sequence[TrxPointOut]
    figures: TrxFiguresOut


class GroupOut(Out):
    """The figures of messages with the same tag, subject, sender or domain; an empty name is that of none."""

    name: str
    figures: TrxFiguresOut
    former: TrxFiguresOut | None
    latency: LatencyOut | None


class AnalyticsOut(BasicOut):
    """The figures of a period over time."""

    unit: Unit
    series: Sequence[TrxPointOut]


class GroupsOut(StatsOut):
    """A page of groups, the most frequent first, of `total` that there are in the period.

    `others` are those together whose names are no longer told apart; null where there are none, and in a search.
    """

    items: Sequence[GroupOut]
    others: TrxFiguresOut | None
    total: int
    page: int
    size: int


class CategoriesOut(StatsOut):
    """The figures by tag, the most frequent first; `others` are the rest together."""

    items: Sequence[GroupOut]
    others: TrxFiguresOut | None


class LinkOut(Out):
    """Clicks of an address, counted without its query, with a # for each part of the path that holds a digit."""

    url: str
    clicks: int
    clicked: int
    machine_clicks: int
    share: float


class LinksOut(StatsOut):
    """Links by clicks, the most first. `others` are the clicks of those beyond."""

    items: Sequence[LinkOut]
    others: int


class RecipientStatsOut(Out):
    """What was sent to an address in a period and what came of it, in numbers of events."""

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
    """A page of addresses; `after` leads to the next ones and is null at the end."""

    items: Sequence[RecipientStatsOut]
    after: str | None
    start: datetime = Field(serialization_alias="from")
    end: datetime = Field(serialization_alias="to")
    retention_days: int | None


class NamedOut(Out):
    """A subject or a sender, how many were accepted of it, and how many reached a mail server."""

    name: str
    accepted: int
    delivered: int


class NamesOut(StatsOut):
    """The most frequent subjects, or senders, of a period."""

    items: Sequence[NamedOut]
