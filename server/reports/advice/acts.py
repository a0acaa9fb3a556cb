"""What follows advice at a click, and how it is taken back: a row in ACTS each.

`do` answers what undoing needs. `undo` restores that, and changes nothing that somebody has set otherwise since.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.contacts import permissions
from server.core.callers import Caller
from server.core.errors import NotAuthorized
from server.delivery.services import frequency
from server.hygiene import selectors as hygiene
from server.hygiene.models import SunsetRule
from server.hygiene.schemas import SunsetRuleIn
from server.hygiene.services import rules as sunset
from server.hygiene.states import SunsetAct
from server.reports.advice.rules import frequency as often
from server.reports.advice.rules import unengaged

Kept = dict[str, Any]
CAP: Final = (often.MOST_A_WEEK, 7)


@dataclass(frozen=True, slots=True)
class Act:
    """One way to follow advice."""

    do: Callable[[UUID, Caller], Kept]
    undo: Callable[[UUID, Kept, Caller], None]


def _turn_on_sunset(team_id: UUID, by: Caller) -> Kept:
    """Its first run only counts, and says so."""
    rule = hygiene.rule_of(team_id)
    wanted = SunsetRuleIn(
        months=unengaged.MONTHS, least_sent=unengaged.LEAST_SENT, act=SunsetAct.SUPPRESS, enabled=True
    )
    sunset.put(team_id=team_id, fields=wanted, by=by)
    return {"rule": _fields(rule) if rule else None}


def _turn_off_sunset(team_id: UUID, kept: Kept, by: Caller) -> None:
    rule = hygiene.rule_of(team_id)
    ours = (unengaged.MONTHS, unengaged.LEAST_SENT, SunsetAct.SUPPRESS, True)
    if rule is None or (rule.months, rule.least_sent, rule.act, rule.enabled) != ours:
        return
    former = kept.get("rule") or {**_fields(rule), "enabled": False}
    sunset.put(team_id=team_id, fields=SunsetRuleIn(**former), by=by)


def _fields(rule: SunsetRule) -> Kept:
    names = ("months", "least_sent", "act", "label_id", "enabled")
    return {name: getattr(rule, name) for name in names}


def _set_cap(team_id: UUID, by: Caller) -> Kept:
    cap = frequency.cap_of(team_id)
    mails, days = CAP
    frequency.put(team_id=team_id, mails=mails, days=days)
    return {"cap": [cap.mails, cap.days] if cap else None}


def _restore_cap(team_id: UUID, kept: Kept, by: Caller) -> None:
    cap = frequency.cap_of(team_id)
    if cap is None or (cap.mails, cap.days) != CAP:
        return
    former = kept.get("cap")
    if former is None:
        frequency.drop(team_id=team_id)
    else:
        frequency.put(team_id=team_id, mails=former[0], days=former[1])


ACTS: Final[Mapping[str, Act]] = {
    "sunset": Act(_turn_on_sunset, _turn_off_sunset),
    "cap": Act(_set_cap, _restore_cap),
}


def check_may(by: Caller) -> None:
    """Raises NotAuthorized: what acts change is the list's, and so is the right to it."""
    if not by.may(permissions.EDIT):
        raise NotAuthorized
