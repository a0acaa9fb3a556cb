"""Teams with millions of contacts. The database generates them without indexes, which are created afterwards."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import connection
from psycopg import sql

from bench.people import CITIES, PLANS
from server.contacts.models import ContactLabel, CustomField
from server.plans import quota
from server.plans.features import CONTACT
from server.teams.models import Team
from tests.server.contacts.factories import make_label

AT_ONCE = 100_000
SYLLABLES = ("ba", "di", "ka", "lu", "ma", "ni", "pra", "ra", "sa", "ti", "wi", "ya", "an", "en", "in", "un")
# How many of two hundred contacts have the first label, and how many the second.
NEWS, VIP = 40, 2

_FILL = """
INSERT INTO contacts_contact (team_id, email, firstname, lastname, phone, birthday, gender, city, country, company,
    note, funnel, state, custom_field, label_ids, created_at, updated_at, revision)
SELECT %(team)s::uuid, 'person' || n || '@' || %(domain)s::text || n %% 97 || '.com',
    initcap(s[1 + h %% 16] || s[1 + h / 16 %% 16] || s[1 + h / 256 %% 16]),
    initcap(s[1 + h / 4096 %% 16] || s[1 + h / 65536 %% 16]),
    '+62812' || 10000000 + h %% 89999999, date '1950-01-01' + h %% 20000, (ARRAY['m', 'f', ''])[1 + h %% 3],
    (%(cities)s::text[])[1 + h / 7 %% %(city_count)s::int], 'Indonesia',
    CASE h %% 3 WHEN 0 THEN initcap(s[1 + h / 11 %% 16] || s[1 + h / 176 %% 16]) || ' Jaya' ELSE '' END, '', '',
    CASE WHEN h %% 20 = 0 THEN 'unsubscribed' ELSE 'subscribed' END,
    jsonb_build_object(%(score)s::text, h %% 1000, %(plan)s::text, (%(plans)s::text[])[1 + h %% 3],
        %(joined)s::text, (date '2020-01-01' + h %% 2000)::text, %(tea)s::text, h %% 2 = 0),
    CASE WHEN h %% 200 < %(vip)s::int THEN %(labels)s::int[] WHEN h %% 200 < %(news)s::int
        THEN (%(labels)s::int[])[1:1] ELSE '{}' END,
    now(), now() - h %% 100000 * interval '1 second', 1
FROM (SELECT n, hashint4(n) & 2147483647 AS h, %(syllables)s::text[] AS s
    FROM generate_series(%(first)s::int, %(last)s::int) AS n OFFSET 0) AS drawn
"""


@contextmanager
def bare(table: str = "contacts_contact") -> Iterator[None]:
    """Removes all indexes and triggers except the key for the block. Restores them afterwards, then vacuums and
    analyses."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = %s::regclass"
            " AND contype = 'u' ORDER BY conname",
            [table],
        )
        unique = cursor.fetchall()
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s AND indexname NOT IN"
            " (SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass) ORDER BY indexname",
            [table, table],
        )
        indexes = cursor.fetchall()
        mine = sql.Identifier(table)
        cursor.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER ALL").format(mine))
        for name, _ in unique:
            cursor.execute(sql.SQL("ALTER TABLE {} DROP CONSTRAINT {}").format(mine, sql.Identifier(name)))
        for name, _ in indexes:
            cursor.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(name)))
    yield
    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '1GB'")
        for name, definition in unique:
            cursor.execute(
                sql.SQL("ALTER TABLE {} ADD CONSTRAINT {} {}").format(mine, sql.Identifier(name), sql.SQL(definition))
            )
        for _, definition in indexes:
            cursor.execute(definition)
        cursor.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER ALL").format(mine))
        cursor.execute(sql.SQL("VACUUM ANALYZE {}").format(mine))
        cursor.execute("RESET maintenance_work_mem")


def fill(sizes: Mapping[Team, int], *, domain: str = "example") -> None:
    """Gives each team this many contacts, labels and custom values, in turns, so that their keys are mixed.

    The teams have the custom fields of bench.importing.
    """
    given = {team: _values(team) | {"domain": domain} for team in sizes}
    with bare(), connection.cursor() as cursor:
        for first in range(1, max(sizes.values()) + 1, AT_ONCE):
            for team, size in sizes.items():
                if first <= size:
                    cursor.execute(_FILL, given[team] | {"first": first, "last": min(size, first + AT_ONCE - 1)})
    for team, size in sizes.items():
        quota.use(team_id=team.pk, limit=CONTACT, amount=size)
        _count_labels(team)


def _values(team: Team) -> dict[str, Any]:
    fields = dict(CustomField.objects.for_team(team).values_list("name", "pk"))
    return {
        "team": team.pk,
        "cities": list(CITIES),
        "city_count": len(CITIES),
        "plans": PLANS,
        "syllables": list(SYLLABLES),
        "labels": [make_label(team, name).pk for name in ("Newsletter", "VIP")],
        "news": NEWS,
        "vip": VIP,
        "score": str(fields["Score"]),
        "plan": str(fields["Plan"]),
        "joined": str(fields["Joined"]),
        "tea": str(fields["Likes tea"]),
    }


def _count_labels(team: Team) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT label, count(*) FROM contacts_contact, unnest(label_ids) AS label WHERE team_id = %s"
            " GROUP BY label",
            [team.pk],
        )
        for label_id, count in cursor.fetchall():
            ContactLabel.objects.for_team(team).filter(pk=label_id).update(contact_count=count)
