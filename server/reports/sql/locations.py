"""Opens and clicks of a campaign by location."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection


@dataclass(frozen=True, slots=True)
class LocationCount:
    """A country (`city` is None) or one of its cities. An empty country is unknown."""

    country: str
    city: str | None
    count: int


_LOCATIONS = """
WITH counted AS (
    SELECT p.country, p.city, sum(p.count) AS count
    FROM delivery_mailinglocation p JOIN delivery_mailing m ON m.id = p.mailing_id
    WHERE m.team_id = %(team)s AND p.mailing_id = ANY(%(mailings)s) AND p.kind = %(kind)s
        AND (%(machines)s OR NOT p.machine)
    GROUP BY p.country, p.city
), placed AS (
    SELECT country, city, count, row_number() OVER (PARTITION BY country ORDER BY count DESC, city) AS place
    FROM counted WHERE country <> '' AND city <> ''
)
(SELECT country, NULL, sum(count) FROM counted GROUP BY country ORDER BY 3 DESC, 1)
UNION ALL
(SELECT country, city, count FROM placed WHERE place <= %(most)s ORDER BY count DESC, country, city)
"""


def count_by_location(
    team_id: UUID, *, mailing_ids: Sequence[int], kind: str, with_machines: bool, max_cities: int
) -> Sequence[LocationCount]:
    """Most frequent first, with the largest cities of each country."""
    with connection.cursor() as cursor:
        cursor.execute(
            _LOCATIONS,
            {
                "team": team_id,
                "mailings": list(mailing_ids),
                "kind": kind,
                "machines": with_machines,
                "most": max_cities,
            },
        )
        return [LocationCount(str(country), city, int(count)) for country, city, count in cursor.fetchall()]
