"""Campaigns of a period with their metrics, from counters only. The mailings of a campaign are summed."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

# Metrics of a campaign (docs/metrics.md), summed over its mailings.
COUNTERS: Final = (
    "sent",
    "failed",
    "suppressed",
    "skipped",
    "in_doubt",
    "deferred",
    "hard_bounced",
    "soft_bounced",
    "returned",
    "opened",
    "opens",
    "machine_opened",
    "machine_opens",
    "clicked",
    "clicks",
    "machine_clicks",
    "any_opened",
    "any_clicked",
    "unsubscribed",
    "complained",
)
_DELIVERED: Final = "({sent} - {returned})"
_TRANSMITTED: Final = "({sent} + {failed} + {in_doubt})"


def _build_share(part: str, whole: str) -> str:
    return f"coalesce({part}::float8 / nullif({whole}, 0), 0)"


# Sort keys of the API and their expressions (docs/metrics.md). Names in braces are metrics; opened and clicked exclude
# or include bots.
SORTS: Final = {
    "name": "lower(c.name)",
    "startedAt": "c.started_at",
    "recipients": "c.recipient_count",
    "sent": "{sent}",
    "delivered": _build_share(_DELIVERED, _TRANSMITTED),
    "bounced": _build_share("({hard_bounced} + {soft_bounced})", _TRANSMITTED),
    "opened": _build_share("{opened}", _DELIVERED),
    "clicked": _build_share("{clicked}", _DELIVERED),
    "clickedOfOpened": _build_share("{clicked}", "{opened}"),
    "unsubscribed": _build_share("{unsubscribed}", _DELIVERED),
    "complained": _build_share("{complained}", _DELIVERED),
}
_ADDED: Final = {name: f"sum(k.{name})" for name in COUNTERS}
_WITH_BOTS: Final = _ADDED | {"opened": _ADDED["any_opened"], "clicked": _ADDED["any_clicked"]}
_SUMS: Final = ", ".join(f"sum(k.{name})::bigint AS {name}" for name in COUNTERS)
_TOTALS: Final = ", ".join(f"coalesce(sum({name}), 0)::bigint" for name in ("campaigns", "recipients", *COUNTERS))
_COUNTER_COLUMNS: Final = ", ".join(f"f.{name}" for name in COUNTERS)
_MAILINGS: Final = """delivery_mailing AS g JOIN delivery_mailingcounters AS k ON k.mailing_id = g.id
WHERE g.team_id = %(team)s AND g.origin = 'campaign' AND g.origin_id = c.id"""
_FILTER: Final = """c.team_id = %(team)s AND c.started_at >= %(start)s AND c.started_at < %(end)s
    AND (%(category)s::text IS NULL OR c.category = %(category)s)
    AND (%(search)s::text IS NULL OR c.name ILIKE %(search)s OR c.subject ILIKE %(search)s)"""
# Selects the campaigns of a page. Sorting by own columns reads no metrics.
_BY_ROW: Final = f"""
SELECT c.id FROM campaigns_campaign AS c WHERE {_FILTER} AND EXISTS (SELECT FROM {_MAILINGS})
ORDER BY {{order}} LIMIT %(size)s OFFSET %(offset)s
"""  # noqa: S608 -- joined of constants
# Sorting by a metric sums only the counters that it needs.
_BY_COUNTER: Final = f"""
SELECT c.id FROM campaigns_campaign AS c
JOIN delivery_mailing AS g ON g.team_id = %(team)s AND g.origin = 'campaign' AND g.origin_id = c.id
JOIN delivery_mailingcounters AS k ON k.mailing_id = g.id
WHERE {_FILTER}
GROUP BY c.id HAVING {_DELIVERED.format(**_ADDED)} >= %(least)s
ORDER BY {{order}} LIMIT %(size)s OFFSET %(offset)s
"""  # noqa: S608 -- joined of constants
_ROWS: Final = f"""
SELECT c.id, c.kind, c.name, c.subject, c.category, c.status, c.started_at, c.recipient_count, {_COUNTER_COLUMNS}
FROM unnest(%(ids)s::uuid[]) WITH ORDINALITY AS shown(id, place)
JOIN campaigns_campaign AS c ON c.team_id = %(team)s AND c.id = shown.id
JOIN (
    SELECT g.origin_id, {_SUMS} FROM delivery_mailing AS g JOIN delivery_mailingcounters AS k ON k.mailing_id = g.id
    WHERE g.team_id = %(team)s AND g.origin = 'campaign' AND g.origin_id = ANY(%(ids)s::uuid[])
    GROUP BY g.origin_id
) AS f ON f.origin_id = c.id
ORDER BY shown.place
"""  # noqa: S608 -- joined of constants
# Counters are summed once per category, because sums of sums would be numeric and take several times as long. Each
# campaign has one mailing that is not a variant; it counts the campaign once.
_CATEGORIES: Final = f"""
WITH parts AS MATERIALIZED (
    SELECT c.category, count(*) FILTER (WHERE g.variant IS NULL) AS campaigns,
        coalesce(sum(c.recipient_count) FILTER (WHERE g.variant IS NULL), 0)::bigint AS recipients, {_SUMS}
    FROM campaigns_campaign AS c
    JOIN delivery_mailing AS g ON g.team_id = %(team)s AND g.origin = 'campaign' AND g.origin_id = c.id
    JOIN delivery_mailingcounters AS k ON k.mailing_id = g.id
    WHERE {_FILTER}
    GROUP BY c.category
)
SELECT NULL, {_TOTALS} FROM parts
UNION ALL (SELECT * FROM parts ORDER BY sent DESC, category LIMIT %(most)s)
"""  # noqa: S608 -- joined of constants


@dataclass(frozen=True, slots=True)
class OverviewFilter:
    """Filters campaigns started from `start` to before `end`, by category and by text in name or subject."""

    start: datetime
    end: datetime
    category: str | None = None
    search: str | None = None


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign with its metrics."""

    id: UUID
    kind: str
    name: str
    subject: str
    category: str
    status: str
    started_at: datetime
    recipients: int
    figures: dict[str, int]


@dataclass(frozen=True, slots=True)
class CampaignTotals:
    """Totals of several campaigns."""

    campaigns: int
    figures: dict[str, int]


def list_page(
    team_id: UUID,
    wanted: OverviewFilter,
    *,
    sort: str,
    is_descending: bool,
    offset: int,
    size: int,
    with_machines: bool = False,
    min_delivered: int = 0,
) -> Sequence[CampaignRow]:
    """Returns a page sorted by one of SORTS, then newest first."""
    order = f"{SORTS[sort]} {'DESC' if is_descending else 'ASC'}, c.started_at DESC, c.id DESC"
    by_row = "{" not in order and not min_delivered
    chosen = (_BY_ROW if by_row else _BY_COUNTER).format(
        order=order.format(**(_WITH_BOTS if with_machines else _ADDED))
    )
    named = [field.name for field in fields(CampaignRow) if field.name != "figures"]
    values = {**_build_values(team_id, wanted), "least": min_delivered, "size": size, "offset": offset}
    with connection.cursor() as cursor:
        cursor.execute(chosen, values)
        cursor.execute(_ROWS, {"team": team_id, "ids": [campaign_id for (campaign_id,) in cursor.fetchall()]})
        return [
            CampaignRow(
                **dict(zip(named, row[: len(named)], strict=True)),
                figures=dict(zip(COUNTERS, row[len(named) :], strict=True)),
            )
            for row in cursor.fetchall()
        ]


def sum_totals(
    team_id: UUID, wanted: OverviewFilter, *, limit: int
) -> tuple[CampaignTotals, Sequence[tuple[str, CampaignTotals]]]:
    """Returns the totals and the categories with the most sent emails, in one pass.

    Campaigns without a category have an empty name.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CATEGORIES, {**_build_values(team_id, wanted), "most": limit})
        found = {
            category: CampaignTotals(count, dict(zip(("recipients", *COUNTERS), amounts, strict=True)))
            for category, count, *amounts in cursor.fetchall()
        }
    whole = found.pop(None)  # the row without a category has the totals
    return whole, list(found.items())


def _build_values(team_id: UUID, wanted: OverviewFilter) -> dict[str, Any]:
    escaped = wanted.search and wanted.search.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return {
        "team": team_id,
        "start": wanted.start,
        "end": wanted.end,
        "category": wanted.category,
        "search": f"%{escaped}%" if escaped else None,
    }
