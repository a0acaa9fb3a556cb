"""Writing events and adding to their figures. Rows come as JSON: one parameter, however many they are."""

# ruff: noqa: S608 -- statements are joined of constants, values go by themselves

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from server.core import clock
from server.transactional.models.figures import FIGURES, MOST_NAMES
from server.transactional.naming import cleaned

# NUL, or what may be half of a pair; a closer look costs nothing but time.
_UNSTORABLE: Final = re.compile(r"\\u(?:0000|d[89a-f])")
_COLUMNS: Final = (
    "team_id uuid, id uuid, at timestamptz, type text, message_id uuid, accepted_at timestamptz, position smallint,"
    " recipient text, sender text, domain text, tag text, subject text, beginning text, key_id uuid, domain_id uuid,"
    " subaccount_id uuid, code smallint, enhanced text, reply text, detail jsonb, tag_id integer, sender_id integer,"
    " subject_id integer, link_id integer"
)
_NAMED: Final = ", ".join(column.split()[0] for column in _COLUMNS.split(", "))
_KEY: Final = "team_id, hour, domain_id, subaccount_id, tag_id, sender_id, subject_id, link_id"
_KEY_TYPES: Final = (
    "team_id uuid, hour timestamptz, domain_id uuid, subaccount_id uuid, tag_id integer, sender_id integer,"
    " subject_id integer, link_id integer"
)
_SUMS: Final = ", ".join(FIGURES)
# Each connection has a slot of its own among a few, so that hardly two transactions want the same row.
SLOTS: Final = 8
# Whether an endpoint waits for events is asked with it: most teams have none, and a question alone costs a turn.
_RECORD: Final = f"""
WITH paired AS (
    INSERT INTO transactional_pair (team_id, pair, accepted_at, message_id)
    SELECT team_id, pair, accepted_at, message_id
    FROM jsonb_to_recordset(%(pairs)s::jsonb) AS new(team_id uuid, pair text, accepted_at timestamptz, message_id uuid)
    ON CONFLICT DO NOTHING
), told AS (
    INSERT INTO transactional_event ({_NAMED})
    SELECT {_NAMED} FROM jsonb_to_recordset(%(events)s::jsonb) AS new({_COLUMNS})
), counted AS (
    INSERT INTO transactional_figure AS f (slot, {_KEY}, {_SUMS}, latencies)
    SELECT pg_backend_pid() %% {SLOTS}, {_KEY}, {", ".join(f"coalesce({name}, 0)" for name in FIGURES)},
        latencies
    FROM jsonb_to_recordset(%(figures)s::jsonb) AS new({_KEY_TYPES}, {", ".join(f"{name} bigint" for name in FIGURES)},
        latencies integer[])
    ORDER BY {_KEY}
    ON CONFLICT ({_KEY}, slot) DO UPDATE SET
        {", ".join(f"{name} = f.{name} + excluded.{name}" for name in FIGURES)},
        latencies = transactional_added(f.latencies, excluded.latencies)
)
SELECT DISTINCT team_id FROM transactional_webhookendpoint
WHERE team_id = ANY (%(teams)s) AND (disabled_at IS NULL OR disabled_at > %(held_since)s)
ORDER BY team_id
"""
_NAMES: Final = """
SELECT kind, name, id FROM transactional_figurename
WHERE team_id = %s AND (kind, name) IN (SELECT * FROM unnest(%s::text[], %s::text[]))
"""
# In order, so that two who add the same names wait for each other and never both. The row of the other one is had by
# changing nothing of it.
_ADD_NAMES: Final = """
INSERT INTO transactional_figurename AS known (team_id, kind, name, first_at)
SELECT %(team)s, new.kind, new.name, %(now)s
FROM unnest(%(kinds)s::text[], %(names)s::text[]) WITH ORDINALITY AS new(kind, name, number)
JOIN LATERAL (
    SELECT count(*) AS count FROM transactional_figurename AS old WHERE old.team_id = %(team)s AND old.kind = new.kind
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
    """Writes events, metadata as pairs and figures of these teams, each of which bears its team, by one statement.

    Which of the teams have an endpoint for them: one that is on, or was turned off after `held_since`.
    """
    values: dict[str, Any] = {
        "teams": list(team_ids),
        "events": _json(rows, without=("names", "hour")),
        "pairs": _json(pairs),
        "figures": _json(figures),
        "held_since": held_since,
    }
    with connection.cursor() as cursor:
        cursor.execute(_RECORD, values)
        return [team_id for (team_id,) in cursor.fetchall()]


def names(team_id: UUID, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The ids of names, (kind, name), as far as they are known."""
    kinds, called = _apart(wanted)
    if not kinds:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_NAMES, [team_id, kinds, called])
        return {(kind, name): number for kind, name, number in cursor.fetchall()}


def add_names(team_id: UUID, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The ids of new names, as far as the team may have more of their kind."""
    kinds, called = _apart(wanted)
    values: dict[str, Any] = {"team": team_id, "kinds": kinds, "names": called, "now": clock.now(), "most": MOST_NAMES}
    with connection.cursor() as cursor:
        cursor.execute(_ADD_NAMES, values)
        return {(kind, name): number for kind, name, number in cursor.fetchall()}


def _apart(wanted: Iterable[tuple[str, str]]) -> tuple[list[str], list[str]]:
    pairs = sorted((str(kind), name) for kind, name in wanted)
    return [kind for kind, _ in pairs], [name for _, name in pairs]


def _json(rows: Sequence[Mapping[str, Any]], without: Sequence[str] = ()) -> str:
    told = [{key: value for key, value in row.items() if key not in without} for row in rows] if without else rows
    text = json.dumps(told, separators=(",", ":"))
    # What a stranger's server or mail says may hold what no text of the database can.
    return json.dumps(cleaned(told)) if _UNSTORABLE.search(text) else text
