"""The system under test in bench submit: the product's processes as in the Procfile, teams with keys, the next hops."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from psycopg import connect

from bench.ports import free_port
from bench.processes import cpu_seconds
from bench.submit_load import ApplicationCredentials, Wanted
from server.plans.services.offered_plans import build_feature_groups
from tests.cast import make_plan, make_team
from tests.realtime.harness import Server, eventually
from tests.server.delivery.smtp.certificates import Authority
from tests.server.transactional.factories import make_domain, make_key

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120.0
COMMIT_SECONDS = 3.0
LOAD_SLACK_SECONDS = 120.0
DRAIN_SECONDS = 300.0
_BACKENDS = (
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND backend_type = 'client backend'"
)
_OPEN = "SELECT count(*) FROM transactional_recipient WHERE state IN ('queued', 'sending', 'deferred')"


@dataclass(frozen=True, slots=True)
class SubmitStage:
    """The running system: ports, credentials, and the ledger of the next hop."""

    submission: int
    web: int
    authority: Path
    certificate: Path
    private: Path
    keys: Sequence[ApplicationCredentials]
    ledger: Path
    pids: dict[str, int]

    def cpu(self) -> dict[str, float]:
        """CPU seconds so far of each process, and of the database backends that serve them."""
        found = {name: cpu_seconds(pid) for name, pid in self.pids.items()}
        with connect(settings.DATABASE_URL, autocommit=True) as line:
            pids = [pid for (pid,) in line.execute(_BACKENDS).fetchall()]
        return found | {"database": sum(map(cpu_seconds, pids))}


def keys_of_teams(teams: int) -> list[ApplicationCredentials]:
    plan = make_plan("BENCH", features=build_feature_groups(unlimited=True))
    found = []
    for number in range(teams):
        team = make_team(f"Shop{number}", plan=plan)
        make_domain(team, f"shop{number}.example")
        found.append(ApplicationCredentials(make_key(team)[1], f"toko@shop{number}.example"))
    return found


@contextmanager
def started(folder: Path, *, teams: int) -> Iterator[SubmitStage]:
    """Runs web, smtp and messages, and a sink for their messages."""
    authority = Authority(folder)
    certificate, private = authority.issue()
    submission, ledger = free_port(), folder / "ledger.jsonl"
    with ExitStack() as stack:
        next_hop = stack.enter_context(sink("--ledger", str(ledger), "--ledger-unsynced"))
        environment = {
            "DASH_LOG_LEVEL": "ERROR",
            "DASH_SMTP_CERTIFICATE": str(certificate),
            "DASH_SMTP_KEY": str(private),
            "DASH_BOUNCE_PORT": str(free_port()),
            "DASH_SUBMISSION_PORT": str(submission),
            "DASH_SUBMISSION_TLS_PORT": str(free_port()),
            "DASH_SPOOL_FOLDER": str(folder / "spool"),
            "SMTP_URL": f"smtp://127.0.0.1:{next_hop}?tls=never",
        }
        pids = {}
        for name in ("smtp", "messages"):
            pids[name] = stack.enter_context(process(f"transactional.{name}", environment)).pid
        web = Server("realtime.asgi:application", **environment)
        stack.callback(web.stop)
        web.start(START_SECONDS)
        pids["web"] = web.pid
        eventually(lambda: _is_open(submission), "the submission port", seconds=START_SECONDS)
        yield SubmitStage(
            submission, web.port, authority.path, certificate, private, keys_of_teams(teams), ledger, pids
        )


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def process(name: str, environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    running = subprocess.Popen([sys.executable, "-m", "server.process", name], cwd=ROOT, env=os.environ | environment)
    try:
        yield running
    finally:
        running.kill()
        running.wait()


@contextmanager
def sink(*arguments: str) -> Iterator[int]:
    """A next hop in its own process. Yields its port."""
    running = subprocess.Popen(
        [sys.executable, "-m", "bench.sink", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert running.stdout is not None
        yield int(json.loads(running.stdout.readline())["port"])
    finally:
        running.kill()
        running.wait()


@dataclass(frozen=True, slots=True)
class Played:
    """The results of a load: sorted milliseconds, acceptance times by recipient, and failures."""

    kept: list[float]
    fresh: list[float]
    accepted: dict[str, float]
    failed: dict[str, int]

    @property
    def failures(self) -> int:
        return sum(self.failed.values())


def play(wanted: Wanted) -> Played:
    """Plays the load in a separate process. Raises subprocess.SubprocessError."""
    whole = wanted.warm_seconds + wanted.seconds + LOAD_SLACK_SECONDS
    done = subprocess.run(
        [sys.executable, "-m", "bench.submit_load"],
        input=json.dumps(asdict(wanted)) + "\n",
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
        timeout=whole,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return Played(sorted(told["kept"]), sorted(told["fresh"]), told["accepted"], told["failed"])


def drained() -> float:
    """Waits until everything accepted is sent. Returns the duration in seconds. Raises TimeoutError."""
    begun = time.monotonic()
    with connect(settings.DATABASE_URL, autocommit=True) as line:
        while (line.execute(_OPEN).fetchone() or [0])[0]:
            if time.monotonic() - begun > DRAIN_SECONDS:
                raise TimeoutError("What was taken is not sent on")
            time.sleep(0.2)
    return time.monotonic() - begun


def share(values: Sequence[float], part: float) -> float:
    """The value below which this share of the sorted values lies."""
    return values[min(len(values) - 1, int(len(values) * part))]


def commits() -> list[float]:
    """Sorted milliseconds of plain durable INSERTs of one row, one after another: the lower limit of accepting a
    message.

    Raises RuntimeError for a database without durable commits.
    """
    row, times = b"x" * 10_000, []
    with connect(settings.DATABASE_URL, autocommit=True) as line:
        for name in ("fsync", "synchronous_commit", "full_page_writes"):
            [value] = line.execute(f"SHOW {name}").fetchone() or [""]
            if value != "on":
                raise RuntimeError(f"PostgreSQL has {name} = {value}, so a commit might be lost")
        line.execute("CREATE TABLE bench_commit (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea)")
        end = time.perf_counter() + COMMIT_SECONDS
        while (begun := time.perf_counter()) < end:
            line.execute("INSERT INTO bench_commit (body) VALUES (%b)", [row])
            times.append((time.perf_counter() - begun) * 1000)
        line.execute("DROP TABLE bench_commit")
    return sorted(times)
