"""Counts an unsubscribe or a complaint once per recipient."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db import connection

_ONCE = """
INSERT INTO delivery_recipientactivity AS a
    (mailing_id, position, opens, clicks, machine_opens, machine_clicks, {column})
VALUES (%s, %s, 0, 0, 0, 0, %s)
ON CONFLICT (mailing_id, position) DO UPDATE SET {column} = excluded.{column}
WHERE a.{column} IS NULL
"""
_EVENT = """
INSERT INTO delivery_event
    (team_id, mailing_id, position, at, contact_id, kind, link, machine, why, device, os, browser)
VALUES (%s, %s, %s, %s, %s, %s, 0, false, %s, '', '', '')
"""
_MINUTE = """
INSERT INTO delivery_mailingminute AS m (mailing_id, minute, what, team_id, count)
VALUES (%s, date_trunc('minute', %s::timestamptz), %s, %s, 1)
ON CONFLICT (mailing_id, minute, what) DO UPDATE SET count = m.count + 1
"""
_DOMAIN = """
INSERT INTO delivery_mailingdomain AS d (mailing_id, domain, team_id, {figure})
SELECT mailing_id, split_part(email, '@', 2), %s, 1 FROM delivery_recipient
WHERE mailing_id = %s AND position = %s AND email <> ''
ON CONFLICT (mailing_id, domain) DO UPDATE SET {figure} = d.{figure} + 1
"""
_COUNTER = """
UPDATE delivery_mailingcounters SET revision = revision + 1, {figure} = {figure} + 1 WHERE mailing_id = %s
"""
_COUNTER_BY_KIND = {"unsubscribe": "unsubscribed", "complaint": "complained"}


def count(
    team_id: UUID,
    *,
    mailing_id: int,
    position: int,
    contact_id: int | None,
    at: datetime,
    kind: Literal["unsubscribe", "complaint"],
    why: str,
) -> bool:
    """Adds the event and counts it if it is the recipient's first of this kind. Returns whether it is."""
    figure = _COUNTER_BY_KIND[kind]
    with connection.cursor() as cursor:
        cursor.execute(_ONCE.format(column=f"{figure}_at"), [mailing_id, position, at])
        if not cursor.rowcount:
            return False
        cursor.execute(_EVENT, [team_id, mailing_id, position, at, contact_id, kind, why])
        cursor.execute(_DOMAIN.format(figure=figure), [team_id, mailing_id, position])
        cursor.execute(_MINUTE, [mailing_id, at, figure, team_id])
        cursor.execute(_COUNTER.format(figure=figure), [mailing_id])
        return True
