"""Actions that follow advice with one click, and their undo, registered in ACTS.

`do` gets the subject of the advice and the undo data of an earlier run, if any. It returns the new undo data. `undo`
reverts the action, except for settings that were changed since.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.campaigns import permissions as campaigns
from server.campaigns.services import leaving_out
from server.contacts import permissions as contacts
from server.contacts.selectors import labels as contact_labels
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, NotAuthorized
from server.delivery.services import frequency
from server.hygiene import selectors as hygiene
from server.hygiene.models import SunsetRule
from server.hygiene.services import rules as sunset
from server.hygiene.services.rules import Sunset
from server.hygiene.states import SunsetAct
from server.reports.advice.rules import frequency as often
from server.reports.advice.rules import labels, unengaged

Kept = dict[str, Any]
CAP: Final = (often.MAX_CAMPAIGNS_PER_WEEK, 7)


@dataclass(frozen=True, slots=True)
class AdviceAction:
    """An action that follows advice. `right` is the permission for it and its undo."""

    do: Callable[[UUID, str, Kept | None, Caller], Kept]
    undo: Callable[[UUID, str, Kept, Caller], None]
    right: str


def _turn_on_sunset(team_id: UUID, subject: str, former: Kept | None, by: Caller) -> Kept:
    """The first run of the sunset rule only counts, and says so."""
    rule = hygiene.rule_of(team_id)
    wanted = Sunset(unengaged.MONTHS, unengaged.MIN_SENT, SunsetAct.SUPPRESS)
    sunset.set_rule(team_id=team_id, sunset=wanted, enabled=True, by=by)
    return {"rule": _fields(rule) if rule else None}


def _turn_off_sunset(team_id: UUID, subject: str, kept: Kept, by: Caller) -> None:
    rule = hygiene.rule_of(team_id)
    ours = (unengaged.MONTHS, unengaged.MIN_SENT, SunsetAct.SUPPRESS, True)
    if rule is None or (rule.months, rule.least_sent, rule.act, rule.enabled) != ours:
        return
    former = kept.get("rule") or {**_fields(rule), "enabled": False}
    restored = Sunset(former["months"], former["least_sent"], SunsetAct(former["act"]), former["label_id"])
    sunset.set_rule(team_id=team_id, sunset=restored, enabled=former["enabled"], by=by)


def _fields(rule: SunsetRule) -> Kept:
    names = ("months", "least_sent", "act", "label_id", "enabled")
    return {name: getattr(rule, name) for name in names}


def _set_cap(team_id: UUID, subject: str, former: Kept | None, by: Caller) -> Kept:
    cap = frequency.cap_of(team_id)
    mails, days = CAP
    frequency.set_cap(team_id=team_id, mails=mails, days=days)
    return {"cap": [cap.mails, cap.days] if cap else None}


def _restore_cap(team_id: UUID, subject: str, kept: Kept, by: Caller) -> None:
    cap = frequency.cap_of(team_id)
    if cap is None or (cap.mails, cap.days) != CAP:
        return
    former = kept.get("cap")
    if former is None:
        frequency.drop(team_id=team_id)
    else:
        frequency.set_cap(team_id=team_id, mails=former[0], days=former[1])


def _leave_out(team_id: UUID, subject: str, former: Kept | None, by: Caller) -> Kept:
    """Excludes the label from every draft and scheduled campaign that might reach it.

    A repeated run includes new campaigns. Raises ActionNotAllowed if there is none.
    """
    label = contact_labels.get(team_id=team_id, label_id=labels.label_of(subject))
    changed = leaving_out.leave_out(team_id=team_id, label_id=label.pk, by=by)
    if not changed:
        raise ActionNotAllowed(payload={"action": labels.ACT})
    before = former["campaigns"] if former else []
    return {"campaigns": [*before, *(str(campaign_id) for campaign_id in changed)]}


def _bring_back(team_id: UUID, subject: str, kept: Kept, by: Caller) -> None:
    campaign_ids = [UUID(campaign_id) for campaign_id in kept["campaigns"]]
    leaving_out.bring_back(team_id=team_id, label_id=labels.label_of(subject), campaign_ids=campaign_ids, by=by)


ACTS: Final[Mapping[str, AdviceAction]] = {
    "sunset": AdviceAction(_turn_on_sunset, _turn_off_sunset, contacts.EDIT),
    "cap": AdviceAction(_set_cap, _restore_cap, contacts.EDIT),
    # Changes the recipients of scheduled campaigns.
    labels.ACT: AdviceAction(_leave_out, _bring_back, campaigns.SEND),
}


def check_may(name: str, by: Caller) -> None:
    """Raises NotAuthorized without the permission of the action."""
    if not by.may(ACTS[name].right):
        raise NotAuthorized
