"""Compares the variants of a test. docs/metrics.md defines each metric."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from server.campaigns.ab import drafts, statistics, status
from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.ab.states import Metric
from server.campaigns.ab.statistics import Sample, SampleAssessment
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.recipients import count
from server.campaigns.selectors import campaigns
from server.delivery import selectors as delivery
from server.delivery.selectors import MailingMetrics

# Typical rates of delivered emails, used for teams that have sent too little.
ASSUMED_RATES: Mapping[str, float] = {Metric.CLICKS: 0.025, Metric.OPENS: 0.25}
RECENT_CAMPAIGNS = 20
MIN_DELIVERED = 500
DIFFERENCES = (0.005, 0.01, 0.02, 0.05, 0.1)
NO_METRICS = MailingMetrics(**dict.fromkeys(MailingMetrics.__dataclass_fields__, 0))


@dataclass(frozen=True, slots=True)
class ComparedMetrics:
    """Metrics of the variants in order, and of the winner's mailing."""

    variants: Sequence[MailingMetrics]
    rest: MailingMetrics


@dataclass(frozen=True, slots=True)
class VariantResult:
    """A variant with its metrics, and the sample of the deciding metric."""

    variant: CampaignVariant
    figures: MailingMetrics
    sample: Sample


@dataclass(frozen=True, slots=True)
class VariantComparison:
    """The variants of a test, the current winner by the numbers, and the metrics of the winner's mailing."""

    test: AbTest
    variants: Sequence[VariantResult]
    verdict: SampleAssessment
    rest: MailingMetrics


@dataclass(frozen=True, slots=True)
class Decision:
    """The samples of the variants when the winner was chosen. `confidence` is from 0 to 1."""

    confidence: float
    samples: Sequence[Sample]


@dataclass(frozen=True, slots=True)
class DetectableEffect:
    """What a test can detect. `needed` has pairs of a rate difference and the recipients per variant it needs."""

    recipients: int
    variants: Sequence[int]
    rest: int
    base_rate: float
    is_assumed: bool
    detectable: float | None
    needed: Sequence[tuple[float, int]]


def load_metrics(campaign: Campaign) -> ComparedMetrics:
    """Before the start, `variants` is empty and `rest` has only zeros. Runs one query."""
    found = delivery.list_variant_metrics(team_id=campaign.team_id, origin=CAMPAIGN, origin_id=campaign.pk)
    numbered = {mailing.variant: counted for mailing, counted in found}
    numbers = sorted(number for number in numbered if number is not None)
    return ComparedMetrics([numbered[number] for number in numbers], numbered.get(None, NO_METRICS))


def build_sample(counted: MailingMetrics, metric: str) -> Sample:
    """Returns the recipients with a hit among those delivered.

    An email that bounced after an open counts as delivered.
    """
    hits = counted.clicked if metric == Metric.CLICKS else counted.opened
    return Sample(hits, max(hits, counted.delivered))


def assess_variants(compared: ComparedMetrics, metric: str) -> SampleAssessment:
    return statistics.choose_winner([build_sample(counted, metric) for counted in compared.variants])


def build_decision_record(compared: ComparedMetrics, metric: str) -> dict[str, Any]:
    """The record stored with the choice of the winner. `confidence` is from 0 to 1."""
    samples = [build_sample(counted, metric) for counted in compared.variants]
    return {
        "confidence": round(statistics.choose_winner(samples).confidence, 6),
        "variants": [{"delivered": sample.size, "hits": sample.hits} for sample in samples],
    }


def compare_variants(campaign: Campaign) -> VariantComparison:
    test = status.get_test(campaign)
    compared = load_metrics(campaign)
    variants = drafts.list_variants(campaign)
    counted = compared.variants or [NO_METRICS] * len(variants)
    verdict = assess_variants(ComparedMetrics(counted, compared.rest), test.metric)
    results = [
        VariantResult(variant, one, build_sample(one, test.metric))
        for variant, one in zip(variants, counted, strict=True)
    ]
    return VariantComparison(test, results, verdict, compared.rest)


def get_decision(test: AbTest) -> Decision | None:
    if test.decision is None:
        return None
    samples = [Sample(row["hits"], row["delivered"]) for row in test.decision["variants"]]
    return Decision(test.decision["confidence"], samples)


def compute_detectable_effect(campaign: Campaign) -> DetectableEffect:
    test = status.get_test(campaign)
    variants = drafts.list_variants(campaign)
    people = count(campaign).count
    shares = [*(variant.share for variant in variants), test.winner_share]
    sizes = statistics.split_by_shares(people, shares) if people >= len(shares) else [0] * len(shares)
    base = _compute_base_rate(campaign, test.metric)
    rate = ASSUMED_RATES[test.metric] if base is None else base
    smallest = min(sizes[:-1])
    return DetectableEffect(
        recipients=people,
        variants=sizes[:-1],
        rest=sizes[-1],
        base_rate=rate,
        is_assumed=base is None,
        detectable=statistics.find_detectable_difference(rate, smallest, variants=len(variants)) if smallest else None,
        needed=[
            (step, statistics.compute_sample_size(rate, step, variants=len(variants)))
            for step in DIFFERENCES
            if rate + step < 1
        ],
    )


def _compute_base_rate(campaign: Campaign, metric: str) -> float | None:
    """Returns the rate of the team's recent campaigns, or None if too few were delivered or there were no hits."""
    past = [one.pk for one in campaigns.list_newest(team_id=campaign.team_id, limit=RECENT_CAMPAIGNS)]
    found = delivery.get_metrics_by_origin(team_id=campaign.team_id, origin=CAMPAIGN, origin_ids=past)
    samples = [build_sample(counted, metric) for counted in found.values()]
    whole = Sample(sum(sample.hits for sample in samples), sum(sample.size for sample in samples))
    return whole.rate if whole.size >= MIN_DELIVERED and 0 < whole.hits < whole.size else None
