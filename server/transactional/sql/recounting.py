"""Recounts a team's counters from its events. The live counters must equal the result at any time.

Implemented independently of `services/counting.py`: a test compares the two.
"""

# ruff: noqa: S608 -- statements are joined of constants, values go by themselves

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from server.transactional.models.counters import COUNTERS, LATENCY_LIMITS_MS

_NONE: Final = "'00000000-0000-0000-0000-000000000000'::uuid"
_IS_NOT_BOT: Final = "NOT coalesce((detail ->> 'machine')::boolean, false)"
_SANDBOX: Final = "coalesce((detail ->> 'sandbox')::boolean, false)"
_FLAG: Final = "coalesce((detail ->> '{}')::boolean, false)"
_OPENS: Final = f"type = 'opened' AND {_IS_NOT_BOT}"
_CLICKS: Final = f"type = 'clicked' AND {_IS_NOT_BOT}"
_WHEN: Final = {
    "messages": f"type = 'accepted' AND NOT {_SANDBOX} AND coalesce(position, 0) = 0",
    "accepted": f"type = 'accepted' AND NOT {_SANDBOX}",
    "held": "type = 'held'",
    "deferred": "type = 'deferred' AND coalesce((detail ->> 'attempt')::int, 1) = 1",
    "deferrals": "type = 'deferred'",
    "sent": "type = 'delivered'",
    "returned": f"type = 'bounced' AND {_FLAG.format('returned')}",
    "hard_bounced": "type = 'bounced' AND detail ->> 'class' = 'hard'",
    "soft_bounced": "type = 'bounced' AND detail ->> 'class' IS DISTINCT FROM 'hard'",
    "failed": "type = 'failed'",
    "suppressed": "type = 'suppressed'",
    "cancelled": "type = 'cancelled'",
    "in_doubt": "type = 'inDoubt'",
    "sandboxed": "type = 'sandboxed'",
    "opened": f"{_OPENS} AND {_FLAG.format('first')} OR {_CLICKS} AND {_FLAG.format('firstOpen')}",
    "opens": _OPENS,
    "machine_opens": "type = 'opened' AND (detail ->> 'machine')::boolean",
    "clicked": f"{_CLICKS} AND {_FLAG.format('first')}",
    "clicks": _CLICKS,
    "machine_clicks": "type = 'clicked' AND (detail ->> 'machine')::boolean",
    "complained": "type = 'complained'",
    "unsubscribed": "type = 'unsubscribed'",
    "timed": "type = 'delivered' AND detail ->> 'latencyMs' IS NOT NULL",
}
_LATENCY: Final = "(detail ->> 'latencyMs')::bigint"
_LATENCY_BINS: Final = ", ".join(
    f"count(*) FILTER (WHERE type = 'delivered' AND width_bucket({_LATENCY} - 1, %(bounds)s::bigint[]) = {place})::int"
    for place in range(len(LATENCY_LIMITS_MS) + 1)
)
_COUNTED: Final = [name for name in COUNTERS if name != "latency_ms"]
_KEY: Final = "hour, domain_id, subaccount_id, tag_id, sender_id, subject_id, link_id"
_RECOUNT: Final = f"""
INSERT INTO transactional_figure (team_id, slot, {_KEY}, {", ".join(_COUNTED)}, latency_ms, latencies)
SELECT %(team)s, 0, date_trunc('hour', at, 'UTC') AS hour, coalesce(domain_id, {_NONE}),
    coalesce(subaccount_id, {_NONE}),
    tag_id, sender_id, subject_id, link_id,
    {", ".join(f"count(*) FILTER (WHERE {_WHEN[name]})" for name in _COUNTED)},
    coalesce(sum({_LATENCY}) FILTER (WHERE type = 'delivered'), 0),
    CASE WHEN count(*) FILTER (WHERE {_WHEN["timed"]}) > 0 THEN ARRAY[{_LATENCY_BINS}] END
FROM transactional_event WHERE team_id = %(team)s AND at >= %(start)s AND at < %(end)s
    AND type NOT IN ('released', 'scheduled', 'refused') AND NOT (type = 'accepted' AND {_SANDBOX})
GROUP BY hour, domain_id, subaccount_id, tag_id, sender_id, subject_id, link_id
"""
_FOLD: Final = f"""
WITH gone AS (
    DELETE FROM transactional_figure WHERE hour >= %(start)s AND hour < %(end)s AND slot > 0
    RETURNING *
), summed AS (
    SELECT team_id, {_KEY}, {", ".join(f"sum({name}) AS {name}" for name in COUNTERS)},
        transactional_sum(latencies) AS latencies
    FROM gone GROUP BY team_id, {_KEY}
)
INSERT INTO transactional_figure AS f (team_id, slot, {_KEY}, {", ".join(COUNTERS)}, latencies)
SELECT team_id, 0, {_KEY}, {", ".join(COUNTERS)}, latencies FROM summed ORDER BY team_id, {_KEY}
ON CONFLICT (team_id, {_KEY}, slot) DO UPDATE SET
    {", ".join(f"{name} = f.{name} + excluded.{name}" for name in COUNTERS)},
    latencies = transactional_added(f.latencies, excluded.latencies)
"""


def recount(team_id: UUID, *, start: datetime, end: datetime) -> None:
    """Recomputes the counters of the hours from `start` to before `end` (full hours, UTC).

    These hours must get no new events: concurrent increments would be lost.
    """
    values: dict[str, Any] = {"team": team_id, "start": start, "end": end, "bounds": list(LATENCY_LIMITS_MS)}
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM transactional_figure WHERE team_id = %(team)s AND hour >= %(start)s AND hour < %(end)s", values
        )
        cursor.execute(_RECOUNT, values)


def fold(*, start: datetime, end: datetime) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_FOLD, {"start": start, "end": end})
        return int(cursor.rowcount)
