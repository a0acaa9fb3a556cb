"""Home, the overview of all campaigns, usage and advice of a team with 5,000 campaigns.

    python -m bench.overview [--json] [--campaigns N] [--calls N]

Each figure is of calls of the API, through authentication and the whole answer, without the way over the network.
Campaigns begin evenly over two years, each with its counters and 120 minutes in which something happened; days are
closed by the production code, and what is read then is held against the minutes.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench import stage

stage.prepare("overview")

from django.db import connection  # noqa: E402 -- after Django is set up

from bench.calibration import calibrate  # noqa: E402
from bench.contacts import p95  # noqa: E402
from bench.importing import make_team_without_limits  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from server.core import logs  # noqa: E402
from server.reports.advice import services as advice  # noqa: E402
from server.stats.services import closing  # noqa: E402
from tests.cast import Person  # noqa: E402

CAMPAIGNS, CALLS = 5_000, 60
# Minutes of each: sent in the first twenty, then opened and clicked over two weeks.
_MADE = """
WITH c AS (
    INSERT INTO campaigns_campaign (id, team_id, kind, name, subject, preheader, category, content_kind, starter, body,
        to_all, label_ids, segment_ids, status, from_name, from_email, recipient_count, started_at, sent_at, created_at,
        updated_at, revision)
    SELECT gen_random_uuid(), %(team)s, 'email', 'Campaign ' || n, 'Subject ' || n, '', 'Category ' || n %% 8,
        'markdown', 'letter', '', true, '{}', '{}', 'SENT', 'Kopi', 'news@kopi.example', 10000, at, at, at, at, 1
    FROM (SELECT n, date_trunc('minute', now()) - interval '1 hour' - n * interval '730 days' / %(count)s AS at
          FROM generate_series(0, %(count)s - 1) AS n) AS placed
    RETURNING id, started_at
), g AS (
    INSERT INTO delivery_mailing (team_id, origin, origin_id, priority, state, subject, from_name, from_address,
        reply_to, compiled, follows, unsubscribes, recipients, settled, created_at, started_at, finished_at)
    SELECT %(team)s, 'campaign', id, 5, 'done', '', '', 'news@kopi.example', '', '{}', true, true, 10000, 10000,
        started_at, started_at, started_at FROM c
    RETURNING id
)
INSERT INTO delivery_mailingcounters (mailing_id, team_id, revision, sent, failed, suppressed, skipped, in_doubt,
    hard_bounced, soft_bounced, blocked, returned, deferred, opened, opens, machine_opened, machine_opens, clicked,
    clicks, machine_clicks, any_opened, any_clicked, unsubscribed, complained, by_destination)
SELECT id, %(team)s, 1, 9800, 150, 50, 0, 0, 100, 50, 10, 20, 0, 3000 + id %% 1000, 5000, 900, 1000, 400 + id %% 100,
    600, 50, 4500, 500, 20, id %% 5, 0 FROM g
"""
_MINUTES = """
INSERT INTO delivery_mailingminute (mailing_id, minute, what, team_id, count)
SELECT g.id, g.started_at + CASE WHEN n < 20 THEN n ELSE n * n * 2 END * interval '1 minute',
    CASE WHEN n < 20 THEN 'sent' WHEN n %% 3 = 0 THEN 'clicked' WHEN n %% 3 = 1 THEN 'opened' ELSE 'any_opened' END,
    %(team)s, CASE WHEN n < 20 THEN 490 ELSE 30 END
FROM delivery_mailing AS g CROSS JOIN generate_series(0, 119) AS n
WHERE g.team_id = %(team)s AND g.started_at + n * n * 2 * interval '1 minute' < now()
"""
_NAIVE = "SELECT sum(count) FROM delivery_mailingminute WHERE team_id = %s AND what = 'sent'"


def make(person: Person, campaigns: int) -> None:
    """The campaigns with what happened to them."""
    with connection.cursor() as cursor:
        cursor.execute(_MADE, {"team": person.team.pk, "count": campaigns})
        cursor.execute(_MINUTES, {"team": person.team.pk})
        cursor.execute("ANALYZE")


def timed(person: Person, path: str, body: dict[str, Any] | None = None) -> tuple[float, dict[str, Any]]:
    """Milliseconds of a call, and its answer."""
    begun = perf_counter()
    answer = person.api.get(path) if body is None else person.api.post(path, body)
    took = (perf_counter() - begun) * 1000
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = json.loads(answer.content)
    return took, found


def check(person: Person) -> None:
    """Home says what the minutes say."""
    with connection.cursor() as cursor:
        cursor.execute(_NAIVE, [person.team.pk])
        [sent] = cursor.fetchone() or (0,)
    assert timed(person, "dashboard/stats", {})[1]["figures"]["sent"] == sent


def run(campaigns: int, calls: int, tell: Callable[[str], None]) -> list[Figure]:
    """Makes the team, closes its days, checks, and measures."""
    with TemporaryDirectory() as folder:
        person = make_team_without_limits(Path(folder))
        make(person, campaigns)
        begun = perf_counter()
        closing.close(team_id=person.team.pk)
        tell(f"{campaigns:,} campaigns; two years of days closed in {perf_counter() - begun:.1f} s")
        check(person)
        begun = perf_counter()
        advice.look(team_id=person.team.pk)
        tell(f"a look for advice took {perf_counter() - begun:.2f} s")
        asked: dict[str, tuple[str, dict[str, Any] | None]] = {
            "home": ("dashboard/stats", {}),
            "table": ("reports/overview?size=25", None),
            "byRate": ("reports/overview?size=25&page=40&sort=-clicked&machines=include", None),
            "usage": ("usage/email", None),
            "advice": ("advice", None),
        }
        figures = []
        for name, (path, body) in asked.items():
            timed(person, path, body)
            times = [timed(person, path, body)[0] for _ in range(calls)]
            tell(f"{name}: p95 {p95(times):.1f} ms, longest {max(times):.1f} ms")
            figures.append(Figure(f"overview.{name}", p95(times), "ms p95"))
    connection.close()
    return figures


def main() -> int:
    """Measures, prints, answers the exit code."""
    parser = argparse.ArgumentParser(prog="bench overview")
    parser.add_argument("--json", action="store_true", help="print a list of figures as JSON and nothing else")
    parser.add_argument("--campaigns", type=int, default=CAMPAIGNS)
    parser.add_argument("--calls", type=int, default=CALLS)
    given = parser.parse_args()

    def tell(line: str) -> None:
        say(line, as_json=given.json)

    logs.configure()
    tell(calibrate().line())
    return finish(run(given.campaigns, given.calls, tell), as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
