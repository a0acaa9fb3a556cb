"""A/B tests on the wire (CAMP-05, CAMP-26 to CAMP-30)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field, field_validator

from server.campaigns.ab.models import VARIANT_NAME_LENGTH
from server.campaigns.ab.states import (
    FEWEST_VARIANTS,
    LONGEST_DELAY_MINUTES,
    LONGEST_WAIT_HOURS,
    MOST_VARIANTS,
    Chooses,
    Metric,
    Tested,
    WinnerBy,
)
from server.campaigns.schemas import (
    CampaignChange,
    CampaignIn,
    CampaignOut,
    CampaignRowOut,
    Content,
    PlainText,
    Preheader,
    PreviewQuery,
    Subject,
    TestIn,
)
from server.core.schemas import Out, Schema
from server.core.wire_types import NOT_BOOLEAN, WallDateTime

Percent = Annotated[int, Field(ge=0, le=100), NOT_BOOLEAN]


class VariantIn(Schema):
    """A variant. Of subject and preheader, sender, content with its plain text, and delay what is tested counts, the
    rest is kept.

    `share` is percent of the recipients that get it in the test. What is built in the editor is told apart, named and
    ordered there: of such variants the document says how many there are.
    """

    name: Annotated[str, Field(max_length=VARIANT_NAME_LENGTH)] = ""
    share: Annotated[int, Field(ge=1, le=98), NOT_BOOLEAN]
    subject: Subject = ""
    preheader: Preheader = ""
    sender_id: UUID | None = None
    content: Content = Content()
    plain_text: PlainText = ""
    delay_minutes: Annotated[int, Field(ge=0, le=LONGEST_DELAY_MINUTES), NOT_BOOLEAN] = 0


class TestSetting(Schema):
    """What is tested and how the winner is found. `winnerShare` and the shares of the variants add up to 100."""

    __test__ = False  # no test class of pytest

    tested: Tested = Tested.SUBJECT
    metric: Metric = Metric.CLICKS
    chooses: Chooses = Chooses.RULE
    wait_hours: Annotated[int, Field(ge=1, le=LONGEST_WAIT_HOURS), NOT_BOOLEAN] = 4
    winner_share: Percent = 80


Variants = Annotated[list[VariantIn], Field(min_length=FEWEST_VARIANTS, max_length=MOST_VARIANTS)]


class AbTestIn(CampaignIn):
    """A new A/B test. Without variants it begins with two."""

    test: TestSetting = TestSetting()
    variants: Variants = [VariantIn(share=10), VariantIn(share=10)]


class AbTestChange(CampaignChange):
    """What is sent replaces what was; what is left out stays. Variants are sent all at once, in their order."""

    test: TestSetting | None = None
    variants: Variants | None = None

    @field_validator("test", "variants")
    @classmethod
    def given(cls, value: object) -> object:
        """Neither can be taken away."""
        if value is None:
            raise ValueError("Leave this out, or give a value.")
        return value


class TestScheduleIn(Schema):
    """When a test begins (CAMP-27). A time without an offset is the one that the team's clock shows; null is now."""

    __test__ = False

    schedule_at: WallDateTime | None = None


class VariantTestIn(TestIn):
    """Which variant a test shows; without one it is the first."""

    variant_id: UUID | None = None


class VariantQuery(Schema):
    """Which variant; without one it is the first."""

    variant_id: UUID | None = None


class VariantPreviewQuery(VariantQuery, PreviewQuery):
    """Which variant to preview, and as whom."""


class VariantOut(Out):
    variant_id: UUID
    number: int
    name: str
    share: int
    subject: str
    preheader: str
    sender_id: UUID | None
    content: Content
    root: str = Field(description="Of a content that is a document: in which of its roots this variant is built.")
    plain_text: str
    delay_minutes: int


class TestStandingOut(Out):
    """How far the test is. From its start until `winner` is known the campaign is being tested.

    `testingUntil` is when the wait is over; `winner` is the number of a variant, and `winnerBy` tells a tie, too: no
    clear winner, so that the variant listed first goes on.
    """

    __test__ = False

    tested: Tested
    metric: Metric
    chooses: Chooses
    wait_hours: int
    winner_share: int
    testing_until: datetime | None
    winner: int | None
    winner_by: WinnerBy | None
    decided_at: datetime | None
    decided_name: str


class AbTestRowOut(CampaignRowOut):
    """An A/B test in a list."""

    test: TestStandingOut
    variant_count: int


class AbTestOut(CampaignOut):
    """A whole A/B test. Subject, preheader, sender and content that are tested are those of the first variant."""

    test: TestStandingOut
    variants: Sequence[VariantOut]


class VariantFiguresOut(Out):
    """How a variant does. `rate` is of delivered, by what decides; `low` and `high` hold it 95 times in 100.

    Machine opens and clicks are in no other figure.
    """

    number: int
    variant_id: UUID
    name: str
    recipients: int
    sent: int
    delivered: int
    opened: int
    clicked: int
    unsubscribed: int
    machine_opened: int
    machine_clicks: int
    rate: float
    low: float
    high: float


class DecidedOut(Out):
    """A variant's figures when the winner was chosen."""

    number: int
    delivered: int
    hits: int
    rate: float


class DecisionOut(Out):
    confidence: float
    variants: Sequence[DecidedOut]


class RestOutcomesOut(Out):
    """Those who did not get the winner. `failed` are those of a reason that is no bounce, `indeterminate` in doubt."""

    bounced: int
    failed: int
    suppressed: int
    skipped: int
    indeterminate: int


class ComparisonOut(Out):
    """The variants beside each other as they stand, and what the numbers say.

    `leading` is the variant that would go on now; `isClear` whether it is better than every other beyond chance, and
    `confidence` how sure that is, a share of 1. `rest` are those who get the winner: each was delivered to, or has one
    of the outcomes.
    """

    test: TestStandingOut
    variants: Sequence[VariantFiguresOut]
    leading: int
    is_clear: bool
    confidence: float
    rest_recipients: int
    rest_delivered: int
    rest_outcomes: RestOutcomesOut
    decision: DecisionOut | None


class NeededOut(Out):
    """How many each variant needs to show a difference of so much, a share of 1."""

    difference: float
    per_variant: int


class AdviceOut(Out):
    """What the test can show, before it is sent.

    `baseRate` is what is decided by, of delivered: of the team's campaigns of late, or assumed where there are too few.
    `detectable` is the smallest difference that the smallest variant shows four times in five; null where none is.
    """

    recipients: int
    variants: Sequence[int]
    rest: int
    base_rate: float
    is_assumed: bool
    detectable: float | None
    needed: Sequence[NeededOut]
