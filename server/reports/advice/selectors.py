"""Queries of advice."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from server.reports.advice.registry import RULES_BY_CODE
from server.reports.advice.schemas import AdviceMeasurementOut, TeamAdviceOut
from server.reports.advice.states import AdviceLevel, AdviceState
from server.reports.models import Advice, AdviceCheck

MAX_LISTED = 200
_RANK = {level.value: place for place, level in enumerate(AdviceLevel)}
_ORDER = {code: place for place, code in enumerate(RULES_BY_CODE)}


def list_advice(*, team_id: UUID, campaign_id: UUID | None = None) -> Sequence[Advice]:
    """Most severe first, at most MAX_LISTED."""
    rows = Advice.objects.for_team(team_id).filter(rule__in=RULES_BY_CODE)
    if campaign_id is not None:
        rows = rows.filter(campaign_id=campaign_id)
    found = sorted(rows, key=lambda row: (_RANK[row.level], _ORDER[row.rule], -row.pk))
    return found[:MAX_LISTED]


def get_last_checked_at(team_id: UUID) -> datetime | None:
    return AdviceCheck.objects.for_team(team_id).values_list("at", flat=True).first()


def advice_out(row: Advice) -> TeamAdviceOut:
    rule = RULES_BY_CODE[row.rule]
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
        before=_measurement_out(row.before_value, row.before_base),
        after=_measurement_out(row.after_value, row.after_base),
    )


def _measurement_out(value: float | None, base: int | None) -> AdviceMeasurementOut | None:
    return AdviceMeasurementOut(value=value, base=base) if value is not None and base is not None else None
