"""Queries of advice."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from server.reports.advice.registry import RULE_OF
from server.reports.advice.schemas import AdviceFigureOut, TeamAdviceOut
from server.reports.advice.states import AdviceLevel, AdviceState
from server.reports.models import Advice, AdviceLook

MAX_LISTED = 200
_RANK = {level.value: place for place, level in enumerate(AdviceLevel)}
_ORDER = {code: place for place, code in enumerate(RULE_OF)}


def listed(*, team_id: UUID, campaign_id: UUID | None = None) -> Sequence[Advice]:
    """Returns the advice of a team or campaign, most severe first."""
    rows = Advice.objects.for_team(team_id).filter(rule__in=RULE_OF)
    if campaign_id is not None:
        rows = rows.filter(campaign_id=campaign_id)
    found = sorted(rows, key=lambda row: (_RANK[row.level], _ORDER[row.rule], -row.pk))
    return found[:MAX_LISTED]


def last_checked_at(team_id: UUID) -> datetime | None:
    """Returns the time of the team's last check."""
    return AdviceLook.objects.for_team(team_id).values_list("at", flat=True).first()


def out(row: Advice) -> TeamAdviceOut:
    rule = RULE_OF[row.rule]
    params = dict(row.params)
    return TeamAdviceOut(
        id=row.pk,
        rule=row.rule,
        place=rule.place,
        level=AdviceLevel(row.level),
        state=AdviceState(row.state),
        unit=rule.unit,
        act=row.act or None,
        subject=row.subject,
        name=str(params.pop("name", "")),
        campaign_id=row.campaign_id,
        value=row.value,
        asked=row.asked,
        base=row.base,
        params=params,
        found_at=row.found_at,
        decided_at=row.decided_at,
        decided_by=row.decided_by,
        before=_figure(row.before_value, row.before_base),
        after=_figure(row.after_value, row.after_base),
    )


def _figure(value: float | None, base: int | None) -> AdviceFigureOut | None:
    return AdviceFigureOut(value=value, base=base) if value is not None and base is not None else None
