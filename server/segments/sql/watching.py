"""Stamps: short, comparable texts of everything that determines segment membership."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

# Each change that affects the members of a segment leaves one of these: a mark until it is processed, then a chunk
# (columns/building.py), an activity, a revision of rules. The stamp has counts beside the highest ids, since a lower id
# might be committed later. Activities are only ever added, so their number identifies them, in blocks or not.
_STAMP = """
    concat_ws(' ',
        (SELECT concat(count(*), ':', max(id)) FROM contacts_contactmark WHERE team_id = t.team_id),
        (SELECT concat(count(*), ':', max(id), ':', sum(alive)) FROM segments_columnchunk WHERE team_id = t.team_id),
        (SELECT coalesce(sum(rows), 0) FROM segments_activityblock WHERE team_id = t.team_id) + (
            SELECT coalesce(sum(e.size), 0) FROM (
                SELECT coalesce(max(xid), '0') AS xid, coalesce(max(entry_id), 0) AS entry_id FROM contacts_feedcursor
                WHERE consumer = %(consumer)s
            ) AS c JOIN contacts_feedentry AS e ON (e.xid, e.id) > (c.xid, c.entry_id)
            WHERE e.team_id = t.team_id AND e.kind = ANY (%(kinds)s)
        ),
        (SELECT concat(count(*), ':', max(id), ':', sum(revision)) FROM segments_segment WHERE team_id = t.team_id)
    )
"""


def read_stamp(team_id: UUID, consumer: str, kinds: Sequence[str]) -> str:
    """Returns the stamp of a team's segments, without the date.

    `kinds` are the feed kinds of activities, which `consumer` packs into blocks.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {_STAMP} FROM (SELECT %(team)s::uuid AS team_id) AS t",  # noqa: S608 -- fixed
            {"team": team_id, "consumer": consumer, "kinds": list(kinds)},
        )
        return str(cursor.fetchone()[0])


def list_watched(consumer: str, kinds: Sequence[str]) -> list[tuple[UUID, str, list[str], str]]:
    """Returns every team with watched segments: its time zone, the stamps of the last checks, and the current stamp."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT t.team_id, team.timezone, t.stamps, {_STAMP}
            FROM (
                SELECT team_id, array_agg(DISTINCT stamp) AS stamps FROM segments_membership GROUP BY team_id
            ) AS t JOIN teams_team AS team ON team.id = t.team_id
            ORDER BY t.team_id
            """,  # noqa: S608 -- fixed
            {"consumer": consumer, "kinds": list(kinds)},
        )
        return list(cursor.fetchall())


def delete_changes(*, before: datetime, limit: int) -> int:
    """Deletes changes of all teams, at most `limit`. Returns their number."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM segments_membershipchange "
            "WHERE id IN (SELECT id FROM segments_membershipchange WHERE at < %s LIMIT %s)",
            [before, limit],
        )
        return int(cursor.rowcount)
