"""The variants of a test beside each other, and what the numbers say. What each figure means: docs/figures.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from server.campaigns.ab import drafts, standing, statistics
from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.ab.schemas import (
    AdviceOut,
    ComparisonOut,
    DecidedOut,
    DecisionOut,
    NeededOut,
    RestOutcomesOut,
    VariantFiguresOut,
)
from server.campaigns.ab.shapes import standing_out
from server.campaigns.ab.states import Metric
from server.campaigns.ab.statistics import Sample, Verdict
from server.campaigns.models import Campaign
from server.campaigns.recipients import count
from server.campaigns.selectors import campaigns
from server.delivery import selectors as delivery
from server.delivery.selectors import Figures

# What most mail gets, where a team has sent too little to tell; shares of what was delivered.
ASSUMED: Mapping[str, float] = {Metric.CLICKS: 0.025, Metric.OPENS: 0.25}
LATELY = 20  # campaigns
LEAST_DELIVERED = 500
DIFFERENCES = (0.005, 0.01, 0.02, 0.05, 0.1)
NOTHING = Figures(**dict.fromkeys(Figures.__dataclass_fields__, 0))


@dataclass(frozen=True, slots=True)
class Compared:
    """The figures of the variants in order, and of what gets the winner."""

    variants: Sequence[Figures]
    rest: Figures


def figures(campaign: Campaign) -> Compared:
    """How the mailings of a test stand, in one query. Before its start all of them are 0."""
    found = delivery.variants_of(team_id=campaign.team_id, origin_id=campaign.pk)
    numbered = {mailing.variant: counted for mailing, counted in found}
    numbers = sorted(number for number in numbered if number is not None)
    return Compared([numbered[number] for number in numbers], numbered.get(None, NOTHING))


def sample_of(counted: Figures, metric: str) -> Sample:
    """Recipients who did it of those delivered. A mail that came back after somebody opened it counts as delivered."""
    hits = counted.clicked if metric == Metric.CLICKS else counted.opened
    return Sample(hits, max(hits, counted.delivered))


def judged(compared: Compared, metric: str) -> Verdict:
    """Which variant the numbers are for now."""
    return statistics.judge([sample_of(counted, metric) for counted in compared.variants])


def decision(compared: Compared, metric: str) -> dict[str, Any]:
    """What is kept of the moment in which the winner was chosen."""
    samples = [sample_of(counted, metric) for counted in compared.variants]
    return {
        "confidence": round(statistics.judge(samples).confidence, 6),
        "variants": [{"delivered": sample.size, "hits": sample.hits} for sample in samples],
    }


def comparison(campaign: Campaign) -> ComparisonOut:
    """The variants as they stand. Of a draft all figures are 0."""
    test = standing.test_of(campaign)
    compared = figures(campaign)
    variants = drafts.variants_of(campaign)
    counted = compared.variants or [NOTHING] * len(variants)
    verdict = judged(Compared(counted, compared.rest), test.metric)
    return ComparisonOut(
        test=standing_out(test),
        variants=[_variant_out(variant, one, test.metric) for variant, one in zip(variants, counted, strict=True)],
        leading=verdict.winner,
        is_clear=verdict.is_clear,
        confidence=round(verdict.confidence, 6),
        rest_recipients=compared.rest.recipients,
        rest_delivered=compared.rest.delivered,
        rest_outcomes=_outcomes_out(compared.rest),
        decision=_decision_out(test),
    )


def _outcomes_out(rest: Figures) -> RestOutcomesOut:
    bounced = rest.hard_bounced + rest.soft_bounced
    return RestOutcomesOut(
        bounced=bounced,
        # Some have bounced after they were sent: those have not failed.
        failed=max(0, rest.failed - max(0, bounced - rest.returned)),
        suppressed=rest.suppressed,
        skipped=rest.skipped,
        indeterminate=rest.in_doubt,
    )


def _variant_out(variant: CampaignVariant, counted: Figures, metric: str) -> VariantFiguresOut:
    sample = sample_of(counted, metric)
    span = statistics.interval(sample)
    return VariantFiguresOut(
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
        rate=round(sample.rate, 6),
        low=round(span.low, 6),
        high=round(span.high, 6),
    )


def _decision_out(test: AbTest) -> DecisionOut | None:
    if test.decision is None:
        return None
    rows = [Sample(row["hits"], row["delivered"]) for row in test.decision["variants"]]
    return DecisionOut(
        confidence=test.decision["confidence"],
        variants=[
            DecidedOut(number=number, delivered=row.size, hits=row.hits, rate=round(row.rate, 6))
            for number, row in enumerate(rows)
        ],
    )


def advice(campaign: Campaign) -> AdviceOut:
    """What the test could show with the recipients it has now."""
    test = standing.test_of(campaign)
    variants = drafts.variants_of(campaign)
    people = count(campaign).count
    shares = [*(variant.share for variant in variants), test.winner_share]
    sizes = statistics.parts(people, shares) if people >= len(shares) else [0] * len(shares)
    base = _base_rate(campaign, test.metric)
    rate = ASSUMED[test.metric] if base is None else base
    smallest = min(sizes[:-1])
    return AdviceOut(
        recipients=people,
        variants=sizes[:-1],
        rest=sizes[-1],
        base_rate=round(rate, 6),
        is_assumed=base is None,
        detectable=statistics.detectable(rate, smallest, variants=len(variants)) if smallest else None,
        needed=[
            NeededOut(difference=step, per_variant=statistics.needed(rate, step, variants=len(variants)))
            for step in DIFFERENCES
            if rate + step < 1
        ],
    )


def _base_rate(campaign: Campaign, metric: str) -> float | None:
    """What the team's campaigns of late have got; None where too few were delivered, or nobody did it."""
    past = [one.pk for one in campaigns.newest(team_id=campaign.team_id, most=LATELY)]
    found = delivery.figures_of(team_id=campaign.team_id, origin_ids=past)
    samples = [sample_of(counted, metric) for counted in found.values()]
    whole = Sample(sum(sample.hits for sample in samples), sum(sample.size for sample in samples))
    return whole.rate if whole.size >= LEAST_DELIVERED and 0 < whole.hits < whole.size else None
