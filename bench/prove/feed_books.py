"""The feed of contacts, and whether it agrees with the contacts."""

from typing import Any
from uuid import UUID

from django.db import connection

# Labels by name, since two teams have different keys.
_SAID = """
SELECT e.kind, coalesce(l.name, ''), coalesce(e.details::text, ''), count(*), count(DISTINCT u.contact)
FROM contacts_feedentry AS e
LEFT JOIN contacts_contactlabel AS l ON l.team_id = e.team_id AND e.kind LIKE '%%.label_%%' AND l.id = e.subjects[1],
    unnest(e.contact_ids) AS u (contact)
WHERE e.team_id = %s GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
_FAULTS = """
WITH happened AS (
    SELECT u.contact, e.kind, row_number() OVER (PARTITION BY u.contact ORDER BY e.xid, e.id) AS place,
        count(*) OVER (PARTITION BY u.contact) AS places
    FROM contacts_feedentry AS e, unnest(e.contact_ids) AS u (contact)
    WHERE e.team_id = %(team)s AND e.kind LIKE 'contact.%%'
), lives AS (
    SELECT contact, count(*) FILTER (WHERE kind = 'contact.created') AS created,
        count(*) FILTER (WHERE kind = 'contact.deleted') AS deleted,
        bool_or(kind = 'contact.created' AND place > 1) AS is_late,
        bool_or(kind = 'contact.deleted' AND place < places) AS lives_on
    FROM happened GROUP BY contact
), present AS (SELECT id FROM contacts_contact WHERE team_id = %(team)s)
SELECT 'created more or less than once', count(*) FROM lives WHERE created <> 1
UNION ALL SELECT 'deleted more than once', count(*) FROM lives WHERE deleted > 1
UNION ALL SELECT 'something happened before they were created', count(*) FROM lives WHERE is_late
UNION ALL SELECT 'something happened after they were deleted', count(*) FROM lives WHERE lives_on
UNION ALL SELECT 'present without an entry', count(*) FROM present AS p
    WHERE NOT EXISTS (SELECT FROM lives AS l WHERE l.contact = p.id AND l.deleted = 0)
UNION ALL SELECT 'not deleted and not present', count(*) FROM lives AS l
    WHERE deleted = 0 AND NOT EXISTS (SELECT FROM present AS p WHERE p.id = l.contact)
"""


def said_of(team_id: UUID) -> list[tuple[Any, ...]]:
    """The number of each kind of event of a team's contacts, and of the affected contacts."""
    with connection.cursor() as cursor:
        cursor.execute(_SAID, [team_id])
        return list(cursor.fetchall())


def find_faults(team_id: UUID) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(_FAULTS, {"team": team_id})
        return [f"the feed: {count} contacts {fault}" for fault, count in cursor.fetchall() if count]
