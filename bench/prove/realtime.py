"""Dropped connections and killed servers: every client gets every event once and in order, or knows that it must
reload.

    bin/prove realtime [--seed N] [--clients N] [--reconnects N] [--kills N] [--without-crowd]

Real socket.io clients of one team lose their connections at moments chosen by the seed. A team member stays active
(durable events `activity.entry.recorded`, numbered), and the web process and Redis with all its data are killed. Each
client checks the numbers. If recovered, it must continue with the very next number; otherwise it fetches the last
number from the database and continues from there. A gap or a repetition is a failure.

Then 200 sockets that never read and 200 that flood run beside 200 well-behaved ones (`realtime_crowd.py`).
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import asdict, dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from typing import Any

from bench import stage
from bin.local import paths
from tests.realtime.own_redis import OwnRedis

FOLDER = Path(__file__).resolve().parent
LEDGERS = paths.LOCAL / "prove"
CLIENTS = 100
RECONNECTS, KILLS = 10_000, 20
WORKS_EVERY_SECONDS = 0.03
SETTLED_SECONDS = 60.0


@dataclass
class RealtimeResults:
    """The results of one seed. `failures` has a sentence for each violated property."""

    seed: int
    clients: int
    reconnects: int = 0
    web_kills: int = 0
    redis_kills: int = 0
    events: int = 0
    recovered: int = 0
    refetched: int = 0
    gaps: int = 0
    repeats: int = 0
    seconds: float = 0.0
    strikes: list[str] = field(default_factory=list)
    crowd: dict[str, Any] | None = None
    failures: list[str] = field(default_factory=list)


class Clients:
    """The Node process with the clients."""

    def __init__(self) -> None:
        from tests.realtime.harness import NODE, install  # noqa: PLC0415 -- needs Django, which `stage` sets up

        install()
        argv = [str(NODE), str(FOLDER / "realtime_clients.mjs")]
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.refused: list[str] = []

    def do(self, op: str, **arguments: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"op": op, **arguments}) + "\n")
        self._process.stdin.flush()

    def read_output(self) -> dict[str, Any]:
        """The next output of the clients, except rejections."""
        assert self._process.stdout is not None
        while True:
            line = self._process.stdout.readline()
            if not line:
                raise RuntimeError("The clients ended early")
            told: dict[str, Any] = json.loads(line)
            if "refused" not in told:
                return told
            self.refused.append(told["refused"])

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


class _Books(HTTPServer):
    # All clients reconnect at once after Redis was killed.
    request_queue_size = 512


class Work:
    """An active team member, regardless of faults, and an HTTP server that returns the last event number."""

    def __init__(self, team_id: Any) -> None:
        self._team_id = team_id
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.done = 0
        self.books = _Books(("127.0.0.1", 0), self._handler())
        self._reader = threading.Thread(target=self._lend)

    def start(self) -> None:
        self._thread.start()
        self._reader.start()

    def end(self) -> None:
        """Stops the activity. The server continues."""
        self._ended.set()
        self._thread.join()

    def close(self) -> None:
        self.end()
        self.books.shutdown()
        self._reader.join()
        self.books.server_close()

    def last(self) -> int:
        """The last number, from the database."""
        from server.activity.models import Activity  # noqa: PLC0415 -- needs Django

        return Activity.objects.for_team(self._team_id).count() - 1

    def _lend(self) -> None:
        from django.db import connection  # noqa: PLC0415 -- needs Django

        self.books.serve_forever(poll_interval=0.05)
        connection.close()

    def _run(self) -> None:
        from django.db import connection  # noqa: PLC0415 -- needs Django

        from server.activity import services  # noqa: PLC0415

        while not self._ended.wait(WORKS_EVERY_SECONDS):
            services.record(team_id=self._team_id, reference="contact", action="UPDATED", name=str(self.done), by=None)
            self.done += 1
        connection.close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        work = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = str(work.last()).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                return

        return Handler


class RealtimeRun:
    """One seed."""

    def __init__(self, verdict: RealtimeResults, redis: OwnRedis, *, reconnects: int, kills: int) -> None:
        self._verdict, self._redis, self._reconnects, self._kills = verdict, redis, reconnects, kills
        self._draw = Random(verdict.seed)

    def shake(self) -> None:
        from bench.prove.realtime_stage import person, server  # noqa: PLC0415 -- needs Django
        from server.core import outbox  # noqa: PLC0415

        who = person()
        web = server()
        web.start()
        clients, work = Clients(), Work(who.team.pk)
        try:
            where = {"url": web.url, "token": who.token, "books": f"http://127.0.0.1:{work.books.server_port}/"}
            work.start()
            clients.do("open", count=self._verdict.clients, seed=self._verdict.seed, **where)
            clients.do("shake", most=self._reconnects)
            for strike, at in self._plan():
                self._until(clients, at)
                self._strike(strike, at, web)
                # As beat does every few seconds: moves events that an outage left behind.
                outbox.sweep()
            self._until(clients, self._reconnects)
            work.end()
            outbox.sweep()
            self._wait_until_delivered(clients, work)
        finally:
            work.close()
            clients.end()
            web.stop()
            outbox.stop()

    def _plan(self) -> list[tuple[str, int]]:
        """Kills of both kinds, in an order and at reconnect counts chosen by the seed."""
        strikes = ["web", "redis"] * self._kills
        self._draw.shuffle(strikes)
        moments = sorted(self._draw.randrange(25, self._reconnects) for _ in strikes)
        return list(zip(strikes, moments, strict=True))

    def _until(self, clients: Clients, drops: int) -> None:
        while self._verdict.reconnects < drops // 25 * 25:
            self._verdict.reconnects = clients.read_output()["drops"]

    def _strike(self, strike: str, at: int, web: Any) -> None:
        self._verdict.strikes.append(f"{strike} at {at} reconnects")
        if strike == "web":
            self._verdict.web_kills += 1
            web.kill()
            web.start()
        else:
            self._verdict.redis_kills += 1
            self._redis.kill()
            self._redis.start()

    def _wait_until_delivered(self, clients: Clients, work: Work) -> None:
        from server.core import outbox  # noqa: PLC0415 -- needs Django

        verdict, last = self._verdict, work.last()
        verdict.events = last + 1
        clients.do("settle", last=last)
        overdue = threading.Timer(SETTLED_SECONDS, lambda: clients.do("report"))
        overdue.start()
        outbox.sweep()
        told = clients.read_output()
        while "drops" in told:
            told = clients.read_output()
        overdue.cancel()
        if "settled" in told:
            clients.do("report")
            told = clients.read_output()
        else:
            behind = [client["last"] for client in told["clients"] if client["last"] != last]
            verdict.failures.append(f"{len(behind)} clients did not come to {last}: {behind[:5]}")
        for name in ("recovered", "refetched", "gaps", "repeats"):
            setattr(verdict, name, sum(client[name] for client in told["clients"]))
        if verdict.gaps:
            verdict.failures.append(f"{verdict.gaps} gaps")
        if verdict.repeats:
            verdict.failures.append(f"{verdict.repeats} repeats")
        if not verdict.recovered:
            verdict.failures.append("nobody was ever recovered")
        if clients.refused:
            verdict.failures.append(f"{len(clients.refused)} connections were refused: {sorted(set(clients.refused))}")


def prove(seed: int, redis: OwnRedis, *, clients: int, reconnects: int, kills: int, crowd: bool) -> RealtimeResults:
    verdict = RealtimeResults(seed=seed, clients=clients)
    begun = time.monotonic()
    RealtimeRun(verdict, redis, reconnects=reconnects, kills=kills).shake()
    if crowd:
        from bench.prove import realtime_crowd  # noqa: PLC0415 -- needs Django

        verdict.crowd, failures = realtime_crowd.measure()
        verdict.failures += failures
    verdict.seconds = round(time.monotonic() - begun, 1)
    return verdict


def _be_patient() -> None:
    """Starting a server takes longer while a hundred clients reconnect."""
    from tests.realtime import harness  # noqa: PLC0415 -- needs Django

    harness.DEADLINE_SECONDS = 60


def main() -> int:
    parser = argparse.ArgumentParser(prog="prove realtime", description="Breaks connections and counts events.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clients", type=int, default=CLIENTS)
    parser.add_argument("--reconnects", type=int, default=RECONNECTS)
    parser.add_argument("--kills", type=int, default=KILLS, help="kills of web, and as many of Redis")
    parser.add_argument("--without-crowd", action="store_true", help="no clients that never read or that flood")
    arguments = parser.parse_args()
    redis = OwnRedis()
    redis.start()
    os.environ["REDIS_URL"] = redis.url
    try:
        stage.prepare("realtime")
        _be_patient()
        verdict = prove(
            arguments.seed,
            redis,
            clients=arguments.clients,
            reconnects=arguments.reconnects,
            kills=arguments.kills,
            crowd=not arguments.without_crowd,
        )
    finally:
        redis.stop()
    LEDGERS.mkdir(parents=True, exist_ok=True)
    (LEDGERS / f"realtime-{verdict.seed}.json").write_text(json.dumps(asdict(verdict), indent=1))
    print(
        f"seed {verdict.seed}: {verdict.clients} clients, {verdict.reconnects} forced reconnects, {verdict.web_kills}"
        f" kills of web, {verdict.redis_kills} of Redis, {verdict.events} events in {verdict.seconds} s:"
        f" recovered {verdict.recovered}, refetched {verdict.refetched}, gaps {verdict.gaps}, repeats {verdict.repeats}"
    )
    if verdict.crowd:
        print(f"  crowd: {verdict.crowd}")
    for failure in verdict.failures:
        print(f"  FAILED: {failure}")
    return 1 if verdict.failures else 0


if __name__ == "__main__":
    sys.exit(main())
