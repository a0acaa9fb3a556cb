"""The progress of batches, counted from their recipients, and finished batches."""

# ruff: noqa: S608 -- statements are joined of constants, values go by themselves
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection

from server.core import clock
from server.transactional.states import OPEN_STATES

RECENT: Final = timedelta(seconds=10)
STATES: Final = (
    *("queued", "held", "scheduled", "sending", "deferred", "delivered", "bounced", "failed", "suppressed"),
    *("cancelled", "sandboxed", "inDoubt"),
)
_COUNTS: Final = ", ".join(f"count(*) FILTER (WHERE r.state = '{state}')" for state in STATES)
_OPEN: Final = ", ".join(f"'{state}'" for state in OPEN_STATES)
_FROM: Final = (
    "FROM transactional_message AS m JOIN transactional_recipient AS r"
    " ON r.message_id = m.id AND r.accepted_at = m.accepted_at"
)
_PROGRESS: Final = (
    f"SELECT m.batch_id, {_COUNTS}, count(r.opened_at), count(r.clicked_at),"
    " count(*) FILTER (WHERE r.delivered_at > %(recent)s)"
    f" {_FROM} WHERE m.team_id = %(team)s AND m.batch_id = ANY(%(batches)s::uuid[]) GROUP BY m.batch_id"
)
_PROBLEMS: Final = (
    f"SELECT m.id, m.accepted_at, r.email, r.state, r.code, r.enhanced, r.reply {_FROM}"
    " WHERE m.team_id = %(team)s AND m.batch_id = %(batch)s"
    " AND r.state IN ('bounced', 'failed', 'deferred', 'suppressed', 'inDoubt', 'held')"
    " ORDER BY m.id, r.position LIMIT %(most)s"
)
# A batch is finished when it has recipients and none of them is open.
_FINISH: Final = (
    "INSERT INTO transactional_batchend (batch_id, team_id, finished_at)"
    " SELECT b.id, b.team_id, %(now)s FROM transactional_transactionalbatch AS b"
    " LEFT JOIN transactional_batchend AS e ON e.batch_id = b.id"
    " WHERE e.batch_id IS NULL AND b.created_at > %(since)s"
    " AND EXISTS (SELECT FROM transactional_message AS m WHERE m.batch_id = b.id)"
    f" AND NOT EXISTS (SELECT {_FROM} WHERE m.batch_id = b.id AND r.state IN ({_OPEN}))"
    " ORDER BY b.id LIMIT %(most)s ON CONFLICT DO NOTHING RETURNING batch_id, team_id"
)


def count_progress(team_id: UUID, *, batches: Sequence[UUID]) -> Mapping[UUID, Mapping[str, int]]:
    """Recipients by state, and `opened`, `clicked` and `recent`, of batches; those without recipients are missing."""
    values: dict[str, Any] = {"team": team_id, "batches": list(batches), "recent": clock.now() - RECENT}
    with connection.cursor() as cursor:
        cursor.execute(_PROGRESS, values)
        names = (*STATES, "opened", "clicked", "recent")
        return {batch: dict(zip(names, counts, strict=True)) for batch, *counts in cursor.fetchall()}


def list_problems(team_id: UUID, *, batch: UUID, most: int) -> Sequence[tuple[Any, ...]]:
    """(message, accepted at, address, state, code, enhanced, reply) of recipients that were not reached."""
    with connection.cursor() as cursor:
        cursor.execute(_PROBLEMS, {"team": team_id, "batch": batch, "most": most})
        return list(cursor.fetchall())


def record_finished(*, at: datetime, since: datetime, most: int) -> Sequence[tuple[UUID, UUID]]:
    """Returns (batch, team) of batches of all teams, each once."""
    with connection.cursor() as cursor:
        cursor.execute(_FINISH, {"now": at, "since": since, "most": most})
        return [(batch, team) for batch, team in cursor.fetchall()]
