"""Campaigns usually start far from the hour with the most opens."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from server.reports.advice.facts import SentCampaign, TeamFacts
from server.reports.advice.protocol import AdviceFinding, Measurement
from server.reports.advice.states import AdviceLevel, AdviceSubjectKind, Unit

MIN_OPENED: Final = 1_000
MIN_CAMPAIGNS: Final = 5
MIN_LATER_CAMPAIGNS: Final = 3
MIN_GAP_HOURS: Final = 3  # also across midnight


@dataclass(frozen=True, slots=True)
class SendHour:
    """Compares the usual start hour of campaigns with the hour with the most opens."""

    code: str = "sendHour"
    title: str = "Hour of sending"
    place: AdviceSubjectKind = AdviceSubjectKind.TEAM
    unit: Unit = Unit.HOUR

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        hours, usual = facts.opens_by_hour, _find_usual_hour(facts, facts.campaigns, MIN_CAMPAIGNS)
        total = sum(hours)
        if usual is None or total < MIN_OPENED:
            return
        best = max(range(24), key=lambda hour: hours[hour])
        apart = abs(best - usual)
        if min(apart, 24 - apart) >= MIN_GAP_HOURS:
            share = round(hours[best] / total, 6)
            yield AdviceFinding("team", AdviceLevel.HINT, usual, best, total, params={"share": share})

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measurement | None:
        later = facts.since(since)
        usual = _find_usual_hour(facts, later, MIN_LATER_CAMPAIGNS)
        return Measurement(usual, len(later)) if usual is not None else None


def _find_usual_hour(facts: TeamFacts, campaigns: Sequence[SentCampaign], min_campaigns: int) -> int | None:
    """Returns the most common start hour, the earliest of equals, or None for fewer than `min_campaigns`."""
    if len(campaigns) < min_campaigns:
        return None
    hours = Counter(sent.started_at.astimezone(facts.zone).hour for sent in campaigns)
    return min(hours, key=lambda hour: (-hours[hour], hour))


RULE = SendHour()
