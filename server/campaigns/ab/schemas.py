"""Schemas of A/B tests (CAMP-05, CAMP-26 to CAMP-30)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field, field_validator

from server.campaigns.ab.models import VARIANT_NAME_LENGTH
from server.campaigns.ab.states import (
    MAX_DELAY_MINUTES,
    MAX_VARIANTS,
    MAX_WAIT_HOURS,
    MIN_VARIANTS,
    DecisionMode,
    Metric,
    TestedProperty,
    WinnerBy,
)
from server.campaigns.parts import Content
from server.campaigns.schemas import (
    CampaignChange,
    CampaignIn,
    CampaignOut,
    CampaignRowOut,
    CampaignTestIn,
    PlainText,
    Preheader,
    PreviewQuery,
    Subject,
)
from server.core.bounded_types import NOT_BOOLEAN, WallDateTime
from server.core.causes import NULL_NOT_ALLOWED, CauseError
from server.core.schemas import Out, Schema

Percent = Annotated[int, Field(ge=0, le=100), NOT_BOOLEAN]


class VariantIn(Schema):
    """A variant.

    Of subject, preview text, sender, content with plain text, and delay, only the property under test is used; the
    others are stored. `share` is the percentage of recipients that get the variant in the test. Variants built in the
    email editor are created, named and ordered in the document, which determines their number.
    """

    name: Annotated[str, Field(max_length=VARIANT_NAME_LENGTH)] = ""
    share: Annotated[int, Field(ge=1, le=98), NOT_BOOLEAN]
    subject: Subject = ""
    preheader: Preheader = ""
    sender_id: UUID | None = None
    content: Content = Content()
    plain_text: PlainText = ""
    delay_minutes: Annotated[int, Field(ge=0, le=MAX_DELAY_MINUTES), NOT_BOOLEAN] = 0


class TestSetting(Schema):
    """The property under test and how the winner is chosen.

    `winnerShare` and the shares of the variants add up to 100.
    """

    __test__ = False  # not a test class of pytest

    tested: TestedProperty = TestedProperty.SUBJECT
    metric: Metric = Metric.CLICKS
    chooses: DecisionMode = DecisionMode.RULE
    wait_hours: Annotated[int, Field(ge=1, le=MAX_WAIT_HOURS), NOT_BOOLEAN] = 4
    winner_share: Percent = 80


Variants = Annotated[list[VariantIn], Field(min_length=MIN_VARIANTS, max_length=MAX_VARIANTS)]


class AbTestIn(CampaignIn):
    """A new A/B test. Without `variants`, it starts with two."""

    test: TestSetting = TestSetting()
    variants: Variants = [VariantIn(share=10), VariantIn(share=10)]


class AbTestChange(CampaignChange):
    """Fields in the request replace the stored values; omitted fields are unchanged.

    `variants` replaces all variants, in their order.
    """

    test: TestSetting | None = None
    variants: Variants | None = None

    @field_validator("test", "variants")
    @classmethod
    def cannot_be_removed(cls, value: object) -> object:
        if value is None:
            raise CauseError(NULL_NOT_ALLOWED)
        return value

    def kind_fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("test", "variants") if name in self.model_fields_set}


class TestScheduleIn(Schema):
    """When a test starts. A time without a UTC offset is in the team’s time zone. Null starts it now."""

    # CAMP-27

    __test__ = False

    schedule_at: WallDateTime | None = None


class VariantTestIn(CampaignTestIn):
    """A test email of one variant. Without `variantId`, the first variant."""

    variant_id: UUID | None = None


class VariantQuery(Schema):
    """The variant. Without `variantId`, the first variant."""

    variant_id: UUID | None = None


class VariantPreviewQuery(VariantQuery, PreviewQuery):
    """The variant to preview, and the contact to preview it as."""


class VariantOut(Out):
    variant_id: UUID
    number: int
    name: str
    share: int
    subject: str
    preheader: str
    sender_id: UUID | None
    content: Content
    root: str = Field(description="If the content is a document, the name of the root that contains this variant.")
    plain_text: str
    delay_minutes: int


class TestStatusOut(Out):
    """Status of the test, which runs from its start until `winner` is set.

    `testingUntil` is when the waiting time ends. `winner` is the number of a variant. If `winnerBy` is `tie`, there was
    no clear winner and the variant listed first was chosen.
    """

    __test__ = False

    tested: TestedProperty
    metric: Metric
    chooses: DecisionMode
    wait_hours: int
    winner_share: int
    testing_until: datetime | None
    winner: int | None
    winner_by: WinnerBy | None
    decided_at: datetime | None
    decided_name: str


class AbTestRowOut(CampaignRowOut):
    """An A/B test in a list."""

    test: TestStatusOut
    variant_count: int


class AbTestOut(CampaignOut):
    """An A/B test with all its settings. Properties under test have the values of the first variant."""

    test: TestStatusOut
    variants: Sequence[VariantOut]


class VariantMetricsOut(Out):
    """Results of a variant.

    `rate` is the share of delivered emails that match the deciding metric, from 0 to 1; `low` and `high` are its 95%
    confidence interval. Bot opens and clicks are counted only in `machineOpened` and `machineClicks`.
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


class DecisionVariantOut(Out):
    """Results of a variant at the time when the winner was chosen."""

    number: int
    delivered: int
    hits: int
    rate: float


class DecisionOut(Out):
    confidence: float
    variants: Sequence[DecisionVariantOut]


class RestOutcomesOut(Out):
    """Recipients of the winning variant without a confirmed delivery, by outcome.

    `failed` counts failures other than bounces; `indeterminate` counts unconfirmed deliveries.
    """

    bounced: int
    failed: int
    suppressed: int
    skipped: int
    indeterminate: int


class ComparisonOut(Out):
    """Compares the variants by their current results. `leading` is the number of the variant that would win now.

    `isClear` is true if its lead over every other variant is statistically significant. `confidence` is from 0 to 1: 1
    minus the probability that the lead is due to chance. `restRecipients` counts the recipients of the winner: each is
    in `restDelivered` or in `restOutcomes`.
    """

    test: TestStatusOut
    variants: Sequence[VariantMetricsOut]
    leading: int
    is_clear: bool
    confidence: float
    rest_recipients: int
    rest_delivered: int
    rest_outcomes: RestOutcomesOut
    decision: DecisionOut | None


class RequiredSampleOut(Out):
    """Recipients per variant needed to detect a difference of this size. `difference` is from 0 to 1."""

    difference: float
    per_variant: int


class AdviceOut(Out):
    """What the test can detect, calculated before it is sent.

    `baseRate` is the share of delivered emails that match the deciding metric, from the team’s recent campaigns;
    `isAssumed` is true if there were too few and a default rate is used. `detectable` is the smallest difference that
    the test detects in 80% of cases, based on its smallest variant; null if there is none.
    """

    recipients: int
    variants: Sequence[int]
    rest: int
    base_rate: float
    is_assumed: bool
    detectable: float | None
    needed: Sequence[RequiredSampleOut]
