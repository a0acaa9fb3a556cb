"""Many campaigns a week with unsubscribes, and no frequency cap."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from server.delivery.services import frequency
from server.reports.advice.facts import TeamFacts
from server.reports.advice.protocol import AdviceFinding, Measurement
from server.reports.advice.states import AdviceLevel, AdviceSubjectKind, Unit

OBSERVED_PERIOD: Final = timedelta(days=28)
WEEKS: Final = 4
MAX_CAMPAIGNS_PER_WEEK: Final = 3
MIN_DELIVERED: Final = 1_000
MIN_UNSUBSCRIBED: Final = 10
MAX_UNSUBSCRIBE_RATE: Final = 0.003


@dataclass(frozen=True, slots=True)
class Frequency:
    """Campaigns per week over the last four weeks, if more than 0.3% unsubscribed."""

    code: str = "frequency"
    title: str = "Sending frequency"
    place: AdviceSubjectKind = AdviceSubjectKind.TEAM
    unit: Unit = Unit.COUNT

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        lately = facts.since(facts.now - OBSERVED_PERIOD)
        delivered = sum(sent.figures.delivered for sent in lately)
        left = sum(sent.figures.unsubscribed for sent in lately)
        a_week = len(lately) / WEEKS
        if (
            a_week <= MAX_CAMPAIGNS_PER_WEEK
            or delivered < MIN_DELIVERED
            or left < MIN_UNSUBSCRIBED
            or left / delivered <= MAX_UNSUBSCRIBE_RATE
        ):
            return
        if frequency.find_cap(facts.team.pk) is None:
            params = {"left": left, "rate": round(left / delivered, 6)}
            yield AdviceFinding(
                "team", AdviceLevel.WARNING, a_week, MAX_CAMPAIGNS_PER_WEEK, delivered, params=params, act="cap"
            )

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measurement | None:
        """Returns campaigns per week, None in the first week."""
        weeks = (facts.now - since) / timedelta(weeks=1)
        later = facts.since(since)
        if weeks < 1:
            return None
        return Measurement(round(len(later) / weeks, 2), sum(sent.figures.delivered for sent in later))


RULE = Frequency()
