"""Many campaigns a week, people who leave, and no limit on how many one of them gets."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from server.delivery.services import frequency
from server.reports.advice.facts import Facts
from server.reports.advice.protocol import Finding, Measure
from server.reports.advice.states import AdviceLevel, AdvicePlace, Unit

OVER: Final = timedelta(days=28)
WEEKS: Final = 4
MOST_A_WEEK: Final = 3
LEAST_DELIVERED: Final = 1_000
LEAST_LEFT: Final = 10
LEAVING: Final = 0.003


@dataclass(frozen=True, slots=True)
class Frequency:
    """Campaigns a week over the last four, where more than three in a thousand left by them."""

    code: str = "frequency"
    title: str = "Sending frequency"
    place: AdvicePlace = AdvicePlace.TEAM
    unit: Unit = Unit.COUNT

    def findings(self, facts: Facts) -> Iterable[Finding]:
        """One, or none; none where there is a frequency cap."""
        lately = facts.since(facts.now - OVER)
        delivered = sum(sent.figures.delivered for sent in lately)
        left = sum(sent.figures.unsubscribed for sent in lately)
        a_week = len(lately) / WEEKS
        if a_week <= MOST_A_WEEK or delivered < LEAST_DELIVERED or left < LEAST_LEFT or left / delivered <= LEAVING:
            return
        if frequency.cap_of(facts.team.pk) is None:
            params = {"left": left, "rate": round(left / delivered, 6)}
            yield Finding("team", AdviceLevel.WARNING, a_week, MOST_A_WEEK, delivered, params=params, act="cap")

    def after(self, facts: Facts, *, subject: str, since: datetime) -> Measure | None:
        """Campaigns a week since then, once a week is over."""
        weeks = (facts.now - since) / timedelta(weeks=1)
        later = facts.since(since)
        if weeks < 1:
            return None
        return Measure(round(len(later) / weeks, 2), sum(sent.figures.delivered for sent in later))


RULE = Frequency()
