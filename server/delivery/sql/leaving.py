"""Counting an unsubscribe once per recipient."""

from datetime import datetime
from uuid import UUID

from django.db import connection

_ONCE = """
INSERT INTO delivery_recipientactivity AS a
    (mailing_id, position, opens, clicks, machine_opens, machine_clicks, unsubscribed_at)
VALUES (%s, %s, 0, 0, 0, 0, %s)
ON CONFLICT (mailing_id, position) DO UPDATE SET unsubscribed_at = excluded.unsubscribed_at
WHERE a.unsubscribed_at IS NULL
"""
_EVENT = """
INSERT INTO delivery_event
    (team_id, mailing_id, position, at, contact_id, kind, link, machine, why, device, os, browser)
VALUES (%s, %s, %s, %s, %s, 'unsubscribe', 0, false, '', '', '', '')
"""
_MINUTE = """
INSERT INTO delivery_mailingminute AS m (mailing_id, minute, what, team_id, count)
VALUES (%s, date_trunc('minute', %s::timestamptz), 'unsubscribed', %s, 1)
ON CONFLICT (mailing_id, minute, what) DO UPDATE SET count = m.count + 1
"""
_COUNTER = """
UPDATE delivery_mailingcounters SET revision = revision + 1, unsubscribed = unsubscribed + 1 WHERE mailing_id = %s
"""


def count(team_id: UUID, *, mailing_id: int, position: int, contact_id: int | None, at: datetime) -> bool:
    """Adds the event and the figures, the first time; whether it was."""
    with connection.cursor() as cursor:
        cursor.execute(_ONCE, [mailing_id, position, at])
        if not cursor.rowcount:
            return False
        cursor.execute(_EVENT, [team_id, mailing_id, position, at, contact_id])
        cursor.execute(_MINUTE, [mailing_id, at, team_id])
        cursor.execute(_COUNTER, [mailing_id])
        return True
