"""The home page, the overview of all campaigns, usage and advice of a team with 5,000 campaigns.

    python -m bench.overview [--json] [--campaigns N] [--calls N]

Each value is measured on API calls, through authentication and the whole response, without the network. Campaigns start
evenly over two years, each with its counters and 120 minutes with events. The production code closes the days, and the
results are compared with the minutes.
"""

import argparse
import json
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
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
from server.campaigns.models import Campaign  # noqa: E402
from server.campaigns.origins import CAMPAIGN  # noqa: E402
from server.core import clock, logs  # noqa: E402
from server.delivery.models import Mailing, MailingCounters  # noqa: E402
from server.reports.advice import services as advice  # noqa: E402
from server.stats.services import closing  # noqa: E402
from tests.cast import Person  # noqa: E402

CAMPAIGNS, CALLS = 5_000, 60
AT_ONCE = 1_000  # rows per statement, which can have 65,535 values at most
OVER = timedelta(days=730)
COUNTERS = {
    "sent": 9_800,
    "failed": 150,
    "suppressed": 50,
    "hard_bounced": 100,
    "soft_bounced": 50,
    "blocked": 10,
    "returned": 20,
    "opens": 5_000,
    "machine_opened": 900,
    "machine_opens": 1_000,
    "clicks": 600,
    "machine_clicks": 50,
    "any_opened": 4_500,
    "any_clicked": 500,
    "unsubscribed": 20,
}
# Minutes of each: sent in the first twenty, then opened and clicked over two weeks.
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
    newest = clock.now().replace(second=0, microsecond=0) - timedelta(hours=1)
    made = [_campaign(person, number, newest - number * OVER / campaigns) for number in range(campaigns)]
    begun = Campaign.objects.bulk_create(made, batch_size=AT_ONCE)
    mailings = Mailing.objects.bulk_create(map(_mailing, begun), batch_size=AT_ONCE)
    counters = [
        MailingCounters(
            mailing=mailing,
            team=person.team,
            opened=3_000 + number % 1_000,
            clicked=400 + number % 100,
            complained=number % 5,
            **COUNTERS,
        )
        for number, mailing in enumerate(mailings)
    ]
    MailingCounters.objects.bulk_create(counters, batch_size=AT_ONCE)
    with connection.cursor() as cursor:
        cursor.execute(_MINUTES, {"team": person.team.pk})
        cursor.execute("ANALYZE")


def _campaign(person: Person, number: int, at: datetime) -> Campaign:
    return Campaign(
        team=person.team,
        name=f"Campaign {number}",
        subject=f"Subject {number}",
        category=f"Category {number % 8}",
        to_all=True,
        status="SENT",
        from_name="Kopi",
        from_email="news@kopi.example",
        recipient_count=10_000,
        started_at=at,
        sent_at=at,
        created_at=at,
        updated_at=at,
    )


def _mailing(campaign: Campaign) -> Mailing:
    at = campaign.started_at
    return Mailing(
        team=campaign.team,
        origin=CAMPAIGN,
        origin_id=campaign.pk,
        state="done",
        from_address=campaign.from_email,
        compiled={},
        recipients=campaign.recipient_count,
        settled=campaign.recipient_count,
        created_at=campaign.created_at,
        started_at=at,
        finished_at=at,
    )


def timed(person: Person, path: str, body: dict[str, Any] | None = None) -> tuple[float, dict[str, Any]]:
    """The duration of a call in milliseconds, and its response."""
    begun = perf_counter()
    answer = person.api.get(path) if body is None else person.api.post(path, body)
    took = (perf_counter() - begun) * 1000
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = json.loads(answer.content)
    return took, found


def check(person: Person) -> None:
    """Checks that the home page agrees with the minute rows."""
    with connection.cursor() as cursor:
        cursor.execute(_NAIVE, [person.team.pk])
        [sent] = cursor.fetchone() or (0,)
    assert timed(person, "dashboard/stats", {})[1]["figures"]["sent"] == sent


def run(campaigns: int, calls: int, report_line: Callable[[str], None]) -> list[Figure]:
    with TemporaryDirectory() as folder:
        person = make_team_without_limits(Path(folder))
        make(person, campaigns)
        begun = perf_counter()
        closing.close_days(team_id=person.team.pk)
        report_line(f"{campaigns:,} campaigns; two years of days closed in {perf_counter() - begun:.1f} s")
        check(person)
        begun = perf_counter()
        advice.refresh_advice(team_id=person.team.pk)
        report_line(f"a look for advice took {perf_counter() - begun:.2f} s")
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
            report_line(f"{name}: p95 {p95(times):.1f} ms, longest {max(times):.1f} ms")
            figures.append(Figure(f"overview.{name}", p95(times), "ms p95"))
    connection.close()
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench overview")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--campaigns", type=int, default=CAMPAIGNS)
    parser.add_argument("--calls", type=int, default=CALLS)
    given = parser.parse_args()

    def report_line(line: str) -> None:
        say(line, as_json=given.json)

    logs.configure()
    report_line(calibrate().line())
    return finish(run(given.campaigns, given.calls, report_line), as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
