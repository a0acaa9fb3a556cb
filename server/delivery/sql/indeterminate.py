"""Recipients of a finished mailing with an unconfirmed outcome: counts them, and makes them due again."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

# Opens, clicks, unsubscribes, complaints and bounces all prove that the email arrived.
_UNRESOLVED = """
l.mailing_id = (SELECT id FROM delivery_mailing WHERE id = %(mailing)s AND team_id = %(team)s)
AND l.mailed_at BETWEEN %(mailed_at)s AND %(until)s AND l.state = 'inDoubt' AND l.bounced_at IS NULL
AND EXISTS (SELECT 1 FROM delivery_recipient r WHERE r.mailing_id = l.mailing_id AND r.position = l.position)
AND NOT EXISTS (SELECT 1 FROM delivery_recipientactivity a
                WHERE a.mailing_id = l.mailing_id AND a.position = l.position)
"""
_COUNT = f"SELECT count(*) FROM delivery_send_log l WHERE {_UNRESOLVED}"  # noqa: S608 -- joined of constants
_REQUEUE = f"""
WITH taken AS (
    DELETE FROM delivery_send_log l WHERE {_UNRESOLVED} RETURNING l.position, l.at, l.mailed_at
), numbered AS (
    SELECT position, mailed_at, (row_number() OVER (PARTITION BY mailed_at ORDER BY position) - 1) / %(size)s AS part
    FROM taken
), due AS (
    INSERT INTO delivery_batch
        (mailing_id, first, size, positions, attempt, state, mailed_at, due_at, worker, fence, high_water)
    SELECT %(mailing)s, 0, count(*), array_agg(position ORDER BY position), 1, 'waiting',
           nullif(mailed_at, %(mailed_at)s), %(now)s, '', 0, 0
    FROM numbered GROUP BY mailed_at, part ORDER BY mailed_at, part
), minutes AS (
    UPDATE delivery_mailingminute m SET count = m.count - gone.count
    FROM (SELECT date_trunc('minute', at) AS minute, count(*) AS count FROM taken GROUP BY 1) gone
    WHERE m.mailing_id = %(mailing)s AND m.what = 'in_doubt' AND m.minute = gone.minute
), counted AS (
    UPDATE delivery_mailingcounters c SET revision = c.revision + 1, in_doubt = c.in_doubt - gone.count
    FROM (SELECT count(*) AS count FROM taken) gone
    WHERE c.mailing_id = %(mailing)s AND gone.count > 0
)
SELECT count(*) FROM taken
"""  # noqa: S608 -- joined of constants


def count(team_id: UUID, *, mailing_id: int, mailed_at: datetime) -> int:
    """The number of unconfirmed recipients of a frozen list without a sign of arrival.

    `mailed_at` is the mailing's start.
    """
    return _fetch_count(_COUNT, {"team": team_id, "mailing": mailing_id, "mailed_at": mailed_at, "until": mailed_at})


def requeue(team_id: UUID, *, mailing_id: int, mailed_at: datetime, until: datetime, now: datetime, size: int) -> int:
    """Makes the recipients that `count` counts due again: moves them from log and counters into batches of `size`.

    Returns their number. `mailed_at` is the mailing's start, `until` the time of its last batch; for a frozen list they
    are equal.
    """
    values = {
        "team": team_id,
        "mailing": mailing_id,
        "mailed_at": mailed_at,
        "until": until,
        "now": now,
        "size": size,
    }
    return _fetch_count(_REQUEUE, values)


def _fetch_count(statement: str, values: dict[str, Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.fetchone()[0])
