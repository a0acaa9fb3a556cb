"""Opens and clicks: the throughput of one core from the request to the metrics, and the response times.

    python -m bench.events [--json]

`events.stored`: the raw applications, mounted as in the web process but without the HTTP server, handle opens and
clicks. The mailing was sent to 60,000 contacts with 20 links. The path is token, link, bot detection, spool, then
storage, rollups, devices, links, the contacts' activity, and events for browsers. The CPU of this process and of its
database backend, per event from its line in the spool on, gives the events per core. The result is the median of
several rounds. Of the events, 30% are clicks and 15% are from bots; a recipient has about one and a half per round. The
limit is COPY of the same rows into the bare table of events. `events.perCore` includes the response (decision 008); it
is printed without a goal.

`events.p99`: a web process responds to 500 opens and clicks a second over 32 persistent connections. A sender process
sends a campaign all the time. Both share the cores with the database, the sink and the load. A request's duration
starts when it was due.
"""

import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bench import report, stage
from bench.calibration import calibrate

ROOT = Path(__file__).resolve().parent.parent
RECIPIENTS = 60_000
EVENTS = 60_000
ROUNDS = 5
LINKS = 20
REQUESTS_PER_SECOND = 500
LOAD_SECONDS = 20
CONNECTIONS = 32
WARM_UP_REQUESTS = 500
CAMPAIGN = 400_000  # more than is sent during the measurement
AGENTS = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; ms-office; MSOffice 16) Outlook/16.0",
    "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Mobile",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18 Safari/605",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
)
MACHINES = ("Mozilla/5.0", "python-requests/2.32")
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class EventCost:
    """CPU of one event in microseconds: of the applications, of the landing thread, of the database's backends."""

    handling: float
    landing: float
    backend: float

    @property
    def total(self) -> float:
        return self.handling + self.landing + self.backend


def prepare_sent(recipients: int) -> int:
    """A mailing that was sent an hour ago to contacts of a team, accepted completely by the relay. Returns its id."""
    from django.db import connection  # noqa: PLC0415 -- needs Django, which `stage` sets up

    from bench.prove import sending_books as books  # noqa: PLC0415

    body = "\n\n".join(f"[Story {n}](https://shop.example/{n})" for n in range(LINKS))
    mailing_id = books.prepare_many(recipients, body=body)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE delivery_recipient SET contact_id = 1000000 + position WHERE mailing_id = %s", [mailing_id]
        )
        cursor.execute(
            "UPDATE delivery_mailing SET started_at = started_at - interval '1 hour', state = 'done' WHERE id = %s",
            [mailing_id],
        )
        cursor.execute(
            "INSERT INTO delivery_send_log (mailing_id, position, mailed_at, at, state, bounce, code, enhanced, reply,"
            " attempt) SELECT m.id, r.position, m.started_at, m.started_at, 'sent', '', 250, '2.0.0', '', 1"
            " FROM delivery_mailing m JOIN delivery_recipient r ON r.mailing_id = m.id WHERE m.id = %s",
            [mailing_id],
        )
        cursor.execute("DELETE FROM delivery_batch WHERE mailing_id = %s", [mailing_id])
        cursor.execute("VACUUM ANALYZE delivery_recipient, delivery_send_log")
    return mailing_id


def paths(mailing_id: int, random: Random, count: int, recipients: int) -> Iterator[tuple[str, bool]]:
    """URLs that readers open, and whether a bot does."""
    from server.delivery import keys  # noqa: PLC0415

    ring = keys.get_key_ring()
    for _ in range(count):
        token = ring.token(mailing_id, random.randrange(recipients))
        where = f"/c/{random.randint(1, LINKS)}/" if random.random() < 0.3 else "/o/"
        yield where + token, random.random() < 0.15


def scopes(mailing_id: int, seed: int) -> list[dict[str, Any]]:
    """The requests of a round as ASGI servers pass them to applications."""
    from django.conf import settings  # noqa: PLC0415

    random = Random(seed)
    made = []
    # Two thirds of the recipients act, so that each has about one and a half events.
    for path, is_machine in paths(mailing_id, random, EVENTS, RECIPIENTS * 2 // 3):
        agent = random.choice(MACHINES if is_machine else AGENTS)
        client = f"192.0.{random.randrange(256)}.{random.randrange(256)}"
        headers = [
            (b"host", settings.PAGES_HOST.encode()),
            (b"user-agent", agent.encode()),
            (b"accept", b"image/avif,image/webp,*/*"),
            (b"accept-language", b"en-GB,en;q=0.9"),
            (b"accept-encoding", b"gzip, deflate, br"),
            (b"x-forwarded-for", client.encode()),
        ]
        made.append({"type": "http", "method": "GET", "path": path, "headers": headers, "client": ("127.0.0.1", 1)})
    return made


async def one_round(mailing_id: int, seed: int) -> EventCost:
    """Runs a round with its own ingest, until the last event has landed."""
    from asgiref.sync import sync_to_async  # noqa: PLC0415

    from server.core import garbage  # noqa: PLC0415
    from server.delivery.wire import tracking  # noqa: PLC0415

    asked = scopes(mailing_id, seed)
    garbage.tune_collection()  # as in the web process, which never has 60,000 live requests to traverse
    opens, clicks = tracking.ROUTES["/o/"], tracking.ROUTES["/c/"]
    bad: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        if message.get("status", 200) not in (200, 302):
            bad.append(message)

    before = await sync_to_async(counted)(mailing_id)
    process, thread, backend = _cpu(resource.RUSAGE_SELF), _cpu(resource.RUSAGE_THREAD), _backends()
    for number, scope in enumerate(asked):
        await (opens if scope["path"].startswith("/o/") else clicks)(scope, receive, send)
        if number % 500 == 0:
            await asyncio.sleep(0)
    handled = _cpu(resource.RUSAGE_THREAD) - thread
    while not tracking.get_tracker().ingest.is_idle:  # noqa: ASYNC110 -- another thread lands
        await asyncio.sleep(0.1)
    used, in_database = _cpu(resource.RUSAGE_SELF) - process, _backends() - backend
    if bad or (found := await sync_to_async(counted)(mailing_id) - before) != EVENTS:
        raise RuntimeError(f"{len(bad)} unexpected responses; {found} of {EVENTS} events were stored")
    return EventCost(*(seconds / EVENTS * 1e6 for seconds in (handled, used - handled, in_database)))


def counted(mailing_id: int) -> int:
    """Opens and clicks in the mailing's counters."""
    from server.delivery.models import MailingCounters  # noqa: PLC0415

    # across teams: the bench's own mailing
    found = MailingCounters.objects.get(pk=mailing_id)
    return found.opens + found.clicks + found.machine_opens + found.machine_clicks


def _cpu(whose: int) -> float:
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def _backends() -> float:
    """CPU seconds of the database's backends that serve this process."""
    from psycopg import connect  # noqa: PLC0415

    with connect(os.environ["DATABASE_URL"]) as connection:
        rows = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        ).fetchall()
    total = 0
    for (pid,) in rows:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / _TICKS


def copied() -> float:
    """CPU of the backend in microseconds per row of COPY into the table of events, with its indexes and triggers."""
    from psycopg import connect  # noqa: PLC0415

    from server.core import clock  # noqa: PLC0415

    at = clock.now()
    lines = "".join(
        f"\\N\t0\t{n}\t{(at + timedelta(microseconds=n)).isoformat()}\t\\N\topen\t0\tf\t\tmobile\tiOS\tMobile Safari\n"
        for n in range(EVENTS)
    )
    with connect(os.environ["DATABASE_URL"]) as connection, connection.cursor() as cursor:
        pid = connection.info.backend_pid
        before = _of(pid)
        with cursor.copy(
            "COPY delivery_event (team_id, mailing_id, position, at, contact_id, kind, link, machine, why, device, os,"
            " browser) FROM STDIN"
        ) as copy:
            copy.write(lines)
        used = _of(pid) - before
        connection.rollback()
    return used / EVENTS * 1e6


def _of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def per_core(*, as_json: bool) -> list[report.Figure]:
    import uvloop  # noqa: PLC0415
    from django.conf import settings  # noqa: PLC0415

    from server.delivery.wire import ingest  # noqa: PLC0415

    settings.TRUSTED_PROXIES = ["127.0.0.1/32"]
    mailing_id = prepare_sent(RECIPIENTS)

    async def run() -> list[EventCost]:
        await one_round(mailing_id, 0)  # opens connections, fills caches, makes the first rows
        return [await one_round(mailing_id, seed) for seed in range(1, ROUNDS + 1)]

    rounds = sorted(uvloop.run(run()), key=lambda each: each.total)
    ingest.get_ingest().end()
    limit = statistics.median(copied() for _ in range(3))
    middle = rounds[len(rounds) // 2]
    report.say(
        f"an event: {middle.handling:.1f} µs answering, {middle.landing:.1f} µs landing, {middle.backend:.1f} µs"
        f" database; rounds {', '.join(f'{each.total:.1f}' for each in rounds)}",
        as_json=as_json,
    )
    return [
        report.Figure(
            *("events.stored", round(1e6 / (middle.landing + middle.backend)), "events/s and core"),
            *("COPY of the rows alone, with indexes and notes for segments", round(1e6 / max(limit, 0.1))),
        ),
        report.Figure("events.perCore", round(1e6 / middle.total), "events/s and core, answered and stored"),
    ]


@contextmanager
def sending() -> Iterator[None]:
    """A sender process with a long campaign, and the sink that accepts it."""
    from bench.prove import sending_books as books  # noqa: PLC0415
    from bench.send import BODY, SinkProcess  # noqa: PLC0415

    mailing_id = books.prepare_many(CAMPAIGN, body=BODY)
    with SinkProcess() as port:
        environment = os.environ | {"SMTP_URL": f"smtp://127.0.0.1:{port}?tls=never", "DASH_LOG_LEVEL": "ERROR"}
        argv = [sys.executable, "-m", "server.process", "delivery.sender"]
        sender = subprocess.Popen(argv, cwd=ROOT, env=environment)
        try:
            while not books.count(mailing_id):
                time.sleep(0.1)
            yield
            if books.is_done(mailing_id):
                raise RuntimeError("The campaign ended before the load. Add recipients")
        finally:
            sender.kill()
            sender.wait()


def latency(folder: Path) -> list[report.Figure]:
    from django.conf import settings  # noqa: PLC0415

    from tests.realtime.harness import Server  # noqa: PLC0415

    mailing_id = prepare_sent(RECIPIENTS)
    server = Server("realtime.asgi:application", DASH_LOG_LEVEL="ERROR", DASH_SPOOL_FOLDER=str(folder))
    server.start()
    count = WARM_UP_REQUESTS + REQUESTS_PER_SECOND * LOAD_SECONDS
    asked = folder.with_suffix(".json")
    asked.write_text(json.dumps([path for path, _ in paths(mailing_id, Random(7), count, RECIPIENTS)]))
    try:
        with sending():
            done = subprocess.run(
                [sys.executable, "-m", "bench.events", "load", str(server.port), settings.PAGES_HOST, str(asked)],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                check=True,
                timeout=LOAD_SECONDS * 6,
            )
    finally:
        server.stop()
    told = json.loads(done.stdout)
    return [
        report.Figure(
            "events.p99", round(told["p99"], 1), f"ms at {REQUESTS_PER_SECOND} a second, p50 {told['p50']:.1f}"
        ),
        report.Figure("events.failed", told["failed"], f"of {told['requests']} requests"),
    ]


class EventLoad:
    """Requests on a schedule that does not wait for responses, over persistent connections."""

    def __init__(self, port: int, host: str) -> None:
        self._port = port
        self._head = (
            f" HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {AGENTS[3]}\r\nAccept: */*\r\nAccept-Language: en\r\n"
            "Accept-Encoding: gzip\r\n\r\n"
        ).encode()
        self._due: asyncio.Queue[tuple[str, float]] = asyncio.Queue()
        self.taken: list[float] = []
        self.failed = 0

    async def run(self, asked: list[str]) -> None:
        """Sends all of them. The first ones warm up immediately and do not count."""
        workers = [asyncio.ensure_future(self._work()) for _ in range(CONNECTIONS)]
        await self._play(asked[:WARM_UP_REQUESTS], rate=REQUESTS_PER_SECOND / 2)
        self.taken.clear()
        self.failed = 0
        await self._play(asked[WARM_UP_REQUESTS:], rate=REQUESTS_PER_SECOND)
        for worker in workers:
            worker.cancel()

    async def _play(self, asked: list[str], *, rate: float) -> None:
        begun = time.monotonic()
        for number, path in enumerate(asked):
            due = begun + number / rate
            if (wait := due - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            self._due.put_nowait((path, due))
        await self._due.join()

    async def _work(self) -> None:
        line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        while True:
            path, due = await self._due.get()
            try:
                line = line or await asyncio.open_connection("127.0.0.1", self._port)
                self.failed += not await self._ask(*line, path)
            except (OSError, asyncio.IncompleteReadError, ValueError):
                self.failed, line = self.failed + 1, None
            self.taken.append((time.monotonic() - due) * 1000)
            self._due.task_done()

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> bool:
        writer.write(b"GET " + path.encode() + self._head)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        await reader.readexactly(length)
        return head.startswith((b"http/1.1 200", b"http/1.1 302"))


def load(port: int, host: str, asked: Path) -> int:
    """The load process. Prints its measurements as JSON."""
    import uvloop  # noqa: PLC0415

    made: list[EventLoad] = []

    wanted = json.loads(asked.read_text())

    async def run() -> None:
        made.append(EventLoad(port, host))
        await made[0].run(wanted)

    uvloop.run(run())
    taken = sorted(made[0].taken)
    quantiles = {"p50": taken[len(taken) // 2], "p99": taken[int(len(taken) * 0.99)]}
    print(json.dumps(quantiles | {"requests": len(taken), "failed": made[0].failed}))
    return 0


def main() -> int:
    if sys.argv[1:2] == ["load"]:
        return load(int(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
    as_json = report.wants_json("events")
    stage.prepare("events")
    with TemporaryDirectory() as folder:
        from django.conf import settings  # noqa: PLC0415

        settings.SPOOL_FOLDER = Path(folder) / "core"
        report.say(calibrate().line(), as_json=as_json)
        figures = per_core(as_json=as_json) + latency(Path(folder) / "web")
    return report.finish(figures, as_json=as_json)


if __name__ == "__main__":
    sys.exit(main())
