"""Actions that follow advice with one click, and their undo, registered in ACTIONS.

`do` gets the subject of the advice and the undo data of an earlier run, if any. It returns the new undo data. `undo`
reverts the action, except for settings that were changed since.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.campaigns import permissions as campaigns
from server.campaigns.services import label_exclusions
from server.contacts import permissions as contacts
from server.contacts.selectors import labels as contact_labels
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, NotAuthorized
from server.delivery.services import frequency
from server.hygiene import selectors as hygiene
from server.hygiene.models import SunsetRule
from server.hygiene.services import rules as sunset
from server.hygiene.services.rules import SunsetSettings
from server.hygiene.states import SunsetAction
from server.reports.advice.rules import frequency as often
from server.reports.advice.rules import labels, unengaged

UndoData = dict[str, Any]
FREQUENCY_CAP: Final = (often.MAX_CAMPAIGNS_PER_WEEK, 7)


@dataclass(frozen=True, slots=True)
class AdviceAction:
    """An action that follows advice. `right` is the permission for it and its undo."""

    do: Callable[[UUID, str, UndoData | None, Caller], UndoData]
    undo: Callable[[UUID, str, UndoData, Caller], None]
    right: str


def _turn_on_sunset(team_id: UUID, subject: str, former: UndoData | None, by: Caller) -> UndoData:
    """The first run of a new sunset rule only counts contacts and notifies the team."""
    rule = hygiene.find_rule(team_id)
    wanted = SunsetSettings(unengaged.MONTHS, unengaged.MIN_SENT, SunsetAction.SUPPRESS)
    sunset.set_rule(team_id=team_id, sunset=wanted, enabled=True, by=by)
    return {"rule": _to_dict(rule) if rule else None}


def _turn_off_sunset(team_id: UUID, subject: str, kept: UndoData, by: Caller) -> None:
    rule = hygiene.find_rule(team_id)
    ours = (unengaged.MONTHS, unengaged.MIN_SENT, SunsetAction.SUPPRESS, True)
    if rule is None or (rule.months, rule.least_sent, rule.act, rule.enabled) != ours:
        return
    former = kept.get("rule") or {**_to_dict(rule), "enabled": False}
    restored = SunsetSettings(former["months"], former["least_sent"], SunsetAction(former["act"]), former["label_id"])
    sunset.set_rule(team_id=team_id, sunset=restored, enabled=former["enabled"], by=by)


def _to_dict(rule: SunsetRule) -> UndoData:
    names = ("months", "least_sent", "act", "label_id", "enabled")
    return {name: getattr(rule, name) for name in names}


def _set_cap(team_id: UUID, subject: str, former: UndoData | None, by: Caller) -> UndoData:
    cap = frequency.find_cap(team_id)
    mails, days = FREQUENCY_CAP
    frequency.set_cap(team_id=team_id, mails=mails, days=days)
    return {"cap": [cap.mails, cap.days] if cap else None}


def _restore_cap(team_id: UUID, subject: str, kept: UndoData, by: Caller) -> None:
    cap = frequency.find_cap(team_id)
    if cap is None or (cap.mails, cap.days) != FREQUENCY_CAP:
        return
    former = kept.get("cap")
    if former is None:
        frequency.delete_cap(team_id=team_id)
    else:
        frequency.set_cap(team_id=team_id, mails=former[0], days=former[1])


def _exclude_label(team_id: UUID, subject: str, former: UndoData | None, by: Caller) -> UndoData:
    """Excludes the label from every draft and scheduled campaign that might reach it.

    A repeated run includes new campaigns. Raises ActionNotAllowed if there is none.
    """
    label = contact_labels.get_label(team_id=team_id, label_id=labels.parse_label_id(subject))
    changed = label_exclusions.exclude_label(team_id=team_id, label_id=label.pk, by=by)
    if not changed:
        raise ActionNotAllowed(payload={"action": labels.ACTION})
    before = former["campaigns"] if former else []
    return {"campaigns": [*before, *(str(campaign_id) for campaign_id in changed)]}


def _include_label(team_id: UUID, subject: str, kept: UndoData, by: Caller) -> None:
    campaign_ids = [UUID(campaign_id) for campaign_id in kept["campaigns"]]
    label_exclusions.undo_exclusion(
        team_id=team_id, label_id=labels.parse_label_id(subject), campaign_ids=campaign_ids, by=by
    )


ACTIONS: Final[Mapping[str, AdviceAction]] = {
    "sunset": AdviceAction(_turn_on_sunset, _turn_off_sunset, contacts.EDIT),
    "cap": AdviceAction(_set_cap, _restore_cap, contacts.EDIT),
    # Changes the recipients of scheduled campaigns.
    labels.ACTION: AdviceAction(_exclude_label, _include_label, campaigns.SEND),
}


def check_permission(name: str, by: Caller) -> None:
    """Raises NotAuthorized without the permission of the action."""
    if not by.may(ACTIONS[name].right):
        raise NotAuthorized
