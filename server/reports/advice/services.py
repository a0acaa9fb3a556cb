"""Derives advice from a team's metrics, and records decisions about it.

Findings are stored, so that screens only read rows. A finding that disappears deletes its row, unless someone has
decided about it.
"""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from server.activity import services as activity
from server.core import clock, jobs, rooms
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, NotFound
from server.core.events import publish
from server.reports.advice import actions, facts
from server.reports.advice.protocol import AdviceFinding, AdviceRule
from server.reports.advice.registry import RULES, RULES_BY_CODE
from server.reports.advice.states import AdviceState
from server.reports.events import AdviceChanged
from server.reports.models import Advice, AdviceCheck
from server.reports.sql import advice as sql
from server.teams.models import Team

JOB: Final = "reports.look_for_advice"
MAX_FINDINGS_PER_RULE: Final = 50
# Check intervals of teams with active campaigns and of all others.
ACTIVE_TEAM_INTERVAL: Final = timedelta(minutes=15)
IDLE_TEAM_INTERVAL: Final = timedelta(days=1)
MAX_TEAMS_AT_ONCE: Final = 100


def enqueue_due() -> int:
    now = clock.now()
    found = sql.list_due_teams(
        moving=now - ACTIVE_TEAM_INTERVAL,
        resting=now - IDLE_TEAM_INTERVAL,
        campaigns=now - facts.CAMPAIGNS_FOR,
        limit=MAX_TEAMS_AT_ONCE,
    )
    with transaction.atomic():
        for team_id in found:
            jobs.enqueue(JOB, key=f"advice:{team_id}", team_id=str(team_id))
    return len(found)


def refresh_advice(*, team_id: UUID) -> bool:
    """Returns whether the advice changed."""
    team = Team.objects.get(pk=team_id)
    known = facts.build_facts(team)
    found = {
        (rule.code, finding.subject): finding
        for rule in RULES
        for finding in list(rule.findings(known))[:MAX_FINDINGS_PER_RULE]
    }
    with transaction.atomic():
        # Serializes concurrent checks.
        AdviceCheck.objects.for_team(team).get_or_create(team=team, defaults={"at": known.now})
        AdviceCheck.objects.for_team(team).select_for_update().update(at=known.now)
        rows = {(row.rule, row.subject): row for row in Advice.objects.for_team(team).select_for_update()}
        changed = [_store_finding(team, key, finding, rows.get(key), known) for key, finding in found.items()]
        changed += [_handle_missing_finding(row, known) for key, row in rows.items() if key not in found]
        is_new = any(changed)
        if is_new:
            _publish(team_id)
    return is_new


def _store_finding(
    team: Team, key: tuple[str, str], finding: AdviceFinding, row: Advice | None, known: facts.TeamFacts
) -> bool:
    """Stores a finding, or the new value of followed advice. Returns whether anything changed."""
    values = {
        "level": finding.level.value,
        "value": round(finding.value, 6),
        "asked": round(finding.asked, 6),
        "base": finding.base,
        "campaign_id": finding.campaign_id,
        "params": {"name": finding.name, **finding.params},
        "act": finding.act or "",
    }
    if row is None:
        Advice.objects.create(team=team, rule=key[0], subject=key[1], found_at=known.now, **values)
        return True
    reopens = row.state == AdviceState.FOLLOWED and finding.act is not None
    if reopens:  # the action was reverted, or there is more to do
        _clear_decision(row)
    elif row.state == AdviceState.FOLLOWED:
        return _measure(row, RULES_BY_CODE[row.rule], known)
    before = {name: getattr(row, name) for name in values}
    if not reopens and before == values:
        return False
    for name, value in values.items():
        setattr(row, name, value)
    row.save()
    return True


def _handle_missing_finding(row: Advice, known: facts.TeamFacts) -> bool:
    """Returns whether anything changed."""
    rule = RULES_BY_CODE.get(row.rule)
    if rule is None or row.state == AdviceState.OPEN:
        row.delete()
        return True
    return row.state == AdviceState.FOLLOWED and _measure(row, rule, known)


def _measure(row: Advice, rule: AdviceRule, known: facts.TeamFacts) -> bool:
    """Stores the value since the advice was followed. Returns whether it changed."""
    found = rule.after(known, subject=row.subject, since=row.decided_at or row.found_at)
    value = round(found.value, 6) if found else None
    base = found.base if found else None
    if (row.after_value, row.after_base) == (value, base):
        return False
    row.after_value, row.after_base = value, base
    row.save(update_fields=["after_value", "after_base"])
    return True


def dismiss(*, team_id: UUID, advice_id: int, by: Caller) -> Advice:
    """Raises NotFound, ActionNotAllowed unless it is open."""
    with transaction.atomic():
        row = _lock_open_advice(team_id, advice_id)
        _decide(row, AdviceState.DISMISSED, by)
        activity.record(team_id=team_id, by=by, reference="advice", action="UPDATED", name=_format_name(row))
    return row


def restore(*, team_id: UUID, advice_id: int, by: Caller) -> Advice:
    """Raises NotFound, ActionNotAllowed unless it is dismissed."""
    with transaction.atomic():
        row = _lock_advice(team_id, advice_id)
        if row.state != AdviceState.DISMISSED:
            raise ActionNotAllowed(payload={"state": row.state})
        activity.record(team_id=team_id, by=by, reference="advice", action="UNDO", name=_format_name(row))
        _reopen(row)
    return row


def follow(*, team_id: UUID, advice_id: int, by: Caller) -> Advice:
    """Runs the action of the advice, or records that a user followed it. Its metric is measured from then on.

    Raises NotFound, ActionNotAllowed unless it is open and the action has an effect, and NotAuthorized without the
    permission of the action.
    """
    with transaction.atomic():
        row = _lock_open_advice(team_id, advice_id)
        if row.act:
            actions.check_permission(row.act, by)
            row.undo = actions.ACTIONS[row.act].do(team_id, row.subject, row.undo, by)
        row.before_value, row.before_base = row.value, row.base
        _decide(row, AdviceState.FOLLOWED, by)
        activity.record(team_id=team_id, by=by, reference="advice", action="ACTIVATE", name=_format_name(row))
        _schedule_check(team_id)
    return row


def undo(*, team_id: UUID, advice_id: int, by: Caller) -> Advice:
    """Reopens followed advice and reverts its action, except for settings changed since.

    Raises NotFound, ActionNotAllowed unless it was followed, and NotAuthorized without the permission of the action.
    """
    with transaction.atomic():
        row = _lock_advice(team_id, advice_id)
        if row.state != AdviceState.FOLLOWED:
            raise ActionNotAllowed(payload={"state": row.state})
        if row.act and row.undo is not None:
            actions.check_permission(row.act, by)
            actions.ACTIONS[row.act].undo(team_id, row.subject, row.undo, by)
        activity.record(team_id=team_id, by=by, reference="advice", action="UNDO", name=_format_name(row))
        _reopen(row)
    return row


def _lock_advice(team_id: UUID, advice_id: int) -> Advice:
    row = Advice.objects.for_team(team_id).select_for_update().filter(pk=advice_id, rule__in=RULES_BY_CODE).first()
    if row is None:
        raise NotFound
    return row


def _lock_open_advice(team_id: UUID, advice_id: int) -> Advice:
    row = _lock_advice(team_id, advice_id)
    if row.state != AdviceState.OPEN:
        raise ActionNotAllowed(payload={"state": row.state})
    return row


def _decide(row: Advice, state: AdviceState, by: Caller) -> None:
    row.state, row.decided_at, row.decided_by = state.value, clock.now(), by.fullname
    row.save()
    _publish(row.team_id)


def _clear_decision(row: Advice) -> None:
    row.state, row.decided_at, row.decided_by = AdviceState.OPEN.value, None, ""
    row.before_value = row.before_base = row.after_value = row.after_base = None


def _reopen(row: Advice) -> None:
    """Reopens the advice until the next check, which deletes it without a finding."""
    _clear_decision(row)
    row.undo = None
    row.save()
    _publish(row.team_id)
    _schedule_check(row.team_id)


def _schedule_check(team_id: UUID) -> None:
    jobs.enqueue(JOB, key=f"advice:{team_id}", team_id=str(team_id))


def _format_name(row: Advice) -> str:
    name = str(row.params.get("name", ""))
    title = RULES_BY_CODE[row.rule].title
    return f"{title}: {name}" if name else title


def _publish(team_id: UUID) -> None:
    publish(AdviceChanged(), rooms=[rooms.team(team_id)])
