"""A large part of the list was inactive for half a year, and no sunset rule is on."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from server.contacts.models import Contact
from server.contacts.states import ContactState
from server.hygiene import selectors as hygiene
from server.hygiene.states import SunsetAction
from server.reports.advice.facts import TeamFacts
from server.reports.advice.protocol import AdviceFinding, Measurement
from server.reports.advice.states import AdviceLevel, AdviceSubjectKind, Unit
from server.segments.errors import CountTimeout

MONTHS: Final = 6
MIN_SENT: Final = 5
MIN_CONTACTS: Final = 1_000
MAX_INACTIVE_SHARE: Final = 0.2


@dataclass(frozen=True, slots=True)
class Unengaged:
    """Contacts who got at least five emails in six months without an open or click."""

    code: str = "unengaged"
    title: str = "Contacts who never open emails"
    place: AdviceSubjectKind = AdviceSubjectKind.TEAM
    unit: Unit = Unit.SHARE

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        """Yields nothing if the sunset rule is on, or if counting takes too long."""
        rule = hygiene.find_rule(facts.team.pk)
        if rule is not None and rule.enabled:
            return
        found = _measure(facts)
        if found is not None and found.value > MAX_INACTIVE_SHARE:
            params = {"months": MONTHS, "mails": MIN_SENT, "part": round(found.value * found.base)}
            yield AdviceFinding(
                "team", AdviceLevel.WARNING, found.value, MAX_INACTIVE_SHARE, found.base, params=params, act="sunset"
            )

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measurement | None:
        return _measure(facts)


def _measure(facts: TeamFacts) -> Measurement | None:
    subscribed = Contact.objects.for_team(facts.team).filter(state=ContactState.SUBSCRIBED).count()
    if subscribed < MIN_CONTACTS:
        return None
    try:
        asleep = len(
            hygiene.list_matching_ids(
                team_id=facts.team.pk, months=MONTHS, least_sent=MIN_SENT, act=SunsetAction.SUPPRESS, label_id=None
            )
        )
    except CountTimeout:
        return None
    return Measurement(asleep / subscribed, subscribed)


RULE = Unengaged()
