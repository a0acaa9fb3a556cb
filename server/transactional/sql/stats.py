"""Reads metrics from the hourly rollups, and addresses from the events."""

# ruff: noqa: S608 -- statements are joined of constants, values go by themselves
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from server.transactional.models.counters import COUNTERS, LATENCY_LIMITS_MS
from server.transactional.sql.exporting import SUMS

LATENCY_BINS: Final = len(LATENCY_LIMITS_MS) + 1
_SUMS: Final = ", ".join(f"coalesce(sum(f.{name}), 0)::bigint" for name in COUNTERS)
_LATENCIES: Final = ", ".join(f"coalesce(sum(f.latencies[{place}]), 0)::bigint" for place in range(1, LATENCY_BINS + 1))
# The counters of events, each counted once; the first are those of searching.PROBLEMS.
_PROBLEMS: Final = "f.deferrals + f.hard_bounced + f.soft_bounced + f.failed + f.complained + f.in_doubt"
_ALL_EVENTS: Final = (
    f"{_PROBLEMS} + f.accepted + f.held + f.sent + f.suppressed + f.cancelled + f.sandboxed + f.opens + f.machine_opens"
    " + f.clicks + f.machine_clicks + f.unsubscribed"
)
_ALL: Final = f"{_SUMS}, {_LATENCIES}"
_FROM: Final = "FROM transactional_figure AS f WHERE f.team_id = %(team)s AND f.hour >= %(start)s AND f.hour < %(end)s"
COLUMNS: Final = {"tag": "tag_id", "subject": "subject_id", "sender": "sender_id", "domain": "domain_id"}


@dataclass(frozen=True, slots=True)
class MetricSums:
    """Counters by name, and the histogram of latencies."""

    figures: Mapping[str, int]
    latencies: Sequence[int]

    def __getitem__(self, name: str) -> int:
        return self.figures[name]


@dataclass(frozen=True, slots=True)
class StatsFilter:
    """Full hours from `start` to before `end`, of messages with these ids; None means all. A negative id matches none.

    `bound` are the columns that the caller's key is bound to, with their values.
    """

    start: datetime
    end: datetime
    ids: Mapping[str, int | UUID] = field(default_factory=dict)
    bound: Mapping[str, UUID] = field(default_factory=dict)

    @property
    def where(self) -> str:
        asked = "".join(f" AND f.{COLUMNS[name]} = %({name})s" for name in self.ids)
        return asked + "".join(f" AND f.{name} = %({name})s" for name in self.bound)

    def values(self, team_id: UUID) -> dict[str, Any]:
        return {"team": team_id, "start": self.start, "end": self.end, **self.ids, **self.bound}


def _build_sums(found: Sequence[Any]) -> MetricSums:
    return MetricSums(dict(zip(COUNTERS, found, strict=False)), found[len(COUNTERS) :])


def sum_counters(team_id: UUID, wanted: StatsFilter) -> MetricSums:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {_ALL} {_FROM}{wanted.where}", wanted.values(team_id))
        return _build_sums(cursor.fetchone() or ())


def list_series(team_id: UUID, wanted: StatsFilter, *, unit: str, zone: str) -> Mapping[datetime, MetricSums]:
    """The counters by the start of each hour or day in a time zone, without empty ones."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT date_trunc(%(unit)s, f.hour, %(zone)s), {_ALL} {_FROM}{wanted.where} GROUP BY 1",
            wanted.values(team_id) | {"unit": unit, "zone": zone},
        )
        return {at: _build_sums(rest) for at, *rest in cursor.fetchall()}


def count_events(team_id: UUID, wanted: StatsFilter, *, origin: datetime, step: int) -> Mapping[int, tuple[int, int]]:
    """The number of events in each step of `step` seconds after `origin`: all, and problems.

    Uncounted events are not included: released, scheduled, rejected, and accepted in the sandbox.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT floor(extract(epoch FROM f.hour - %(origin)s) / %(step)s)::int,"
            f" coalesce(sum({_ALL_EVENTS}), 0)::bigint, coalesce(sum({_PROBLEMS}), 0)::bigint"
            f" {_FROM}{wanted.where} GROUP BY 1",
            wanted.values(team_id) | {"origin": origin, "step": step},
        )
        return {number: (every, problems) for number, every, problems in cursor.fetchall()}


def list_groups(team_id: UUID, wanted: StatsFilter, *, by: str, most: int) -> Sequence[tuple[int | UUID, MetricSums]]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT f.{COLUMNS[by]}, {_ALL} {_FROM}{wanted.where} GROUP BY 1"
            f" ORDER BY sum(f.accepted) DESC, sum(f.sent) DESC, 1 LIMIT %(most)s",
            wanted.values(team_id) | {"most": most},
        )
        return [(key, _build_sums(rest)) for key, *rest in cursor.fetchall()]


# Names belong to a team and are limited to 2,000 of a kind, so a word can match anywhere in them.
_NAMED: Final = """ AND f.{column} IN (
    SELECT n.id FROM transactional_metricname AS n
     WHERE n.team_id = %(team)s AND n.kind = %(kind)s AND strpos(lower(n.name), lower(%(search)s)) > 0)"""
_NAMED_DOMAIN: Final = """ AND f.domain_id IN (
    SELECT t.id FROM transactional_transactionaldomain AS t JOIN senders_senderdomain AS s ON s.id = t.sender_domain_id
     WHERE t.team_id = %(team)s AND strpos(s.name, lower(%(search)s)) > 0)"""


def list_group_page(
    team_id: UUID, wanted: StatsFilter, *, by: str, search: str, none: int, size: int, offset: int
) -> tuple[int, Sequence[tuple[int | UUID, MetricSums]]]:
    """The number of groups, and those of a page, like `list_groups`; `none` is the id of the empty group.

    `search` filters by a part of the name.
    """
    column = COLUMNS[by]
    where = wanted.where
    if by != "domain":
        where += f" AND f.{column} <> %(none)s"
    if search:
        where += _NAMED_DOMAIN if by == "domain" else _NAMED.format(column=column)
    values = wanted.values(team_id) | {"kind": by, "search": search, "none": none, "size": size, "offset": offset}
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT count(*) OVER (), f.{column}, {_ALL} {_FROM}{where} GROUP BY f.{column}"
            " ORDER BY sum(f.accepted) DESC, sum(f.sent) DESC, 2 LIMIT %(size)s OFFSET %(offset)s",
            values,
        )
        found = cursor.fetchall()
        if found or not offset:
            return (found[0][0] if found else 0), [(key, _build_sums(rest)) for _, key, *rest in found]
        # A page beyond the last has no row with the total.
        cursor.execute(f"SELECT count(DISTINCT f.{column}) {_FROM}{where}", values)
        [(total,)] = cursor.fetchall()
        return total, []


def sum_groups(team_id: UUID, wanted: StatsFilter, *, by: str, keys: Sequence[Any]) -> Mapping[int | UUID, MetricSums]:
    kind = "uuid" if by == "domain" else "integer"
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT f.{COLUMNS[by]}, {_ALL} {_FROM}{wanted.where} AND f.{COLUMNS[by]} = ANY(%(keys)s::{kind}[])"
            " GROUP BY 1",
            wanted.values(team_id) | {"keys": list(keys)},
        )
        return {key: _build_sums(rest) for key, *rest in cursor.fetchall()}


def list_links(team_id: UUID, wanted: StatsFilter, *, most: int) -> Sequence[tuple[int, int, int, int]]:
    """(id, clicks, recipients who clicked, bot clicks) by link, the most clicked first, combined links last."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT f.link_id, sum(f.clicks)::bigint, sum(f.clicked)::bigint, sum(f.machine_clicks)::bigint"
            f" {_FROM}{wanted.where} AND f.link_id <> 0 GROUP BY 1"
            " ORDER BY (f.link_id < 0), 2 DESC, 4 DESC, 1 LIMIT %(most)s",
            wanted.values(team_id) | {"most": most},
        )
        return [tuple(found) for found in cursor.fetchall()]


def list_names(
    team_id: UUID, wanted: StatsFilter, *, kind: str, search: str | None, most: int
) -> Sequence[tuple[str, int, int, int]]:
    """(name, accepted, sent, returned) of a kind of names in a period, the most frequent first."""
    matching = "AND starts_with(lower(n.name), lower(%(search)s))" if search else ""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT n.name, sum(f.accepted)::bigint, sum(f.sent)::bigint, sum(f.returned)::bigint"
            f" FROM transactional_figure AS f JOIN transactional_metricname AS n ON n.id = f.{COLUMNS[kind]}"
            f" AND n.team_id = f.team_id WHERE {_FROM.partition(' WHERE ')[2]}{wanted.where} {matching}"
            " GROUP BY n.name ORDER BY 2 DESC, 3 DESC, 1 LIMIT %(most)s",
            wanted.values(team_id) | {"search": search, "most": most},
        )
        return [tuple(found) for found in cursor.fetchall()]


_NEXT: Final = """
SELECT recipient FROM transactional_event AS e
WHERE e.team_id = %(team)s AND e.recipient > {after} AND e.recipient >= %(first)s AND e.recipient < %(limit)s
ORDER BY e.recipient LIMIT 1
"""
# Jumps from address to address in the index, and then counts the events of each in the period.
_RECIPIENTS: Final = f"""
WITH RECURSIVE addresses AS (
    (SELECT r.recipient, 1 AS number FROM ({_NEXT.format(after="%(after)s")}) AS r)
    UNION ALL
    SELECT r.recipient, a.number + 1 FROM addresses AS a, LATERAL ({_NEXT.format(after="a.recipient")}) AS r
    WHERE a.number < %(most)s
)
SELECT a.recipient, s.* FROM addresses AS a, LATERAL (
    SELECT {", ".join(SUMS.values())}, max(e.at) FROM transactional_event AS e
    WHERE e.team_id = %(team)s AND e.recipient = a.recipient AND e.at >= %(start)s AND e.at <= %(end)s
) AS s ORDER BY a.recipient
"""


def list_recipients(
    team_id: UUID, *, start: datetime, end: datetime, beginning: str, after: str, most: int
) -> Sequence[tuple[Any, ...]]:
    """The next addresses of a team with this prefix.

    Each has the sums of `exporting.SUMS` in the period and the time of its last event, None without any.
    """
    values: dict[str, Any] = {
        "team": team_id,
        "start": start,
        "end": end,
        "after": after,
        "first": beginning,
        "limit": beginning + "\U0010ffff",
        "most": most,
    }
    with connection.cursor() as cursor:
        cursor.execute(_RECIPIENTS, values)
        return list(cursor.fetchall())
