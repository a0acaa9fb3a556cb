"""Searches of the events of transactional email, and reads of its metrics.

    python -m bench.trx_events [--json] [--events N] [--calls N]

A team has 5,000,000 events of the last 30 days, among a tenth as many of another team. The messages have one recipient;
a twentieth bounced, a third were opened. There are twenty tags, a few keys, and an order in each message's metadata.
SQL generates the events, and the production recount the metrics. A call is a search by one of QUESTIONS with random
values, or a read of the metrics, through the selectors that the API calls.
"""

import argparse
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from random import Random
from time import perf_counter
from typing import Any
from uuid import UUID

from bench import stage

stage.prepare("trx_events")

from django.db import connection  # noqa: E402 -- after Django is set up

from bench.calibration import calibrate  # noqa: E402
from bench.contacts import p95  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from server.core import clock, logs, partitions  # noqa: E402
from server.teams.models import Team  # noqa: E402
from server.transactional.bindings import Binding  # noqa: E402
from server.transactional.schemas.events import EventQuery  # noqa: E402
from server.transactional.schemas.stats import AnalyticsQuery, ComparedQuery, GroupsQuery  # noqa: E402
from server.transactional.selectors import events, stats  # noqa: E402
from server.transactional.sql import recounting  # noqa: E402
from tests.cast import make_team  # noqa: E402

EVENTS, CALLS = 5_000_000, 40
OVER = timedelta(days=30)
PER_MESSAGE = 2.5  # events
AT_ONCE = 200_000  # messages per statement
ADDRESSES = 200_000

_NAMES = """
INSERT INTO transactional_metricname (team_id, kind, name, first_at)
SELECT %(team)s, kind, name, now() FROM (
    SELECT 'tag' AS kind, 'tag' || n AS name FROM generate_series(0, 19) AS n
    UNION ALL SELECT 'subject', 'Your order # of kind ' || chr(97 + n) FROM generate_series(0, 19) AS n
    UNION ALL SELECT 'sender', 'shop' || n || '@kopi.example' FROM generate_series(0, 4) AS n
) AS named
"""
_EVENTS = """
WITH m AS MATERIALIZED (
    SELECT n, %(end)s - (n::float8 / %(messages)s) * %(over)s AS accepted_at,
        (lpad(to_hex((extract(epoch FROM %(end)s - (n::float8 / %(messages)s) * %(over)s) * 1000)::bigint), 12, '0')
         || '7' || right(lpad(to_hex(n), 12, '0'), 3) || '8' || lpad(to_hex(hashint8(n)::bit(32)::int8), 15, '0')
        )::uuid AS id,
        (n %% 20)::int AS tag, n %% 5 AS sender, n %% 3 AS key,
        'user' || (hashint8(n) & 2147483647) %% %(addresses)s || '@' || (ARRAY['gmail', 'yahoo', 'kantor'])[n %% 3 + 1]
            || '.example' AS recipient
    FROM generate_series(%(first)s::bigint, %(last)s::bigint) AS n
), e AS (
    SELECT *, 'accepted' AS type, interval '0' AS later, 0 AS code, '' AS enhanced, '{}'::jsonb AS detail FROM m
    UNION ALL
    SELECT *, CASE WHEN n %% 20 = 7 THEN 'bounced' ELSE 'delivered' END, interval '300 ms',
        CASE WHEN n %% 20 = 7 THEN 550 ELSE 250 END, CASE WHEN n %% 20 = 7 THEN '5.1.1' ELSE '2.0.0' END,
        CASE WHEN n %% 20 = 7 THEN '{"class": "hard"}' ELSE '{"latencyMs": 300}' END::jsonb FROM m
    UNION ALL
    SELECT *, CASE WHEN n %% 5000 = 0 THEN 'complained' ELSE 'opened' END, interval '20 minutes', 0, '',
        '{"first": true}'::jsonb FROM m WHERE n %% 2 = 0
), pairs AS (
    INSERT INTO transactional_pair (team_id, pair, accepted_at, message_id)
    SELECT %(team)s, 'order=' || n, accepted_at, id FROM m
    UNION ALL SELECT %(team)s, 'plan=' || (ARRAY['free', 'gold'])[n %% 2 + 1], accepted_at, id FROM m
)
INSERT INTO transactional_event (team_id, at, id, message_id, accepted_at, key_id, domain_id, tag_id, sender_id,
    subject_id, link_id, position, code, type, enhanced, recipient, sender, domain, tag, subject, beginning, reply,
    detail)
SELECT %(team)s, e.accepted_at + e.later, gen_random_uuid(), e.id, e.accepted_at,
    lpad(to_hex(e.key + 1), 32, '0')::uuid, lpad('b', 32, '0')::uuid, t.id, s.id, j.id, 0, 0, e.code, e.type,
    e.enhanced, e.recipient, s.name, 'kopi.example', t.name, 'Your order ' || e.n || ' of kind ' || chr(97 + e.tag),
    'your order ' || e.n || ' of kind ' || chr(97 + e.tag), CASE e.code WHEN 550 THEN 'No such user here' ELSE '' END,
    e.detail
FROM e
JOIN transactional_metricname AS t ON t.team_id = %(team)s AND t.kind = 'tag' AND t.name = 'tag' || e.tag
JOIN transactional_metricname AS s ON s.team_id = %(team)s AND s.kind = 'sender'
    AND s.name = 'shop' || e.sender || '@kopi.example'
JOIN transactional_metricname AS j ON j.team_id = %(team)s AND j.kind = 'subject'
    AND j.name = 'Your order # of kind ' || chr(97 + e.tag)
"""
# How each index is dropped and created again.
_INDEXES = """
SELECT
    CASE WHEN i.indisprimary THEN format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.relname)
        ELSE format('DROP INDEX %I', c.relname) END,
    CASE WHEN i.indisprimary THEN format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.relname,
            pg_get_constraintdef(k.oid))
        ELSE replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') END
FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
LEFT JOIN pg_constraint AS k ON k.conindid = i.indexrelid AND k.contype = 'p'
WHERE i.indrelid IN ('transactional_event'::regclass, 'transactional_pair'::regclass) ORDER BY c.relname
"""

# Each builds a search for the number n, which is random.
QUESTIONS: dict[str, Callable[[int], str]] = {
    "everything": lambda _: "",
    "recipient": lambda n: f"recipient:user{n % ADDRESSES}@gmail.example",
    "beginning": lambda n: f"user{n % ADDRESSES}",
    "wordOfSubject": lambda n: f'"your order {n}"',
    "order": lambda n: f"metadata.order:{n}",
    "plan": lambda _: "metadata.plan:free type:opened",
    "bouncedOfTag": lambda n: f"type:bounced tag:tag{n % 20}",
    "complained": lambda n: f"type:complained -recipient:user{n % 10}",
    "code": lambda _: "code:5.1.1 -type:delivered",
    "reply": lambda _: "reply:such type:bounced",
    "nothing": lambda n: f"recipient:nobody{n}@gmail.example",
    "noneOfMany": lambda _: "type:opened reply:never",
}


def make(count: int, end: datetime, *, report_line: Callable[[str], None]) -> tuple[Team, int]:
    """Creates the teams with their events. Returns the number of messages of the first one."""
    partitions.create_partitions_between((end - OVER).date(), end.date())
    teams = [make_team("Kopi"), make_team("Teh")]
    with connection.cursor() as cursor:
        cursor.execute(_INDEXES)
        indexes = cursor.fetchall()
        for dropping, _ in indexes:
            cursor.execute(dropping)
    pieces: list[dict[str, Any]] = []
    for team, events_of in zip(teams, (count, count // 10), strict=True):
        messages = int(events_of / PER_MESSAGE)
        with connection.cursor() as cursor:
            cursor.execute(_NAMES, {"team": team.pk})
        values = {"team": team.pk, "end": end, "over": OVER, "messages": messages, "addresses": ADDRESSES}
        pieces += [
            values | {"first": first, "last": min(first + AT_ONCE, messages) - 1}
            for first in range(0, messages, AT_ONCE)
        ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, _ in enumerate(pool.map(_make_piece, pieces), 1):
            report_line(f"{number} of {len(pieces)} times {AT_ONCE:,} messages")
    with connection.cursor() as cursor:
        # Building an index from sorted rows takes a fifth of the time of growing it row by row.
        cursor.execute("SET maintenance_work_mem = '1GB'")
        for _, making in indexes:
            cursor.execute(making)
            report_line(making[:80])
        cursor.execute("ANALYZE")
    hour = end.replace(minute=0, second=0, microsecond=0)
    for team in teams:
        recounting.recount(team.pk, start=hour - OVER - timedelta(hours=1), end=hour + timedelta(hours=2))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return teams[0], int(count / PER_MESSAGE)


def _make_piece(values: dict[str, Any]) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute(_EVENTS, values)
    finally:
        connection.close()


def searched(team_id: UUID, words: str, *, start: datetime, before: str | None = None) -> tuple[float, str | None]:
    """The duration of a page in milliseconds, and the cursor of the next one."""
    query = EventQuery(q=words, size=50, before=before, **{"from": start})
    begun = perf_counter()
    found = events.list_events(Binding(team_id), query)
    return (perf_counter() - begun) * 1000, found.before


def run(count: int, calls: int, report_line: Callable[[str], None], *, seed: int = 8) -> list[Figure]:
    end, random = clock.now(), Random(seed)
    begun = perf_counter()
    team, messages = make(count, end, report_line=report_line)
    report_line(f"{count:,} events made in {perf_counter() - begun:.0f} s")
    figures, every = [], []
    for name, ask in QUESTIONS.items():
        taken = []
        for number in range(calls + 3):
            start = end - (OVER if number % 2 else timedelta(days=7))
            took, before = searched(team.pk, ask(random.randrange(messages)), start=start)
            # Some continue to the next page.
            if before and number % 4 == 0:
                took = max(took, searched(team.pk, ask(random.randrange(messages)), start=start, before=before)[0])
            taken.append(took)
        taken = taken[3:]
        every += taken
        report_line(f"{name}: p95 {p95(taken):.1f} ms, longest {max(taken):.1f} ms")
    figures.append(Figure("trx_events.search", round(p95(every), 1), "ms p95"))
    week = end - timedelta(days=7)
    whole = AnalyticsQuery.model_validate({"compare": "previous", "from": week})
    by_tag = GroupsQuery.model_validate({"groupBy": "tag", "compare": "previous", "from": week})
    period = stats.resolve_stats_period(Binding(team.pk), whole)
    asked: dict[str, Callable[[], object]] = {
        # The screen requests both.
        "analytics": lambda: (stats.get_analytics(period, whole), stats.list_groups(period, by_tag)),
        "basic": lambda: stats.get_basic(
            stats.resolve_stats_period(Binding(team.pk), ComparedQuery.model_validate({"from": end - OVER})),
            compare=True,
        ),
    }
    for name, read in asked.items():
        taken = []
        for _ in range(calls):
            begun = perf_counter()
            read()
            taken.append((perf_counter() - begun) * 1000)
        report_line(f"{name}: p95 {p95(taken):.1f} ms")
        figures.append(Figure(f"trx_events.{name}", round(p95(taken), 1), "ms p95"))
    connection.close()
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench trx_events")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--calls", type=int, default=CALLS)
    given = parser.parse_args()

    def report_line(line: str) -> None:
        say(line, as_json=given.json)

    logs.configure()
    report_line(calibrate().line())
    return finish(run(given.events, given.calls, report_line), as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
