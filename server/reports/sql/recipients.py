"""Recipients of one mailing with their results, by position.

A page is selected from the smallest suitable table: outcomes, activity, or clicks of a link. Only its rows are joined
with the rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection


@dataclass(frozen=True, slots=True)
class RecipientLine:
    """A recipient. `state` is null while nothing is logged."""

    position: int
    contact_id: int | None
    email: str
    state: str | None
    at: datetime | None
    bounce: str | None
    reply: str | None
    attempt: int | None
    bounced_at: datetime | None
    opens: int
    clicks: int
    machine_opens: int
    machine_clicks: int
    first_opened_at: datetime | None
    first_clicked_at: datetime | None
    unsubscribed_at: datetime | None
    complained_at: datetime | None


_COLUMNS = """
SELECT r.position, r.contact_id, r.email, l.state, l.at, l.bounce, l.reply, l.attempt, l.bounced_at,
    coalesce(a.opens, 0), coalesce(a.clicks, 0), coalesce(a.machine_opens, 0), coalesce(a.machine_clicks, 0),
    a.first_opened_at, a.first_clicked_at, a.unsubscribed_at, a.complained_at
"""
# The log is partitioned by `mailed_at`, the start of the mailing. With it, only one partition is read.
_LOG = "delivery_send_log {0} WHERE {0}.mailing_id = %(mailing)s AND {0}.mailed_at = %(mailed_at)s"
_ACTIVITY = "delivery_recipientactivity {0} WHERE {0}.mailing_id = %(mailing)s"
_RECIPIENTS = "delivery_recipient w WHERE w.mailing_id = %(mailing)s"
_OWN = "EXISTS (SELECT 1 FROM delivery_mailing WHERE id = %(mailing)s AND team_id = %(team)s)"
_OPENED_OR_BOT = "(w.first_opened_at IS NOT NULL OR w.machine_opens > 0 OR w.machine_clicks > 0)"
# ruff: noqa: S608 -- every statement is joined of the constants below
# A correlated subquery, evaluated per row instead of joined for all rows, because a page needs few of them.
_NOT_SEEN = f"NOT coalesce((SELECT {{0}} FROM {_ACTIVITY.format('s')} AND s.position = w.position), false)"
# FROM clauses of recipient positions by ReportRecipientState, "" for all. WITH_BOTS replaces those that count bots.
STATE_SOURCES = {
    "": _RECIPIENTS,
    "sent": f"{_LOG.format('w')} AND w.state = 'sent'",
    "failed": f"{_LOG.format('w')} AND w.state = 'failed'",
    "suppressed": f"{_LOG.format('w')} AND w.state = 'suppressed'",
    "skipped": f"{_LOG.format('w')} AND w.state = 'skipped'",
    "inDoubt": f"{_LOG.format('w')} AND w.state = 'inDoubt'",
    "waiting": f"{_RECIPIENTS} AND NOT EXISTS (SELECT 1 FROM {_LOG.format('s')} AND s.position = w.position)",
    "delivered": f"{_LOG.format('w')} AND w.state = 'sent' AND w.bounced_at IS NULL",
    "bounced": f"{_LOG.format('w')} AND (w.state = 'failed' OR w.bounced_at IS NOT NULL)"
    " AND w.bounce IN ('hard', 'soft', 'full', 'block', 'policy')",
    "opened": f"{_ACTIVITY.format('w')} AND w.first_opened_at IS NOT NULL",
    "notOpened": f"{_LOG.format('w')} AND w.state = 'sent' AND w.bounced_at IS NULL"
    f" AND {_NOT_SEEN.format('s.first_opened_at IS NOT NULL')}",
    "clicked": f"{_ACTIVITY.format('w')} AND w.first_clicked_at IS NOT NULL",
    "unsubscribed": f"{_ACTIVITY.format('w')} AND w.unsubscribed_at IS NOT NULL",
    "complained": f"{_ACTIVITY.format('w')} AND w.complained_at IS NOT NULL",
}
WITH_BOTS = {
    "opened": f"{_ACTIVITY.format('w')} AND {_OPENED_OR_BOT}",
    "notOpened": f"{_LOG.format('w')} AND w.state = 'sent' AND w.bounced_at IS NULL"
    f" AND {_NOT_SEEN.format(_OPENED_OR_BOT.replace('w.', 's.'))}",
    "clicked": f"{_ACTIVITY.format('w')} AND (w.first_clicked_at IS NOT NULL OR w.machine_clicks > 0)",
}
_CLICKED = """ AND EXISTS (SELECT 1 FROM delivery_linkclicker k WHERE k.mailing_id = %(mailing)s
    AND k.number = %(link)s AND k.position = w.position AND (%(machines)s OR NOT k.machine))"""
_CLICKERS = """delivery_linkclicker w
    WHERE w.mailing_id = %(mailing)s AND w.number = %(link)s AND (%(machines)s OR NOT w.machine)"""
_ADDRESS_MATCHES = """ AND EXISTS (SELECT 1 FROM delivery_recipient n WHERE n.mailing_id = %(mailing)s
    AND n.position = w.position AND n.email LIKE %(like)s)"""
_JOINED = f"""
JOIN delivery_recipient r ON r.mailing_id = %(mailing)s AND r.position = f.position
LEFT JOIN {_LOG.format("l").replace(" WHERE ", " ON l.position = f.position AND ")}
LEFT JOIN {_ACTIVITY.format("a").replace(" WHERE ", " ON a.position = f.position AND ")}
"""


@dataclass(frozen=True, slots=True)
class RecipientFilter:
    """Filters recipients of a mailing by a key of STATE_SOURCES, a clicked link and the start of the address."""

    mailing_id: int
    mailed_at: datetime
    which: str
    with_machines: bool = False
    link: int | None = None
    prefix: str = ""

    def named(self) -> dict[str, Any]:
        return asdict(self)


def list_page(team_id: UUID, wanted: RecipientFilter, *, offset: int, size: int) -> Sequence[RecipientLine]:
    if not (wanted.which or wanted.prefix or wanted.link):
        # Positions have no gaps: the row of an erased recipient remains. So no row before the page is read.
        found = f"SELECT w.position FROM {_RECIPIENTS} AND w.position >= %(offset)s"
        skipped = ""
    else:
        found, skipped = f"SELECT w.position FROM {_build_source(wanted)}", " OFFSET %(offset)s"
    query = (
        f"{_COLUMNS} FROM ({found} AND {_OWN} ORDER BY w.position{skipped} LIMIT %(size)s) AS f"
        f"{_JOINED} ORDER BY f.position"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, _build_parameters(team_id, wanted) | {"offset": offset, "size": size})
        return [RecipientLine(*row) for row in cursor.fetchall()]


def list_after(team_id: UUID, wanted: RecipientFilter, *, position: int, size: int) -> Sequence[RecipientLine]:
    query = (
        f"{_COLUMNS} FROM (SELECT w.position FROM {_build_source(wanted)} AND {_OWN} AND w.position > %(position)s"
        f" ORDER BY w.position LIMIT %(size)s) AS f{_JOINED} ORDER BY f.position"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, _build_parameters(team_id, wanted) | {"position": position, "size": size})
        return [RecipientLine(*row) for row in cursor.fetchall()]


def list_contacts(team_id: UUID, wanted: RecipientFilter) -> Iterator[int]:
    """Omits erased contacts, but includes those that were deleted."""
    query = (
        f"SELECT r.contact_id FROM (SELECT w.position FROM {_build_source(wanted)} AND {_OWN}) AS f"
        " JOIN delivery_recipient r ON r.mailing_id = %(mailing)s AND r.position = f.position"
        " WHERE r.contact_id IS NOT NULL"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, _build_parameters(team_id, wanted))
        yield from (int(contact_id) for (contact_id,) in cursor)


def count(team_id: UUID, wanted: RecipientFilter, *, limit: int) -> int:
    query = f"SELECT count(*) FROM (SELECT 1 FROM {_build_source(wanted)} AND {_OWN} LIMIT %(most)s) AS found"
    with connection.cursor() as cursor:
        cursor.execute(query, _build_parameters(team_id, wanted) | {"most": limit})
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def _build_source(wanted: RecipientFilter) -> str:
    """Returns the FROM clause of the positions, composed of constants."""
    if wanted.link is not None and not wanted.which:
        found = _CLICKERS
    else:
        found = (STATE_SOURCES | WITH_BOTS if wanted.with_machines else STATE_SOURCES)[wanted.which]
        found += _CLICKED if wanted.link is not None else ""
    return found + (_ADDRESS_MATCHES if wanted.prefix else "")


def _build_parameters(team_id: UUID, wanted: RecipientFilter) -> dict[str, Any]:
    escaped = wanted.prefix.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return {
        "team": team_id,
        "mailing": wanted.mailing_id,
        "mailed_at": wanted.mailed_at,
        "machines": wanted.with_machines,
        "link": wanted.link,
        "like": f"{escaped.lower()}%",
    }
