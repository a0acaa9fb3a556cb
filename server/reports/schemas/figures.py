"""The figures of a campaign on the wire. docs/figures.md says what every figure means; a rate names its base."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from pydantic import Field

from server.campaigns.schemas import CampaignRowOut, OriginalOut
from server.contacts.states import LeavingReason
from server.core.schemas import Out
from server.reports.schemas.asking import Machines


class RatesOut(Out):
    """Shares from 0 to 1, by the definitions of docs/figures.md; 0 where the base is 0.

    With machines included, opened and clicked stand for anyOpened and anyClicked.
    """

    delivered: float = Field(description="of what was handed to a mail server: sent, failed and in doubt")
    bounced: float = Field(description="of what was handed to a mail server")
    opened: float = Field(description="of delivered")
    clicked: float = Field(description="of delivered")
    clicked_of_opened: float = Field(description="of opened")
    unsubscribed: float = Field(description="of delivered")
    complained: float = Field(description="of delivered")


class FiguresOut(Out):
    """The figures of a mailing, named as in the event delivery.mailing.progressed."""

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
    waiting: int = Field(description="of whom nothing final is known yet: retried and pending together")
    retried: int = Field(description="refused for now, to be tried again")
    pending: int = Field(description="not yet handed to a mail server")
    opened: int
    opens: int
    machine_opened: int
    machine_opens: int
    any_opened: int = Field(description="recipients whose mail was opened or clicked by anybody, a machine or a person")
    clicked: int
    clicks: int
    machine_clicks: int
    any_clicked: int = Field(description="recipients whose mail was clicked by anybody, a machine or a person")
    unsubscribed: int
    complained: int
    rates: RatesOut


class PaceOut(Out):
    """How fast it goes; null while nothing has been sent for two minutes, and once it has ended."""

    per_second: float
    seconds_left: int


class BounceOut(Out):
    """How many were refused for a reason of this class, at once or by a mail afterwards."""

    bounce: str
    count: int


class ReasonOut(Out):
    """How many said why they unsubscribed, and so."""

    reason: LeavingReason
    count: int


class PartOut(Out):
    """One of several mails of a campaign: a variant of an A/B test, or what the rest got (null)."""

    variant: int | None
    subject: str
    figures: FiguresOut


class BasicOut(Out):
    """What the head and the figures of a report need. `parts` are the mails of an A/B test, else empty.

    It went to those of the labels and segments, as far as they still exist, to all, or to who did not open a campaign.
    """

    campaign: CampaignRowOut
    labels: Sequence[str]
    segments: Sequence[str]
    to_all: bool
    unopened_of: OriginalOut | None
    machines: Machines
    figures: FiguresOut
    parts: Sequence[PartOut]
    bounces: Sequence[BounceOut]
    reasons: Sequence[ReasonOut]
    pace: PaceOut | None
    send_again: int = Field(description="in doubt without a sign that the mail arrived: who would get it again")


class FormerOut(Out):
    """A campaign of the team that began before."""

    id: UUID
    name: str
    started_at: datetime
    rates: RatesOut


class ComparedOut(Out):
    """A rate beside those of the campaigns before: the middle one, the lowest and the highest of them."""

    rate: str = Field(description="a name of rates")
    own: float
    median: float
    lowest: float
    highest: float


class CompareOut(Out):
    """The rates beside those of the team's last campaigns before this one; without any `items` is empty."""

    items: Sequence[ComparedOut]
    former: Sequence[FormerOut]
