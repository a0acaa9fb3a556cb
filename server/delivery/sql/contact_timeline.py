"""A contact's email history, page by page."""

from typing import Any
from uuid import UUID

from django.db import connection

from server.contacts.timeline import TimelineRequest

# The newest page starts at infinity. A contact's emails are found by its recipients. A row of the log has no id, so one
# is computed from mailing and position.
_SEND_OUTCOMES = """
SELECT (l.mailing_id << 26) + l.position AS id, l.at,
    CASE WHEN l.state = 'failed' AND l.bounce <> '' THEN 'bounced' ELSE l.state END AS kind,
    l.code, l.enhanced, l.reply, m.subject, m.origin, m.origin_id,
    CASE WHEN m.subject LIKE '%%{%%' THEN m.compiled -> 'subject' END AS tagged, r.fields, r.email
FROM delivery_recipient AS r JOIN delivery_mailing AS m ON m.id = r.mailing_id
JOIN delivery_send_log AS l ON l.mailing_id = r.mailing_id AND l.position = r.position
    AND l.mailed_at = coalesce(r.mailed_at, m.started_at)
WHERE m.team_id = %(team)s AND r.contact_id = %(contact)s
    AND (l.at, (l.mailing_id << 26) + l.position) < (coalesce(%(at)s::timestamptz, 'infinity'), %(id)s::bigint)
    AND CASE WHEN l.state = 'failed' AND l.bounce <> '' THEN 'bounced' ELSE l.state END = ANY (%(kinds)s::text[])
ORDER BY l.at DESC, id DESC LIMIT %(limit)s
"""
_RETURNED_BOUNCES = """
SELECT (l.mailing_id << 26) + l.position AS id, l.bounced_at AS at, 'bounced' AS kind,
    l.code, l.enhanced, l.reply, m.subject, m.origin, m.origin_id,
    CASE WHEN m.subject LIKE '%%{%%' THEN m.compiled -> 'subject' END AS tagged, r.fields, r.email
FROM delivery_recipient AS r JOIN delivery_mailing AS m ON m.id = r.mailing_id
JOIN delivery_send_log AS l ON l.mailing_id = r.mailing_id AND l.position = r.position
    AND l.mailed_at = coalesce(r.mailed_at, m.started_at)
WHERE m.team_id = %(team)s AND r.contact_id = %(contact)s AND l.bounced_at IS NOT NULL
    AND (l.bounced_at, (l.mailing_id << 26) + l.position) < (coalesce(%(at)s::timestamptz, 'infinity'), %(id)s::bigint)
    AND 'bounced' = ANY (%(kinds)s::text[])
ORDER BY l.bounced_at DESC, id DESC LIMIT %(limit)s
"""
_ACTIVITY = """
SELECT e.id, e.at, e.kind, e.why, e.device, e.os, e.browser, m.subject, m.origin, m.origin_id,
    CASE WHEN m.subject LIKE '%%{%%' THEN m.compiled -> 'subject' END AS tagged, r.fields, r.email,
    k.shown AS link
FROM delivery_event AS e JOIN delivery_mailing AS m ON m.id = e.mailing_id
LEFT JOIN delivery_recipient AS r ON r.mailing_id = e.mailing_id AND r.position = e.position
LEFT JOIN delivery_mailinglink AS k ON e.kind = 'click' AND k.mailing_id = e.mailing_id AND k.number = e.link
WHERE e.team_id = %(team)s AND e.contact_id = %(contact)s AND NOT e.machine
    AND (e.at, e.id) < (coalesce(%(at)s::timestamptz, 'infinity'), %(id)s::bigint)
    AND e.kind = ANY (%(kinds)s::text[])
ORDER BY e.at DESC, e.id DESC LIMIT %(limit)s
"""


def list_send_outcomes(asked: TimelineRequest, kinds: list[str]) -> list[dict[str, Any]]:
    return _fetch_rows(_SEND_OUTCOMES, asked, kinds)


def list_returned_bounces(asked: TimelineRequest, kinds: list[str]) -> list[dict[str, Any]]:
    """Bounces that arrived after an email to the contact was sent."""
    return _fetch_rows(_RETURNED_BOUNCES, asked, kinds)


def list_activity(asked: TimelineRequest, kinds: list[str]) -> list[dict[str, Any]]:
    """Excludes bots."""
    return _fetch_rows(_ACTIVITY, asked, kinds)


# The feed repeats the deleted contact's history for the remaining contact.
_MERGE_HISTORY = (
    """
    INSERT INTO contacts_feedentry (team_id, is_copy, kind, contact_ids, moments, subjects)
    SELECT %(team)s, true, kind, array_agg(%(kept)s::bigint), array_agg(contacts_microseconds(at)),
        array_agg(mailing_id)
    FROM (
        SELECT 'email.sent' AS kind, l.at, l.mailing_id
        FROM delivery_recipient AS r JOIN delivery_mailing AS m ON m.id = r.mailing_id
        JOIN delivery_send_log AS l
            ON l.mailing_id = r.mailing_id AND l.position = r.position
            AND l.mailed_at = coalesce(r.mailed_at, m.started_at)
        WHERE m.team_id = %(team)s AND r.contact_id = %(gone)s AND l.state = 'sent'
        UNION ALL SELECT delivery_feed_kind(kind), at, mailing_id FROM delivery_event
        WHERE team_id = %(team)s AND contact_id = %(gone)s AND NOT machine
    ) AS past GROUP BY kind
    """,
    """
    UPDATE delivery_recipient AS r SET contact_id = %(kept)s FROM delivery_mailing AS m
    WHERE m.team_id = %(team)s AND r.contact_id = %(gone)s AND m.id = r.mailing_id
    """,
    "UPDATE delivery_event SET contact_id = %(kept)s WHERE team_id = %(team)s AND contact_id = %(gone)s",
    """
    INSERT INTO delivery_contactactivity AS a (team_id, contact_id, last_opened_at, last_clicked_at)
    SELECT team_id, %(kept)s, last_opened_at, last_clicked_at FROM delivery_contactactivity
    WHERE team_id = %(team)s AND contact_id = %(gone)s
    ON CONFLICT (team_id, contact_id) DO UPDATE SET
        last_opened_at = greatest(a.last_opened_at, excluded.last_opened_at),
        last_clicked_at = greatest(a.last_clicked_at, excluded.last_clicked_at)
    """,
    "DELETE FROM delivery_contactactivity WHERE team_id = %(team)s AND contact_id = %(gone)s",
)


def merge_history(team_id: UUID, *, kept_id: int, gone_id: int) -> None:
    values: dict[str, Any] = {"team": team_id, "kept": kept_id, "gone": gone_id}
    with connection.cursor() as cursor:
        for statement in _MERGE_HISTORY:
            cursor.execute(statement, values)


_ANONYMIZE = (
    """
    UPDATE delivery_send_log AS l SET reply = ''
    FROM delivery_recipient AS r JOIN delivery_mailing AS m ON m.id = r.mailing_id
    WHERE m.team_id = %(team)s AND r.contact_id = %(contact)s AND l.mailing_id = r.mailing_id
        AND l.position = r.position AND l.mailed_at = coalesce(r.mailed_at, m.started_at) AND l.reply <> ''
    """,
    """
    UPDATE delivery_recipient AS r SET contact_id = NULL, email = '', fields = '{}' FROM delivery_mailing AS m
    WHERE m.team_id = %(team)s AND r.contact_id = %(contact)s AND m.id = r.mailing_id
    """,
    "UPDATE delivery_event SET contact_id = NULL WHERE team_id = %(team)s AND contact_id = %(contact)s",
    "DELETE FROM delivery_contactactivity WHERE team_id = %(team)s AND contact_id = %(contact)s",
)


def anonymize_contact(team_id: UUID, *, contact_id: int) -> None:
    values: dict[str, Any] = {"team": team_id, "contact": contact_id}
    with connection.cursor() as cursor:
        for statement in _ANONYMIZE:
            cursor.execute(statement, values)


def find_emailed_contacts(team_id: UUID, ids: list[int]) -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT r.contact_id FROM delivery_recipient AS r"
            " JOIN delivery_mailing AS m ON m.id = r.mailing_id JOIN delivery_send_log AS l"
            " ON l.mailing_id = r.mailing_id AND l.position = r.position"
            " AND l.mailed_at = coalesce(r.mailed_at, m.started_at)"
            " WHERE m.team_id = %s AND r.contact_id = ANY (%s) AND l.state IN ('sent', 'inDoubt')",
            [team_id, ids],
        )
        return {row[0] for row in cursor.fetchall()}


def find_pending_confirmations(team_id: UUID, ids: list[int]) -> set[int]:
    """Returns contacts whose confirmation email a sender might be sending: those below the high-water mark of a leased
    batch.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT r.contact_id FROM delivery_mailing AS m
            JOIN delivery_batch AS b ON b.mailing_id = m.id AND b.state = 'leased'
            JOIN delivery_recipient AS r ON r.mailing_id = m.id AND r.position = ANY (
                CASE WHEN b.positions IS NULL
                    THEN ARRAY(SELECT generate_series(b.first, b.first + b.high_water - 1))
                    ELSE b.positions[1:b.high_water] END
            )
            WHERE m.team_id = %s AND m.origin = 'confirmation' AND r.contact_id = ANY (%s)
            """,
            [team_id, ids],
        )
        return {row[0] for row in cursor.fetchall()}


def _fetch_rows(statement: str, asked: TimelineRequest, kinds: list[str]) -> list[dict[str, Any]]:
    values: dict[str, Any] = {
        "team": asked.team_id,
        "contact": asked.contact_id,
        "at": asked.before_at,
        "id": asked.before_id,
        "kinds": kinds,
        "limit": asked.limit,
    }
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        names = [column.name for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
