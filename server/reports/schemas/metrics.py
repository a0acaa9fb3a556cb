"""Schemas of campaign metrics. docs/metrics.md defines each metric and the base of each rate."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from pydantic import Field

from server.campaigns.schemas import CampaignRowOut, OriginalOut
from server.contacts.states import UnsubscribeReason
from server.core.schemas import Out
from server.reports.states import BotMode


class RatesOut(Out):
    """Shares from 0 to 1; 0 if the base is 0.

    With `machines=include`, `opened` and `clicked` are based on `anyOpened` and `anyClicked`.
    """

    delivered: float = Field(description="Share of emails passed to a receiving server: sent, failed or unconfirmed")
    bounced: float = Field(description="Share of emails passed to a receiving server")
    opened: float = Field(description="Share of delivered emails")
    clicked: float = Field(description="Share of delivered emails")
    clicked_of_opened: float = Field(description="Share of opened emails")
    unsubscribed: float = Field(description="Share of delivered emails")
    complained: float = Field(description="Share of delivered emails")


class MetricsOut(Out):
    """Metrics of a mailing, named as in the event `delivery.mailing.progressed`."""

    revision: int
    recipients: int
    sent: int
    delivered: int
    failed: int
    hard_bounced: int
    soft_bounced: int
    suppressed: int
    skipped: int
    in_doubt: int
    deferred: int
    waiting: int = Field(description="Recipients without a final outcome: `retried` and `pending`")
    retried: int = Field(description="Deferred by the receiving server, to be retried")
    pending: int = Field(description="Not yet passed to a receiving server")
    opened: int
    opens: int
    machine_opened: int
    machine_opens: int
    any_opened: int = Field(description="Recipients whose email was opened or clicked, including by bots")
    clicked: int
    clicks: int
    machine_clicks: int
    any_clicked: int = Field(description="Recipients whose email was clicked, including clicks by bots")
    unsubscribed: int
    complained: int
    rates: RatesOut


class SendingRateOut(Out):
    """The sending rate. Null if nothing was sent for two minutes, and after sending has ended."""

    per_second: float
    seconds_left: int


class BounceOut(Out):
    """Number of recipients that bounced for this class of reason, immediately or later."""

    bounce: str
    count: int


class ReasonOut(Out):
    """Number of recipients who gave this reason for unsubscribing."""

    reason: UnsubscribeReason
    count: int


class PartOut(Out):
    """One of several emails of a campaign: a variant of an A/B test, or the winner sent to the remaining recipients.

    `variant` is null for the winner.
    """

    variant: int | None
    subject: str
    figures: MetricsOut


class BasicOut(Out):
    """The main metrics of a report. `parts` are the emails of an A/B test, otherwise empty.

    The audience is given by `labels` and `segments` that still exist, by `toAll`, or by the campaign in `unopenedOf`.
    """

    campaign: CampaignRowOut
    labels: Sequence[str]
    segments: Sequence[str]
    to_all: bool
    unopened_of: OriginalOut | None
    machines: BotMode
    figures: MetricsOut
    parts: Sequence[PartOut]
    bounces: Sequence[BounceOut]
    reasons: Sequence[ReasonOut]
    pace: SendingRateOut | None
    send_again: int = Field(
        description="Number of unconfirmed recipients without a sign of delivery, who can be sent the email again"
    )


class PreviousCampaignOut(Out):
    """A previous campaign of the team."""

    id: UUID
    name: str
    started_at: datetime
    rates: RatesOut


class ComparedOut(Out):
    """A rate compared with previous campaigns: their median, lowest and highest rate."""

    rate: str = Field(description="Name of the rate, as in `rates`")
    own: float
    median: float
    lowest: float
    highest: float


class CompareOut(Out):
    """Rates compared with the team’s previous campaigns. `items` is empty if there are none."""

    items: Sequence[ComparedOut]
    former: Sequence[PreviousCampaignOut]
