"""Builds the schemas of A/B tests."""

from server.campaigns.ab import statistics
from server.campaigns.ab.comparison import Decision, DetectableEffect, VariantComparison, VariantResult, get_decision
from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.ab.schemas import (
    AbTestOut,
    AbTestRowOut,
    AdviceOut,
    ComparisonOut,
    DecisionOut,
    DecisionVariantOut,
    RequiredSampleOut,
    RestOutcomesOut,
    TestStatusOut,
    VariantMetricsOut,
    VariantOut,
)
from server.campaigns.ab.states import DecisionMode, Metric, TestedProperty, WinnerBy
from server.campaigns.limits import ContentKind, StarterName
from server.campaigns.models import Campaign
from server.campaigns.parts import Content
from server.campaigns.selectors.metrics import CampaignListMetrics
from server.campaigns.shapes import campaign_out, row_out
from server.delivery.selectors import MailingMetrics


def status_out(test: AbTest) -> TestStatusOut:
    return TestStatusOut(
        tested=TestedProperty(test.tested),
        metric=Metric(test.metric),
        chooses=DecisionMode(test.chooses),
        wait_hours=test.wait_hours,
        winner_share=test.winner_share,
        testing_until=test.ends_at,
        winner=test.winner,
        winner_by=WinnerBy(test.winner_by) if test.winner_by else None,
        decided_at=test.decided_at,
        decided_name=test.decided_name,
    )


def variant_out(variant: CampaignVariant) -> VariantOut:
    return VariantOut(
        variant_id=variant.pk,
        number=variant.number,
        name=variant.name,
        share=variant.share,
        subject=variant.subject,
        preheader=variant.preheader,
        sender_id=variant.sender_id,
        content=Content(
            kind=ContentKind(variant.content_kind), starter=StarterName(variant.starter), body=variant.body
        ),
        root=variant.root,
        plain_text=variant.plain_text,
        delay_minutes=variant.delay_minutes,
    )


def test_row_out(campaign: Campaign, figures: CampaignListMetrics | None, variant_count: int) -> AbTestRowOut:
    """Expects `campaign.test` to be joined."""
    return AbTestRowOut(
        **row_out(campaign, figures).model_dump(), test=status_out(campaign.test), variant_count=variant_count
    )


def test_out(
    campaign: Campaign, figures: CampaignListMetrics | None, test: AbTest, variants: list[CampaignVariant]
) -> AbTestOut:
    return AbTestOut(
        **campaign_out(campaign, figures).model_dump(),
        test=status_out(test),
        variants=[variant_out(variant) for variant in variants],
    )


def comparison_out(found: VariantComparison) -> ComparisonOut:
    return ComparisonOut(
        test=status_out(found.test),
        variants=[_result_out(result) for result in found.variants],
        leading=found.verdict.winner,
        is_clear=found.verdict.is_clear,
        confidence=round(found.verdict.confidence, 6),
        rest_recipients=found.rest.recipients,
        rest_delivered=found.rest.delivered,
        rest_outcomes=_outcomes_out(found.rest),
        decision=_decision_out(get_decision(found.test)),
    )


def _outcomes_out(rest: MailingMetrics) -> RestOutcomesOut:
    bounced = rest.hard_bounced + rest.soft_bounced
    return RestOutcomesOut(
        bounced=bounced,
        # Emails that bounced after they were sent are not among the failed ones.
        failed=max(0, rest.failed - max(0, bounced - rest.returned)),
        suppressed=rest.suppressed,
        skipped=rest.skipped,
        indeterminate=rest.in_doubt,
    )


def _result_out(result: VariantResult) -> VariantMetricsOut:
    variant, counted = result.variant, result.figures
    span = statistics.compute_interval(result.sample)
    return VariantMetricsOut(
        number=variant.number,
        variant_id=variant.pk,
        name=variant.name,
        recipients=counted.recipients,
        sent=counted.sent,
        delivered=counted.delivered,
        opened=counted.opened,
        clicked=counted.clicked,
        unsubscribed=counted.unsubscribed,
        machine_opened=counted.machine_opened,
        machine_clicks=counted.machine_clicks,
        rate=round(result.sample.rate, 6),
        low=round(span.low, 6),
        high=round(span.high, 6),
    )


def _decision_out(found: Decision | None) -> DecisionOut | None:
    if found is None:
        return None
    return DecisionOut(
        confidence=found.confidence,
        variants=[
            DecisionVariantOut(number=number, delivered=sample.size, hits=sample.hits, rate=round(sample.rate, 6))
            for number, sample in enumerate(found.samples)
        ],
    )


def advice_out(found: DetectableEffect) -> AdviceOut:
    return AdviceOut(
        recipients=found.recipients,
        variants=found.variants,
        rest=found.rest,
        base_rate=round(found.base_rate, 6),
        is_assumed=found.is_assumed,
        detectable=found.detectable,
        needed=[RequiredSampleOut(difference=step, per_variant=size) for step, size in found.needed],
    )
