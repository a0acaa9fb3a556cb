"""Campaigns with too high a rate of bounces, complaints or unsubscribes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from server.delivery.selectors import MailingMetrics
from server.reports.advice.facts import TeamFacts
from server.reports.advice.protocol import AdviceFinding, Measurement
from server.reports.advice.states import AdviceLevel, AdviceSubjectKind, Unit


@dataclass(frozen=True, slots=True)
class CampaignRate:
    """Flags campaigns where `part` / `whole` exceeds `asked`, with at least `min_whole` and `min_part`."""

    code: str
    title: str
    level: AdviceLevel
    part: Callable[[MailingMetrics], int]
    whole: Callable[[MailingMetrics], int]
    asked: float
    min_whole: int
    min_part: int
    place: AdviceSubjectKind = AdviceSubjectKind.CAMPAIGN
    unit: Unit = Unit.SHARE

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        found = []
        for sent in facts.campaigns:
            part, whole = self.part(sent.figures), self.whole(sent.figures)
            if whole >= self.min_whole and part >= self.min_part and part / whole > self.asked:
                found.append(
                    AdviceFinding(
                        subject=f"campaign:{sent.id}",
                        level=self.level,
                        value=part / whole,
                        asked=self.asked,
                        base=whole,
                        name=sent.name,
                        campaign_id=sent.id,
                        params={"part": part, **sent.about},
                    )
                )
        return sorted(found, key=lambda finding: -finding.value)

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measurement | None:
        later = facts.since(since)
        whole = sum(self.whole(sent.figures) for sent in later)
        if whole < self.min_whole:
            return None
        return Measurement(sum(self.part(sent.figures) for sent in later) / whole, whole)


def count_transmitted(figures: MailingMetrics) -> int:
    """Counts emails passed to a receiving server, with any outcome."""
    return figures.sent + figures.failed + figures.in_doubt
