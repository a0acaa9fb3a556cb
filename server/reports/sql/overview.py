"""All campaigns of a period with their figures, from counters alone; the mails of one campaign are added up."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

# The figures of a campaign as docs/figures.md has them, added up over its mailings.
COUNTED: Final = (
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
_DELIVERED: Final = "(sent - returned)"
_HANDED: Final = "(sent + failed + in_doubt)"


def _share(part: str, whole: str) -> str:
    return f"coalesce({part}::float8 / nullif({whole}, 0), 0)"


# By what a table of campaigns is sorted: names of the wire, and the expressions of docs/figures.md. What stands in
# braces is the figure of people, or of people and machines.
SORTS: Final = {
    "name": "lower(name)",
    "startedAt": "started_at",
    "recipients": "recipients",
    "sent": "sent",
    "delivered": _share(_DELIVERED, _HANDED),
    "bounced": _share("hard_bounced + soft_bounced", _HANDED),
    "opened": _share("{opened}", _DELIVERED),
    "clicked": _share("{clicked}", _DELIVERED),
    "clickedOfOpened": _share("{clicked}", "{opened}"),
    "unsubscribed": _share("unsubscribed", _DELIVERED),
    "complained": _share("complained", _DELIVERED),
}
_PEOPLE: Final = {"opened": "opened", "clicked": "clicked"}
_ANYBODY: Final = {"opened": "any_opened", "clicked": "any_clicked"}
_SUMS: Final = ", ".join(f"sum(k.{name})::bigint AS {name}" for name in COUNTED)
_NAMES: Final = ", ".join(COUNTED)
_CAMPAIGNS: Final = f"""
WITH mailed AS (
    SELECT g.origin_id, {_SUMS}
    FROM delivery_mailing AS g JOIN delivery_mailingcounters AS k ON k.mailing_id = g.id
    WHERE g.team_id = %(team)s AND g.origin = 'campaign' GROUP BY g.origin_id
), campaigns AS (
    SELECT c.id, c.kind, c.name, c.subject, c.category, c.status, c.started_at, c.recipient_count AS recipients,
        {_NAMES}
    FROM campaigns_campaign AS c JOIN mailed ON mailed.origin_id = c.id
    WHERE c.team_id = %(team)s AND c.started_at >= %(start)s AND c.started_at < %(end)s
        AND (%(category)s::text IS NULL OR c.category = %(category)s)
        AND (%(search)s::text IS NULL OR c.name ILIKE %(search)s OR c.subject ILIKE %(search)s)
)
"""  # noqa: S608 -- joined of constants
_ALL_SUMS: Final = ", ".join(f"coalesce(sum({name}), 0)::bigint" for name in ("recipients", *COUNTED))


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which campaigns: those begun from `start` to before `end`, of a category, with a text in name or subject."""

    start: datetime
    end: datetime
    category: str | None = None
    search: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A campaign with its figures."""

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
class Sums:
    """Several campaigns together."""

    campaigns: int
    figures: dict[str, int]


def page(
    team_id: UUID,
    wanted: Wanted,
    *,
    sort: str,
    is_descending: bool,
    offset: int,
    size: int,
    with_machines: bool = False,
    least_delivered: int = 0,
) -> Sequence[Row]:
    """A page of them by one of SORTS; the newest first among equals."""
    expression = SORTS[sort].format(**(_ANYBODY if with_machines else _PEOPLE))
    order = f"{expression} {'DESC' if is_descending else 'ASC'}, started_at DESC, id DESC"
    named = [field.name for field in fields(Row) if field.name != "figures"]
    columns = ", ".join((*named, *COUNTED))
    with connection.cursor() as cursor:
        cursor.execute(
            f"{_CAMPAIGNS} SELECT {columns} FROM campaigns WHERE {_DELIVERED} >= %(least)s"  # noqa: S608
            f" ORDER BY {order} LIMIT %(size)s OFFSET %(offset)s",
            {**_values(team_id, wanted), "least": least_delivered, "size": size, "offset": offset},
        )
        return [
            Row(
                **dict(zip(named, row[: len(named)], strict=True)),
                figures=dict(zip(COUNTED, row[len(named) :], strict=True)),
            )
            for row in cursor.fetchall()
        ]


def sums(team_id: UUID, wanted: Wanted, *, most: int) -> tuple[Sums, Sequence[tuple[str, Sums]]]:
    """All of them together, and by category those that most was sent of first, in one pass.

    What is in no category stands under an empty name.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"{_CAMPAIGNS} SELECT category, count(*), {_ALL_SUMS} FROM campaigns"  # noqa: S608
            " GROUP BY GROUPING SETS ((category), ())"
            " ORDER BY grouping(category) DESC, sum(sent) DESC, category LIMIT %(most)s + 1",
            {**_values(team_id, wanted), "most": most},
        )
        [whole, *parts] = [
            (category, Sums(count, dict(zip(("recipients", *COUNTED), amounts, strict=True))))
            for category, count, *amounts in cursor.fetchall()
        ]
    return whole[1], parts


def _values(team_id: UUID, wanted: Wanted) -> dict[str, Any]:
    escaped = wanted.search and wanted.search.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return {
        "team": team_id,
        "start": wanted.start,
        "end": wanted.end,
        "category": wanted.category,
        "search": f"%{escaped}%" if escaped else None,
    }
