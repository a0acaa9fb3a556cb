"""The recipients of one mailing with what became of each, in the order of their positions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection


@dataclass(frozen=True, slots=True)
class Line:
    """One recipient. `state` is null while nothing is logged."""

    position: int
    contact_id: int | None
    email: str
    state: str | None
    at: datetime | None
    bounce: str | None
    reply: str | None
    attempt: int | None
    opens: int
    clicks: int
    machine_opens: int
    first_opened_at: datetime | None
    first_clicked_at: datetime | None
    unsubscribed_at: datetime | None


# The log is partitioned by `mailed_at`, the start of the mailing: given, only one partition is read.
_FROM = """
FROM delivery_recipient r
JOIN delivery_mailing m ON m.id = r.mailing_id AND m.team_id = %(team)s
LEFT JOIN delivery_send_log l
    ON l.mailing_id = r.mailing_id AND l.position = r.position AND l.mailed_at = %(mailed_at)s
LEFT JOIN delivery_recipientactivity a ON a.mailing_id = r.mailing_id AND a.position = r.position
WHERE r.mailing_id = %(mailing)s AND r.email LIKE %(like)s
"""
_COLUMNS = """
SELECT r.position, r.contact_id, r.email, l.state, l.at, l.bounce, l.reply, l.attempt, coalesce(a.opens, 0),
    coalesce(a.clicks, 0), coalesce(a.machine_opens, 0), a.first_opened_at, a.first_clicked_at, a.unsubscribed_at
"""
# Named by RecipientState; each is a condition on the joined rows.
WHICH = {
    "": "",
    "sent": " AND l.state = 'sent'",
    "failed": " AND l.state = 'failed'",
    "suppressed": " AND l.state = 'suppressed'",
    "skipped": " AND l.state = 'skipped'",
    "inDoubt": " AND l.state = 'inDoubt'",
    "waiting": " AND l.state IS NULL",
    "opened": " AND a.first_opened_at IS NOT NULL",
    "clicked": " AND a.first_clicked_at IS NOT NULL",
    "unsubscribed": " AND a.unsubscribed_at IS NOT NULL",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which recipients: of which mailing, by a key of WHICH, with addresses that begin with the prefix."""

    mailing_id: int
    mailed_at: datetime
    which: str
    prefix: str


def page(team_id: UUID, wanted: Wanted, *, offset: int, size: int) -> Sequence[Line]:
    """Some of the recipients."""
    query = "".join((_COLUMNS, _FROM, WHICH[wanted.which], " ORDER BY r.position OFFSET %(offset)s LIMIT %(size)s"))
    with connection.cursor() as cursor:
        cursor.execute(query, _parameters(team_id, wanted) | {"offset": offset, "size": size})
        return [Line(*row) for row in cursor.fetchall()]


def count(team_id: UUID, wanted: Wanted, *, most: int) -> int:
    """How many there are, counted to at most `most`."""
    query = "".join(("SELECT count(*) FROM (SELECT 1 ", _FROM, WHICH[wanted.which], " LIMIT %(most)s) AS found"))
    with connection.cursor() as cursor:
        cursor.execute(query, _parameters(team_id, wanted) | {"most": most})
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def _parameters(team_id: UUID, wanted: Wanted) -> dict[str, Any]:
    escaped = wanted.prefix.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return {
        "team": team_id,
        "mailing": wanted.mailing_id,
        "mailed_at": wanted.mailed_at,
        "like": f"{escaped.lower()}%",
    }
