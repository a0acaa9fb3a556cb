"""The API's reads: a mix of them at 100 requests a second, and each compared with the same SQL by plain psycopg.

    python -m bench.api [--json]

A team with 20,000 contacts and a sent campaign. The CPU of an endpoint is that of the web process and of the database's
backends, per request, over one persistent connection. The peer is a process that only runs the endpoint's statements
with the same parameters and fetches their rows; its backend counts as well.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

from bench import report, stage

stage.prepare("api")

from django.conf import settings  # noqa: E402 -- after Django is set up
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from psycopg import ClientCursor, connect  # noqa: E402

from bench import api_load, reported  # noqa: E402
from bench.calibration import calibrate  # noqa: E402
from bench.importing import make_team_without_limits  # noqa: E402
from bench.people import ENCODING, people  # noqa: E402
from bench.processes import cpu_seconds  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from server.contacts.services.importing import imports, runs  # noqa: E402
from server.contacts.services.importing.imports import ImportChoices  # noqa: E402
from server.core import jobs  # noqa: E402
from server.core.models import Job  # noqa: E402
from tests.cast import Person  # noqa: E402
from tests.realtime.harness import Server  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
CONTACTS = 20_000
REQUESTS_PER_SECOND = 100
MIX_SECONDS = 20
ROUNDS = 3
REQUESTS_PER_ROUND = 200


@dataclass(frozen=True, slots=True)
class ReadEndpoint:
    """A read operation of the API and its SQL statements."""

    name: str
    path: str
    statements: list[tuple[str, str]]


def mix(campaign_id: str, contact_id: str) -> dict[str, str]:
    report_of = f"/api/email-marketing/reports/basic?id={campaign_id}"
    return {
        "me": "/api/me",
        "plan": "/api/companies/plan",
        "usage": "/api/companies/usage",
        "activity": "/api/activity?size=10",
        "contacts": "/api/contacts?page=1&size=50",
        "search": "/api/contacts?page=1&size=50&search=person12",
        "contact": f"/api/contacts/{contact_id}",
        "campaigns": "/api/email-marketing?page=1&size=10",
        "campaign": f"/api/email-marketing/{campaign_id}",
        "report": report_of,
        "senders": "/api/senders",
    }


def fill(person: Person, folder: Path) -> str:
    """Imports the contacts. Returns the id of one."""
    path = folder / "people.csv"
    with path.open("wb") as file:
        file.writelines(people(CONTACTS))
    job = imports.prepare(team_id=person.team.pk, upload=path, name=path.name, by=person.caller, encoding=ENCODING)
    imports.start(team_id=person.team.pk, import_id=job.pk, choices=ImportChoices(consent=True), by=person.caller)
    claim = jobs.claim(Job.objects.get(key=imports.build_job_key(job.pk)).pk)
    assert claim is not None
    runs.run_import(team_id=person.team.pk, import_id=job.pk, claim=claim)
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM contacts_contact WHERE email = 'person12@example12.com'")
        [contact_id] = cursor.fetchone()
    return str(contact_id)


def statements_of(path: str, person: Person) -> list[tuple[str, str]]:
    """The statements of one request, each with whether it returns rows. Includes the authentication query."""
    told: list[tuple[str, str]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        answer = execute(sql, params, many, context)
        cursor = context["cursor"].cursor
        text = ClientCursor(cursor.connection).mogrify(sql, params) if params else sql
        told.append((text, "rows" if cursor.description else "none"))
        return answer

    client = Client(headers={"authorization": f"Bearer {person.token}", "host": settings.APP_HOSTS[0]})
    with connection.execute_wrapper(note):
        assert client.get(path).status_code == 200, path
    return told


def requested(port: int, path: str, token: str, count: int) -> None:
    line = HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Host": f"localhost:{port}", "Authorization": f"Bearer {token}"}
    for _ in range(count):
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200, (path, answer.status)
    line.close()


def backends(pids_of_ours: set[int]) -> list[int]:
    """The database's backends for this database, except ours."""
    with connect(settings.DATABASE_URL, autocommit=True) as line:
        rows = line.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            # An autovacuum worker belongs to no client, and can end during the measurement.
            " AND backend_type = 'client backend'"
        ).fetchall()
    return [pid for (pid,) in rows if pid not in pids_of_ours]


class Bare:
    """The peer: a process with one psycopg connection that runs the statements it receives."""

    def __init__(self) -> None:
        argv = [sys.executable, "-m", "bench.bare_sql", settings.DATABASE_URL]
        self._process = subprocess.Popen(argv, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.backend = int(self._read())

    @property
    def pids(self) -> list[int]:
        return [self._process.pid, self.backend]

    def run(self, statements: list[tuple[str, str]], count: int) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([statements, count]) + "\n")
        self._process.stdin.flush()
        assert self._read() == "done"

    def end(self) -> None:
        self._process.kill()
        self._process.wait()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextmanager
def served() -> Iterator[Server]:
    server = Server("realtime.asgi:application", DASH_LOG_FORMAT="json", DASH_LOG_LEVEL="WARNING")
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def spending(pids: list[int], into: list[float], place: int) -> Iterator[None]:
    """Adds the CPU time of the processes during the block. A pool can close a connection, and so a backend, in
    between."""
    before = standing(pids)
    yield
    after = standing(pids)
    into[place] += sum(after[pid] - before[pid] for pid in after.keys() & before.keys())


def standing(pids: list[int]) -> dict[int, float]:
    """Without processes that have ended."""
    found = {}
    for pid in pids:
        with suppress(FileNotFoundError):
            found[pid] = cpu_seconds(pid)
    return found


def compare(server: Server, bare: Bare, endpoints: list[ReadEndpoint], token: str, ours: set[int]) -> dict[str, Any]:
    """CPU of each endpoint and of its peer, in µs per request, measured alternately."""
    spent: dict[str, list[float]] = {endpoint.name: [0.0, 0.0] for endpoint in endpoints}
    for endpoint in endpoints:
        requested(server.port, endpoint.path, token, 60)
        bare.run(endpoint.statements, 60)
    for _ in range(ROUNDS):
        for endpoint in endpoints:
            web = [server.pid, *backends(ours | {bare.backend})]
            with spending(web, spent[endpoint.name], 0):
                requested(server.port, endpoint.path, token, REQUESTS_PER_ROUND)
            with spending(bare.pids, spent[endpoint.name], 1):
                bare.run(endpoint.statements, REQUESTS_PER_ROUND)
    each = 1e6 / (ROUNDS * REQUESTS_PER_ROUND)
    return {name: (mine * each, theirs * each) for name, (mine, theirs) in spent.items()}


def main() -> int:
    as_json = report.wants_json("api")
    say(calibrate().line(), as_json=as_json)
    with TemporaryDirectory() as folder, served() as server:
        person = make_team_without_limits(Path(folder))
        contact_id = fill(person, Path(folder))
        campaign_id = reported.make_campaign(person)
        calls = mix(campaign_id, contact_id)
        endpoints = [ReadEndpoint(name, path, statements_of(path, person)) for name, path in calls.items()]
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            ours = {cursor.fetchone()[0]}
        found = api_load.during(
            lambda: sleep(MIX_SECONDS),
            port=server.port,
            host=f"localhost:{server.port}",
            token=person.token,
            rate=REQUESTS_PER_SECOND,
            calls=calls,
        )
        each = ", ".join(f"{name} {ms:,.0f}" for name, ms in found.each_p95_ms.items())
        say(
            f"{found.calls} calls, {found.failed} failed, p50 {found.p50_ms:,.1f} ms; p95 of each: {each}",
            as_json=as_json,
        )
        bare = Bare()
        try:
            compared = compare(server, bare, endpoints, person.token, ours)
        finally:
            bare.end()
    figures = [
        Figure("api.mixP95", found.p95_ms, "ms"),
        Figure("api.mixFailed", found.failed, "calls"),
        *(
            Figure(f"api.{name}", mine, "µs a request", f"its {len(endpoint.statements)} statements by psycopg", theirs)
            for endpoint in endpoints
            for name, (mine, theirs) in [(endpoint.name, compared[endpoint.name])]
        ),
    ]
    connection.close()
    return finish(figures, as_json=as_json)


if __name__ == "__main__":
    sys.exit(main())
