"""Who carries a label complains, or bounces, far more often than everybody else."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from server.campaigns.services import leaving_out
from server.reports.advice.facts import Facts, Label, Written
from server.reports.advice.protocol import Finding, Measure
from server.reports.advice.rules import complaints, hard_bounces
from server.reports.advice.rules.rates import CampaignRate
from server.reports.advice.states import AdviceLevel, AdvicePlace, Unit
from server.segments.errors import CountTimeout

PREFIX: Final = "label:"
ACT: Final = "leaveOut"
FAR: Final = 3  # times the rate of everybody else
LEAST_SUBSCRIBED: Final = 50  # of fewer it makes no difference whether they are written to


def label_of(subject: str) -> int:
    """The label that a finding is about."""
    return int(subject.removeprefix(PREFIX))


@dataclass(frozen=True, slots=True)
class LabelRate:
    """Flags labels of whose people far more are `part` than of the others, by the floors of the rule for campaigns."""

    code: str
    title: str
    part: Callable[[Written], int]
    campaigns: CampaignRate
    place: AdvicePlace = AdvicePlace.LABEL
    unit: Unit = Unit.SHARE

    def findings(self, facts: Facts) -> Iterable[Finding]:
        """Those furthest above the others first. The act is offered while there are campaigns that it would change."""
        found = [self._finding(facts, label) for label in facts.labels if self._is_far_above(label)]
        return sorted(found, key=lambda finding: -finding.value)

    def after(self, facts: Facts, *, subject: str, since: datetime) -> Measure | None:
        """The rate of all campaigns begun since then: those of the label are written to no more."""
        return self.campaigns.after(facts, subject=subject, since=since)

    def _is_far_above(self, label: Label) -> bool:
        people, others, rule = label.people, label.others, self.campaigns
        if min(people.mailed, others.mailed) < rule.least_whole or people.subscribed < LEAST_SUBSCRIBED:
            return False
        rate = self.part(people) / people.mailed
        usual = self.part(others) / others.mailed
        return self.part(people) >= rule.least_part and rate > rule.asked and rate >= FAR * usual

    def _finding(self, facts: Facts, label: Label) -> Finding:
        people, others = label.people, label.others
        count = _waiting(facts, label.id)
        return Finding(
            subject=f"{PREFIX}{label.id}",
            level=AdviceLevel.WARNING,
            value=self.part(people) / people.mailed,
            asked=self.part(others) / others.mailed,
            base=people.mailed,
            name=label.name,
            params={"part": self.part(people), "subscribed": people.subscribed, "count": count},
            act=ACT if count else None,
        )


def _waiting(facts: Facts, label_id: int) -> int:
    """How many campaigns that have not begun would be changed; none where counting takes too long."""
    try:
        return len(leaving_out.reaching(team_id=facts.team.pk, label_id=label_id))
    except CountTimeout:
        return 0


COMPLAINTS: Final = LabelRate(
    code="labelComplaints",
    title="Spam complaints by label",
    part=lambda written: written.complained,
    campaigns=complaints.RULE,
)
BOUNCES: Final = LabelRate(
    code="labelBounces",
    title="Hard bounces by label",
    part=lambda written: written.hard_bounced,
    campaigns=hard_bounces.RULE,
)
