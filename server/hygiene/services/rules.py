"""Writes of the sunset rule."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from server.contacts.selectors import labels
from server.core import clock, jobs, rooms
from server.core.callers import Caller
from server.core.events import publish
from server.hygiene import selectors
from server.hygiene.events import SunsetChanged
from server.hygiene.models import SunsetRule
from server.hygiene.states import SunsetAction

RUN_JOB = "hygiene.run_sunset"


@dataclass(frozen=True, slots=True)
class SunsetSettings:
    """The rule for inactive contacts: at least `least_sent` emails in `months` without activity, and the action."""

    months: int
    least_sent: int
    act: SunsetAction
    label_id: int | None = None


def set_rule(*, team_id: UUID, sunset: SunsetSettings, enabled: bool, by: Caller) -> SunsetRule:
    """Sets the rule. The first run of a changed rule only counts. Raises FieldsInvalid for an unknown label."""
    now = clock.now()
    wanted = _build_settings(team_id, sunset)
    with transaction.atomic():
        rule = SunsetRule.objects.for_team(team_id).select_for_update().first()
        same = rule is not None and rule.enabled and all(getattr(rule, key) == value for key, value in wanted.items())
        if rule is None:
            rule = SunsetRule(team_id=team_id)
        for key, value in wanted.items():
            setattr(rule, key, value)
        rule.user_id, rule.fullname = by.user_id, by.fullname
        if not (same and enabled):
            rule.announced, rule.next_at = False, now
        rule.enabled = enabled
        rule.save()
        if rule.enabled and not rule.announced:
            jobs.enqueue(RUN_JOB, key=f"sunset:{team_id}", team_id=str(team_id))
        publish(SunsetChanged(run_id=None, state=None), rooms=[rooms.team(team_id)])
    return rule


def count_preview(*, team_id: UUID, sunset: SunsetSettings) -> int:
    """Raises FieldsInvalid for an unknown label, CountTimeout."""
    wanted = _build_settings(team_id, sunset)
    return len(selectors.list_matching_ids(team_id=team_id, **wanted))


def enqueue_due() -> int:
    now = clock.now()
    # across teams: the schedule of all teams
    due = SunsetRule.objects.filter(enabled=True, next_at__lte=now, team__suspended_at__isnull=True)
    with transaction.atomic():
        team_ids = list(due.values_list("team_id", flat=True))
        for team_id in team_ids:
            jobs.enqueue(RUN_JOB, key=f"sunset:{team_id}", team_id=str(team_id))
    return len(team_ids)


def _build_settings(team_id: UUID, sunset: SunsetSettings) -> dict[str, Any]:
    label_id = None
    if sunset.act == SunsetAction.LABEL and sunset.label_id is not None:
        [label_id] = labels.check_labels(team_id=team_id, ids=[sunset.label_id], field="labelId")
    return {
        "months": sunset.months,
        "least_sent": sunset.least_sent,
        "act": sunset.act.value,
        "label_id": label_id,
    }
