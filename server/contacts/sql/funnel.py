"""Funnel metrics, computed in one pass over the stage changes of a period."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

_STAGE_METRICS = """
WITH moves AS (
    SELECT contact_id, before, after, at - since AS stayed,
        array_position(%(stages)s::text[], before::text) AS was,
        array_position(%(stages)s::text[], after::text) AS came_to,
        max(array_position(%(stages)s::text[], after::text)) OVER (
            PARTITION BY contact_id ORDER BY at, id ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING
        ) AS furthest
    FROM contacts_stagechange WHERE team_id = %(team)s AND at >= %(since)s
),
inwards AS (
    SELECT after AS stage, count(*) AS came, count(DISTINCT contact_id) AS entered,
        count(DISTINCT contact_id) FILTER (WHERE furthest > came_to) AS converted
    FROM moves WHERE after <> '' GROUP BY after
),
outwards AS (
    SELECT before AS stage,
        count(*) FILTER (WHERE came_to > was) AS moved_on,
        count(*) FILTER (WHERE came_to < was) AS moved_back,
        count(*) FILTER (WHERE after = '') AS went,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM stayed)) AS median
    FROM moves WHERE before <> '' GROUP BY before
),
held AS (
    SELECT funnel AS stage, count(*) AS people FROM contacts_contact
    WHERE team_id = %(team)s AND funnel <> '' GROUP BY funnel
)
SELECT wanted.stage, coalesce(people, 0), coalesce(came, 0), coalesce(moved_on, 0), coalesce(moved_back, 0),
    coalesce(went, 0), round(median)::bigint, coalesce(entered, 0), coalesce(converted, 0)
FROM unnest(%(stages)s::text[]) WITH ORDINALITY AS wanted (stage, place)
LEFT JOIN held ON held.stage = wanted.stage
LEFT JOIN inwards ON inwards.stage = wanted.stage
LEFT JOIN outwards ON outwards.stage = wanted.stage
ORDER BY place
"""


class StageMetrics(NamedTuple):
    """Metrics of a stage (schemas.funnel.StageOut)."""

    stage: str
    count_: int
    came: int
    moved_on: int
    moved_back: int
    left: int
    median_seconds: int | None
    entered: int
    converted: int

    def counts(self) -> dict[str, Any]:
        """Leaves out the stage. `count_` becomes `count`, which would hide a method of tuple."""
        return {name.rstrip("_"): value for name, value in self._asdict().items() if name != "stage"}


def list_stage_metrics(team_id: UUID, *, stages: Sequence[str], since: datetime) -> list[StageMetrics]:
    with connection.cursor() as cursor:
        cursor.execute(_STAGE_METRICS, {"team": team_id, "stages": list(stages), "since": since})
        return [StageMetrics(*row) for row in cursor.fetchall()]
