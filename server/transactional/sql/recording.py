"""Writes events and increments their counters. Rows are passed as JSON: one parameter for any number."""

# ruff: noqa: S608 -- statements are joined of constants, values go by themselves

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from server.core import clock
from server.transactional.models.counters import COUNTERS, MAX_NAMES_OF_KIND
from server.transactional.normalization import clean_values
from server.webhooks.sql.publishing import SUBSCRIBED_TEAMS

# NUL or a possible half of a surrogate pair; a false positive costs only time.
_UNSTORABLE: Final = re.compile(r"\\u(?:0000|d[89a-f])")
_EVENT_COLUMNS: Final = (
    "team_id, id, at, type, message_id, accepted_at, position, recipient, sender, domain, tag, subject, beginning,"
    " key_id, domain_id, subaccount_id, code, enhanced, reply, detail, tag_id, sender_id, subject_id, link_id"
)
_KEY: Final = "team_id, hour, domain_id, subaccount_id, tag_id, sender_id, subject_id, link_id"
_SUMS: Final = ", ".join(COUNTERS)
# Each connection uses one of a few slots, so that transactions rarely need the same row.
SHARD_COUNT: Final = 8
# Includes whether an endpoint waits for events: most teams have none, and a separate query costs a round trip. It stays
# below the length (4,096) above which psycopg would parse a statement each time.
_RECORD: Final = f"""
WITH paired AS (
    INSERT INTO transactional_pair (team_id, pair, accepted_at, message_id)
    SELECT team_id, pair, accepted_at, message_id
    FROM jsonb_populate_recordset(NULL::transactional_pair, %(pairs)s::jsonb)
    ON CONFLICT DO NOTHING
), told AS (
    INSERT INTO transactional_event ({_EVENT_COLUMNS})
    SELECT {_EVENT_COLUMNS} FROM jsonb_populate_recordset(NULL::transactional_event, %(events)s::jsonb)
), counted AS (
    INSERT INTO transactional_figure AS f (slot, {_KEY}, {_SUMS}, latencies)
    SELECT pg_backend_pid() %% {SHARD_COUNT}, {_KEY},
           {", ".join(f"coalesce({name}, 0)" for name in COUNTERS)}, latencies
    FROM jsonb_populate_recordset(NULL::transactional_figure, %(figures)s::jsonb)
    ORDER BY {_KEY}
    ON CONFLICT ({_KEY}, slot) DO UPDATE SET
        {", ".join(f"{name} = f.{name} + excluded.{name}" for name in COUNTERS)},
        latencies = transactional_added(f.latencies, excluded.latencies)
)
{SUBSCRIBED_TEAMS}
"""
_NAMES: Final = """
SELECT kind, name, id FROM transactional_metricname
WHERE team_id = %s AND (kind, name) IN (SELECT * FROM unnest(%s::text[], %s::text[]))
"""
# In order, so that concurrent writers of the same names can't deadlock. A no-op update returns the other writer's row.
_ADD_NAMES: Final = """
INSERT INTO transactional_metricname AS known (team_id, kind, name, first_at)
SELECT %(team)s, new.kind, new.name, %(now)s
FROM unnest(%(kinds)s::text[], %(names)s::text[]) WITH ORDINALITY AS new(kind, name, number)
JOIN LATERAL (
    SELECT count(*) AS count FROM transactional_metricname AS old WHERE old.team_id = %(team)s AND old.kind = new.kind
) AS had ON true
WHERE had.count < %(most)s
ORDER BY new.kind, new.name
ON CONFLICT (team_id, kind, name) DO UPDATE SET name = known.name
RETURNING kind, name, id
"""


def record(
    team_ids: Sequence[UUID],
    rows: Sequence[Mapping[str, Any]],
    pairs: Sequence[Mapping[str, Any]],
    figures: Sequence[Mapping[str, Any]],
    *,
    held_since: datetime,
) -> list[UUID]:
    """Writes events, metadata pairs and counters of these teams with one statement; each row has its team.

    Returns the teams with an endpoint for them: one that is on, or was turned off after `held_since`.
    """
    values: dict[str, Any] = {
        "teams": list(team_ids),
        "events": _to_json(rows, without=("names", "hour")),
        "pairs": _to_json(pairs),
        "figures": _to_json(figures),
        "held_since": held_since,
    }
    with connection.cursor() as cursor:
        cursor.execute(_RECORD, values)
        return [team_id for (team_id,) in cursor.fetchall()]


def find_name_ids(team_id: UUID, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    kinds, called = _split_pairs(wanted)
    if not kinds:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_NAMES, [team_id, kinds, called])
        return {(kind, name): number for kind, name, number in cursor.fetchall()}


def create_names(team_id: UUID, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    kinds, called = _split_pairs(wanted)
    values: dict[str, Any] = {
        "team": team_id,
        "kinds": kinds,
        "names": called,
        "now": clock.now(),
        "most": MAX_NAMES_OF_KIND,
    }
    with connection.cursor() as cursor:
        cursor.execute(_ADD_NAMES, values)
        return {(kind, name): number for kind, name, number in cursor.fetchall()}


def _split_pairs(wanted: Iterable[tuple[str, str]]) -> tuple[list[str], list[str]]:
    pairs = sorted((str(kind), name) for kind, name in wanted)
    return [kind for kind, _ in pairs], [name for _, name in pairs]


def _to_json(rows: Sequence[Mapping[str, Any]], without: Sequence[str] = ()) -> str:
    told = [{key: value for key, value in row.items() if key not in without} for row in rows] if without else rows
    text = json.dumps(told, separators=(",", ":"))
    # Text from other servers and messages can contain characters that the database can't store.
    return json.dumps(clean_values(told)) if _UNSTORABLE.search(text) else text
