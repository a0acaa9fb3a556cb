"""Importing a million contacts, compared with COPY of the same clean rows into the same indexed table.

    python -m bench.import_ [--json] [--rows N]

The file has 12 columns, 4 of them custom, 2% invalid rows, 5% rows that repeat an address, and lines in Windows-1252
among UTF-8. Ours covers everything from start to finish: reading, cleaning, lookups, COPY, labels, custom values,
quota, error file, events. The peer is COPY of our resulting rows into the same table with its indexes, its foreign
key and its triggers, emptied before, in statements as large as an entry of the feed can be. Then the same people are
imported with other phone numbers, which only updates rows, and compared with the same COPY. Response times of the API
during an import are measured with another team.
"""

import argparse
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import stage

stage.prepare("import")

from django.db import connection  # noqa: E402 -- after Django is set up

from bench import api_load, reported  # noqa: E402
from bench.calibration import calibrate  # noqa: E402
from bench.importing import copy_again, make_team_without_limits, run_import, update_again  # noqa: E402
from bench.people import people  # noqa: E402
from bench.processes import MemoryWatch  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from server.contacts.services import labels  # noqa: E402
from tests.realtime.harness import Server  # noqa: E402

ROWS = 1_000_000
CALLS_PER_SECOND = 20
LABELS = ("Newsletter", "VIP")


def measure(count: int, folder: Path, *, as_json: bool) -> list[Figure]:
    path, person, watch, again = folder / "people.csv", make_team_without_limits(folder), MemoryWatch(), MemoryWatch()
    with path.open("wb") as file:
        file.writelines(people(count))
    say(f"{count:,} rows, {path.stat().st_size / 1e6:,.1f} MB", as_json=as_json)
    chosen = [labels.create(team_id=person.team.pk, name=name, by=person.caller).pk for name in LABELS]
    fresh = run_import(person, path, watch, chosen)
    say(fresh.line(), as_json=as_json)
    peer = copy_again(folder, after=0, count=fresh.job.added)
    say(f"COPY of the {fresh.job.added:,} clean rows into the same table: {peer:.1f} s", as_json=as_json)
    with path.open("wb") as file:
        file.writelines(people(count, phones="+62813"))
    updates = run_import(person, path, again, chosen)
    assert (updates.job.added, updates.job.failed) == (0, fresh.job.failed)
    say(f"again, with other phone numbers: {updates.line()}", as_json=as_json)
    bare = update_again(folder, count=fresh.job.added)
    say(f"the same by UPDATE from a temporary table: {bare:.1f} s", as_json=as_json)
    gaps = [later - earlier for earlier, later in pairwise(fresh.told)]
    beside = fresh.job.added / peer
    return [
        Figure("import.ratio", fresh.rate, "rows/s", "COPY into the same table", beside),
        Figure("import.updates", updates.rate, "rows/s", "COPY into the same table", beside),
        Figure("import.updatesBare", updates.rate, "rows/s", "UPDATE of as many", fresh.job.added / bare),
        Figure("import.memory", watch.peak_bytes / 1e6, "MB", "before it began", watch.base_bytes / 1e6),
        Figure("import.updateMemory", again.peak_bytes / 1e6, "MB", "before it began", again.base_bytes / 1e6),
        Figure("import.progress", len(fresh.told) / fresh.seconds, "events/s"),
        Figure("import.silence", max(gaps, default=fresh.seconds), "s"),
    ]


def measure_api(count: int, folder: Path, *, as_json: bool) -> list[Figure]:
    """Response times of the API during another such import in the same team. The import is not part of the other
    results."""
    path, person = folder / "people.csv", make_team_without_limits(folder, "Busy")
    campaign_id = reported.make_campaign(person)
    server = Server("realtime.asgi:application")
    server.start()
    try:
        found = api_load.during(
            lambda: run_import(person, path, MemoryWatch()),
            port=server.port,
            host=f"localhost:{server.port}",
            token=person.token,
            rate=CALLS_PER_SECOND,
            calls={
                "me": "/api/me",
                "contacts": "/api/contacts?page=1&size=50",
                "search": "/api/contacts?page=1&size=50&search=person12",
                "report": f"/api/email-marketing/reports/basic?id={campaign_id}",
            },
        )
    finally:
        server.stop()
    each = ", ".join(f"{name} {ms:,.0f}" for name, ms in found.each_p95_ms.items())
    say(
        f"API during an import of {count:,}: {found.calls} calls, {found.failed} failed, p50 {found.p50_ms:,.0f} ms, "
        f"p99 {found.p99_ms:,.0f} ms; p95 of each: {each}",
        as_json=as_json,
    )
    return [Figure("import.apiP95", found.p95_ms, "ms"), Figure("import.apiFailed", found.failed, "calls")]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench import")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--rows", type=int, default=ROWS)
    arguments = parser.parse_args()
    say(calibrate().line(), as_json=arguments.json)
    with TemporaryDirectory() as folder:
        figures = measure(arguments.rows, Path(folder), as_json=arguments.json)
        figures += measure_api(arguments.rows, Path(folder), as_json=arguments.json)
    connection.close()
    return finish(figures, as_json=arguments.json)


if __name__ == "__main__":
    raise SystemExit(main())
