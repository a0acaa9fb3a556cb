"""A large part of the list was inactive for half a year, and no sunset rule is on."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from server.contacts.models import Contact
from server.contacts.states import ContactState
from server.hygiene import selectors as hygiene
from server.hygiene.states import SunsetAct
from server.reports.advice.facts import TeamFacts
from server.reports.advice.protocol import AdviceFinding, Measure
from server.reports.advice.states import AdviceLevel, AdvicePlace, Unit
from server.segments.errors import CountTimeout

MONTHS: Final = 6
MIN_SENT: Final = 5
MIN_CONTACTS: Final = 1_000
ASKED: Final = 0.2


@dataclass(frozen=True, slots=True)
class Unengaged:
    """Contacts who got at least five emails in six months without an open or click."""

    code: str = "unengaged"
    title: str = "Contacts who never open emails"
    place: AdvicePlace = AdvicePlace.TEAM
    unit: Unit = Unit.SHARE

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        """Yields at most one issue; none if the sunset rule is on or counting takes too long."""
        rule = hygiene.rule_of(facts.team.pk)
        if rule is not None and rule.enabled:
            return
        found = _measured(facts)
        if found is not None and found.value > ASKED:
            params = {"months": MONTHS, "mails": MIN_SENT, "part": round(found.value * found.base)}
            yield AdviceFinding(
                "team", AdviceLevel.WARNING, found.value, ASKED, found.base, params=params, act="sunset"
            )

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measure | None:
        return _measured(facts)


def _measured(facts: TeamFacts) -> Measure | None:
    subscribed = Contact.objects.for_team(facts.team).filter(state=ContactState.SUBSCRIBED).count()
    if subscribed < MIN_CONTACTS:
        return None
    try:
        asleep = len(
            hygiene.list_matching_ids(
                team_id=facts.team.pk, months=MONTHS, least_sent=MIN_SENT, act=SunsetAct.SUPPRESS, label_id=None
            )
        )
    except CountTimeout:
        return None
    return Measure(asleep / subscribed, subscribed)


RULE = Unengaged()
