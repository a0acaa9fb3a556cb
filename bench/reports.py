"""Every call of a report over five million events of one campaign.

    python -m bench.reports [--json] [--events N] [--calls N]

Each value is measured on API calls, through authentication and the whole response, without the network. The database
generates the send log and the events, and the production recount counts them. The report is then compared with a plain
query of the events. Finally, one open takes the normal path, and its delay until the report is measured.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlencode

from bench import stage

stage.prepare("reports")

from django.db import connection  # noqa: E402 -- after Django is set up

from bench.calibration import calibrate  # noqa: E402
from bench.contacts import p95  # noqa: E402
from bench.importing import make_team_without_limits  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from bench.reported import make_long_campaign  # noqa: E402
from server.core import clock, logs  # noqa: E402
from server.delivery.models import Mailing  # noqa: E402
from server.delivery.sql.tracking import TrackedEvent  # noqa: E402
from server.delivery.wire.ingest import Ingest  # noqa: E402
from tests.cast import Person  # noqa: E402

EVENTS, CALLS = 5_000_000, 60
EVENTS_EACH = 5  # per recipient
PARTS: dict[str, dict[str, Any]] = {
    "basic": {},
    "compare": {},
    "link": {},
    "clickMap": {},
    "device": {},
    "browser": {"machines": "include"},
    "location": {},
    "domain": {},
    "bounce": {},
    "leaving": {},
    "peak": {},
    "count": {},
    "recipient": {"size": 25},
}
STATES = ("sent", "failed", "opened", "notOpened", "clicked", "unsubscribed", "complained", "bounced")
NAIVE = """
SELECT count(*) FILTER (WHERE kind = 'open' AND NOT machine) AS opens,
    count(*) FILTER (WHERE kind = 'click' AND NOT machine) AS clicks,
    count(*) FILTER (WHERE kind = 'open' AND machine) AS "machineOpens",
    count(DISTINCT position) FILTER (WHERE kind IN ('open', 'click') AND NOT machine) AS opened,
    count(DISTINCT position) FILTER (WHERE kind = 'click' AND NOT machine) AS clicked,
    count(DISTINCT position) FILTER (WHERE kind IN ('open', 'click')) AS "anyOpened",
    count(DISTINCT position) FILTER (WHERE kind = 'unsubscribe') AS unsubscribed,
    count(DISTINCT position) FILTER (WHERE kind = 'complaint') AS complained
FROM delivery_event WHERE mailing_id = %s
"""


def timed(person: Person, campaign: str, part: str, **query: Any) -> tuple[float, dict[str, Any]]:
    """The duration of a call in milliseconds, and its response."""
    name = "click-map" if part == "clickMap" else part
    path = f"email-marketing/reports/{name}?" + urlencode({"id": campaign, **query})
    begun = perf_counter()
    answer = person.api.get(path)
    took = (perf_counter() - begun) * 1000
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = json.loads(answer.content)
    return took, found


def check(person: Person, campaign: str, mailing_id: int) -> None:
    """Checks that the report agrees with a plain query of the events."""
    figures = timed(person, campaign, "basic")[1]["figures"]
    with connection.cursor() as cursor:
        cursor.execute(NAIVE, [mailing_id])
        columns = [column.name for column in cursor.description or ()]
        naive = dict(zip(columns, cursor.fetchone() or (), strict=True))
    assert {name: figures[name] for name in naive} == naive, (figures, naive)
    domains = timed(person, campaign, "domain")[1]
    whole = [*domains["items"], *([domains["others"]] if domains["others"] else [])]
    assert sum(row["opened"] for row in whole) == naive["opened"]
    hours = timed(person, campaign, "peak")[1]["hours"]
    assert sum(row["opens"] for row in hours) == naive["opens"]


def measure(person: Person, campaign: str, calls: int, report_line: Callable[[str], None]) -> list[Figure]:
    figures = []
    for part, query in PARTS.items():
        timed(person, campaign, part, **query)
        times = [timed(person, campaign, part, **query)[0] for _ in range(calls)]
        report_line(f"{part}: p95 {p95(times):.1f} ms, longest {max(times):.1f} ms")
        figures.append(Figure(f"reports.{part}", p95(times), "ms p95"))
    by_state = []
    for state in STATES:
        times = [timed(person, campaign, "recipient", state=state, size=25)[0] for _ in range(max(2, calls // 4))]
        report_line(f"recipients {state}: p95 {p95(times):.1f} ms")
        by_state += times
    figures.append(Figure("reports.recipientStates", p95(by_state), "ms p95"))
    return figures


def staleness(person: Person, campaign: str, mailing_id: int, folder: Path) -> float:
    """Seconds from the response to an open until the report includes it."""
    ingest = Ingest(folder)
    before = timed(person, campaign, "basic")[1]["figures"]["opens"]
    ingest.add(TrackedEvent(mailing_id, 0, "open", clock.now()))
    begun = perf_counter()
    try:
        while timed(person, campaign, "basic")[1]["figures"]["opens"] == before:
            assert perf_counter() - begun < 30, "The open never landed"
            sleep(0.05)
    finally:
        ingest.end()
    return perf_counter() - begun


def run(name: str, events: int, calls: int, report_line: Callable[[str], None]) -> list[Figure]:
    with TemporaryDirectory() as folder:
        person = make_team_without_limits(Path(folder))
        begun = perf_counter()
        campaign = make_long_campaign(person, recipients=max(10, events // EVENTS_EACH), events=events)
        report_line(f"{name}: {events:,} events made and counted in {perf_counter() - begun:.1f} s")
        mailing_id = Mailing.objects.for_team(person.team).get(origin_id=campaign).pk
        check(person, campaign, mailing_id)
        figures = measure(person, campaign, calls, report_line)
        figures.append(Figure("reports.stale", staleness(person, campaign, mailing_id, Path(folder) / "spool"), "s"))
    connection.close()
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench reports")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--calls", type=int, default=CALLS)
    given = parser.parse_args()

    def report_line(line: str) -> None:
        say(line, as_json=given.json)

    logs.configure()
    report_line(calibrate().line())
    return finish(run("bench", given.events, given.calls, report_line), as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
