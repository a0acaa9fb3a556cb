"""Labels whose contacts complain or bounce far more often than all others."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from server.campaigns.services import label_exclusions
from server.reports.advice.facts import EmailedContacts, LabelComparison, TeamFacts
from server.reports.advice.protocol import AdviceFinding, Measurement
from server.reports.advice.rules import complaints, hard_bounces
from server.reports.advice.rules.rates import CampaignRate
from server.reports.advice.states import AdviceLevel, AdviceSubjectKind, Unit
from server.segments.errors import CountTimeout

PREFIX: Final = "label:"
ACTION: Final = "leaveOut"
MIN_RATE_RATIO: Final = 3  # times the rate of all other contacts
MIN_SUBSCRIBED: Final = 50  # below that, excluding them makes no difference


def parse_label_id(subject: str) -> int:
    return int(subject.removeprefix(PREFIX))


@dataclass(frozen=True, slots=True)
class LabelRate:
    """Flags labels with a far higher rate of `part` than the others, with the minimum samples of the campaign rule."""

    code: str
    title: str
    part: Callable[[EmailedContacts], int]
    campaigns: CampaignRate
    place: AdviceSubjectKind = AdviceSubjectKind.LABEL
    unit: Unit = Unit.SHARE

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        """Returns the highest rates first. The action is available if it would change campaigns."""
        found = [self._build_finding(facts, label) for label in facts.labels if self._is_far_above(label)]
        return sorted(found, key=lambda finding: -finding.value)

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measurement | None:
        """Returns the rate of all campaigns started since then, because contacts with the label no longer get email."""
        return self.campaigns.after(facts, subject=subject, since=since)

    def _is_far_above(self, label: LabelComparison) -> bool:
        people, others, rule = label.people, label.others, self.campaigns
        if min(people.mailed, others.mailed) < rule.min_whole or people.subscribed < MIN_SUBSCRIBED:
            return False
        rate = self.part(people) / people.mailed
        usual = self.part(others) / others.mailed
        return self.part(people) >= rule.min_part and rate > rule.asked and rate >= MIN_RATE_RATIO * usual

    def _build_finding(self, facts: TeamFacts, label: LabelComparison) -> AdviceFinding:
        people, others = label.people, label.others
        count = _count_unstarted(facts, label.id)
        return AdviceFinding(
            subject=f"{PREFIX}{label.id}",
            level=AdviceLevel.WARNING,
            value=self.part(people) / people.mailed,
            asked=self.part(others) / others.mailed,
            base=people.mailed,
            name=label.name,
            params={"part": self.part(people), "subscribed": people.subscribed, "count": count},
            act=ACTION if count else None,
        )


def _count_unstarted(facts: TeamFacts, label_id: int) -> int:
    """Counts the unstarted campaigns that the action would change; 0 if counting takes too long."""
    try:
        return len(label_exclusions.list_affected(team_id=facts.team.pk, label_id=label_id))
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
