"""Importing a million contacts, held against COPY of the same clean rows into the same indexed tables.

    python -m bench.import_ [--json] [--rows N]

The file has 12 columns, 4 of them custom, 2 % bad rows, 5 % rows that repeat an address, and lines in Windows-1252
among UTF-8. Ours is the whole way from start to finished: reading, cleaning, looking up, COPY, labels, custom slots,
quota, error file, events. The peer is one COPY per table of the rows that ours ended with, into tables of the same
columns, constraints and indexes, in the same run.
"""

import argparse
import resource
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import stage

stage.prepare("import")

from django.conf import settings  # noqa: E402 -- after Django is set up
from django.db import connection  # noqa: E402
from psycopg import connect, sql  # noqa: E402

from bench import api_load, reported  # noqa: E402
from bench.calibration import calibrate  # noqa: E402
from bench.importing import make_team_without_limits  # noqa: E402
from bench.people import people  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from server.contacts.events import ImportProgressed  # noqa: E402
from server.contacts.models import ImportJob  # noqa: E402
from server.contacts.schemas.imports import StartIn  # noqa: E402
from server.contacts.services import import_runs, imports, labels  # noqa: E402
from server.core import jobs, outbox  # noqa: E402
from server.core.models import Job  # noqa: E402
from tests.cast import Person  # noqa: E402
from tests.realtime.harness import Server  # noqa: E402

ROWS = 1_000_000
LABELS = ("Newsletter", "VIP")


@dataclass
class Watch:
    """Samples this process's memory while something runs."""

    base_bytes: int = 0
    peak_bytes: int = 0

    def during(self, work: Callable[[], None]) -> float:
        """Runs the work; answers the seconds it took."""
        ended = threading.Event()
        self.base_bytes = rss_bytes()

        def sample() -> None:
            while not ended.wait(0.02):
                self.peak_bytes = max(self.peak_bytes, rss_bytes())

        thread = threading.Thread(target=sample, daemon=True)
        thread.start()
        begun = time.perf_counter()
        work()
        seconds = time.perf_counter() - begun
        ended.set()
        thread.join()
        return seconds


def rss_bytes() -> int:
    """Resident memory of this process now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def ours(person: Person, path: Path, watch: Watch, told: list[float]) -> tuple[ImportJob, float, float]:
    """Prepares and runs the import; answers it with the seconds of both."""
    team_id, caller = person.team.pk, person.caller
    begun = time.perf_counter()
    job = imports.prepare(team_id=team_id, upload=path, name=path.name, by=caller)
    prepared = time.perf_counter() - begun
    chosen = [labels.create(team_id=team_id, name=name, by=caller).pk for name in LABELS]
    imports.start(team_id=team_id, wanted=StartIn(import_id=job.pk, label_ids=chosen, consent=True), by=caller)
    claim = jobs.claim(Job.objects.get(key=imports.job_key(job.pk)).pk)
    assert claim is not None
    outbox_pass_on = outbox.pass_on

    def note(event: outbox.Passing) -> None:
        if event.name == ImportProgressed.name:
            told.append(time.perf_counter())
        outbox_pass_on(event)

    outbox.pass_on = note
    seconds = watch.during(lambda: import_runs.run(team_id=team_id, import_id=job.pk, claim=claim))
    outbox.pass_on = outbox_pass_on
    job.refresh_from_db()
    assert job.state == "DONE", job.reason
    return job, prepared, seconds


def copied(folder: Path, table: str) -> float:
    """Seconds of one COPY of the table's rows, in their order, into a twin with the same constraints and indexes."""
    source, twin, path = sql.Identifier(table), sql.Identifier(f"twin_{table}"), folder / table
    key = sql.Identifier("contact_id" if table.endswith("slots") else "id")
    with connect(settings.DATABASE_URL, autocommit=True) as line:
        line.execute(sql.SQL("CREATE TABLE {} (LIKE {} INCLUDING ALL)").format(twin, source))
        with (
            path.open("wb") as file,
            line.cursor().copy(sql.SQL("COPY (SELECT * FROM {} ORDER BY {}) TO STDOUT").format(source, key)) as out,
        ):
            for block in out:
                file.write(block)
        begun = time.perf_counter()
        with path.open("rb") as file, line.cursor().copy(sql.SQL("COPY {} FROM STDIN").format(twin)) as into:
            while block := file.read(1 << 20):
                into.write(block)
        return time.perf_counter() - begun


def measure(count: int, folder: Path, *, as_json: bool) -> list[Figure]:
    """The figures of one run."""
    path, person, watch, told = folder / "people.csv", make_team_without_limits(folder), Watch(), list[float]()
    with path.open("wb") as file:
        file.writelines(people(count))
    say(f"{count:,} rows, {path.stat().st_size / 1e6:,.1f} MB", as_json=as_json)
    job, prepared, seconds = ours(person, path, watch, told)
    say(
        f"prepared in {prepared:.1f} s ({job.forecast}); ran in {seconds:.1f} s: added {job.added:,}, "
        f"updated {job.updated:,}, set aside {job.failed:,}",
        as_json=as_json,
    )
    peer = copied(folder, "contacts_contact") + copied(folder, "contacts_contactslots")
    say(f"COPY of the {job.added:,} clean rows into twins of both tables: {peer:.1f} s", as_json=as_json)
    gaps = [later - earlier for earlier, later in pairwise(told)]
    return [
        Figure("import.ratio", job.total / seconds, "rows/s", "COPY into the same tables", job.added / peer),
        Figure("import.memory", watch.peak_bytes / 1e6, "MB", "before it began", watch.base_bytes / 1e6),
        Figure("import.progress", len(told) / seconds, "events/s"),
        Figure("import.silence", max(gaps, default=seconds), "s"),
    ]


def measure_api(count: int, folder: Path, *, as_json: bool) -> list[Figure]:
    """What callers of the API see while another such import runs in their team, apart from its own figures."""
    path, person, watch = folder / "people.csv", make_team_without_limits(folder, "Busy"), Watch()
    campaign_id = reported.make_campaign(person)
    server = Server("realtime.asgi:application")
    server.start()
    try:
        found = api_load.during(
            lambda: ours(person, path, watch, []),
            port=server.port,
            host=f"localhost:{server.port}",
            token=person.token,
            campaign_id=campaign_id,
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
    """Measures, prints, answers the exit code."""
    parser = argparse.ArgumentParser(prog="bench import")
    parser.add_argument("--json", action="store_true", help="print a list of figures as JSON and nothing else")
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
