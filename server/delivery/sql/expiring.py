"""Purges data of continuous mailings by age: unlike other mailings they have no end."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction

# The retry batches of a batch record which of its emails were deferred, until the batch itself is done.
_BATCHES = """
DELETE FROM delivery_batch b USING delivery_mailingintake i
WHERE b.mailing_id = i.mailing_id AND b.state = 'done' AND b.due_at < %s
    AND NOT EXISTS (SELECT FROM delivery_batch p WHERE p.id = b.parent_id AND p.state <> 'done')
"""
# Left by a crash: their emails are in the log by now, and the cap counts them there.
_CLAIMS = """
DELETE FROM delivery_frequencyclaim k USING delivery_recipient r
WHERE r.mailing_id = k.mailing_id AND r.position = k.position AND EXISTS (
    SELECT FROM delivery_send_log l WHERE l.mailing_id = r.mailing_id AND l.position = r.position
    AND l.mailed_at = r.mailed_at)
"""
_MINUTES = """
DELETE FROM delivery_mailingminute n USING delivery_mailingintake i WHERE n.mailing_id = i.mailing_id AND n.minute < %s
"""
# Positions roughly follow the order of batches, so the first recipient is about the oldest.
_WITH_EXPIRED = """
SELECT i.mailing_id FROM delivery_mailingintake i CROSS JOIN LATERAL (
    SELECT r.mailed_at FROM delivery_recipient r WHERE r.mailing_id = i.mailing_id ORDER BY r.position LIMIT 1
) AS oldest WHERE oldest.mailed_at < %s ORDER BY i.mailing_id
"""
_RECIPIENTS = """
WITH waiting AS MATERIALIZED (
    SELECT DISTINCT unnest(positions) AS position FROM delivery_batch WHERE mailing_id = %(mailing)s AND state <> 'done'
), old AS MATERIALIZED (
    SELECT first.position FROM (
        SELECT position, mailed_at FROM delivery_recipient WHERE mailing_id = %(mailing)s
        ORDER BY position LIMIT %(most)s
    ) AS first
    WHERE first.mailed_at < %(before)s AND NOT EXISTS (
        SELECT FROM waiting WHERE waiting.position = first.position)
), activities AS (
    DELETE FROM delivery_recipientactivity a USING old WHERE a.mailing_id = %(mailing)s AND a.position = old.position
), clickers AS (
    DELETE FROM delivery_linkclicker c USING old WHERE c.mailing_id = %(mailing)s AND c.position = old.position
)
DELETE FROM delivery_recipient r USING old WHERE r.mailing_id = %(mailing)s AND r.position = old.position
"""


def delete_batches(team_id: UUID | None, *, before: datetime) -> int:
    return _run(_BATCHES, [before])


def delete_claims(team_id: UUID | None) -> int:
    return _run(_CLAIMS, [])


def delete_minutes(team_id: UUID | None, *, before: datetime) -> int:
    return _run(_MINUTES, [before])


def delete_recipients(team_id: UUID | None, *, before: datetime, at_once: int) -> int:
    """Deletes recipients of earlier batches and their activity, `at_once` in a transaction. Returns their number.

    Recipients who wait to be sent to are not deleted.
    """
    with connection.cursor() as cursor:
        cursor.execute(_WITH_EXPIRED, [before])
        mailing_ids = [mailing_id for (mailing_id,) in cursor.fetchall()]
    deleted = 0
    for mailing_id in mailing_ids:
        values = {"mailing": mailing_id, "before": before, "most": at_once}
        while part := _run(_RECIPIENTS, values):
            deleted += part
            if part < at_once:
                break
    return deleted


def _run(statement: str, values: Any) -> int:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)
