"""Webhooks: the latency of healthy endpoints while others are dead or slow.

    python -m bench.webhooks [--json] [--seconds N] [--rate N]

Ten teams have 50 endpoints, and each of 500 events a second goes to one of them. In five teams one endpoint refuses
connections and another responds after five seconds. Events are recorded as by the product (services/recording.py):
those of a team within a fifth of a second in one transaction. The webhooks process runs as in the Procfile and posts
them, signed, to a receiver on loopback, without TLS. An event's time runs from the end of its transaction until the
receiver has read it (`webhooks.healthy`), or from when it was due to be recorded (`webhooks.healthyDue`). The latter is
longer if the bench can't record fast enough; below 95% of the rate the run is invalid.

The limit is a plain POST of the same size over one persistent connection, one after another.
"""

import argparse
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from bench import stage

stage.prepare("webhooks")

from django.conf import settings  # noqa: E402 -- after Django is set up
from django.db import connection  # noqa: E402

from bench.calibration import calibrate  # noqa: E402
from bench.processes import cpu_seconds  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from server.core import logs  # noqa: E402
from server.core.ids import uuid7  # noqa: E402
from server.transactional.services import recording, webhooks  # noqa: E402
from server.transactional.services.recording import NewEvent  # noqa: E402
from server.transactional.states import EventType  # noqa: E402
from tests.cast import make_team  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
SECONDS, WARM_SECONDS, RATE = 30.0, 5.0, 500
TEAMS, TROUBLED_TEAMS = 10, 5
TICK_SECONDS = 0.02  # a team's events are recorded every TEAMS ticks
SLOW_SECONDS = 5.0
START_SECONDS, ARRIVAL_SECONDS = 120.0, 60.0
MIN_RATE_SHARE = 0.95
BARE_POSTS = 1_000
# Each endpoint of a team subscribes to one of these.
TYPES = (EventType.DELIVERED, EventType.OPENED, EventType.CLICKED, EventType.BOUNCED, EventType.DEFERRED)
DEAD, SLOW = 0, 1  # indexes of a troubled team's endpoints


@dataclass(frozen=True, slots=True)
class Ports:
    """The ports of the endpoints."""

    quick: int
    slow: int
    dead: int


class ReceiverProcess:
    """The process that receives posts."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.webhooks_receiver", "--slow", str(SLOW_SECONDS)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        assert self._process.stdin is not None
        self._told, self._asked = self._process.stdout, self._process.stdin
        quick, slow = json.loads(self._told.readline())
        # Bound without listening: connections are refused, and no other process gets the port.
        self._dead = socket.socket()
        self._dead.bind(("127.0.0.1", 0))
        self.ports = Ports(quick, slow, self._dead.getsockname()[1])

    def came(self) -> dict[str, float]:
        """The first arrival time of each event, by its id."""
        self._asked.write("\n")
        self._asked.flush()
        found: dict[str, float] = json.loads(self._told.readline())
        return found

    def end(self) -> None:
        self._dead.close()
        self._process.kill()
        self._process.wait()


def endpoints(ports: Ports) -> list[tuple[UUID, bool]]:
    """Creates teams with an endpoint for each type. Returns each team with whether it is troubled."""
    found = []
    for number in range(TEAMS):
        team, troubled = make_team(f"Shop{number}"), number < TROUBLED_TEAMS
        for place, kind in enumerate(TYPES):
            port = {DEAD: ports.dead, SLOW: ports.slow}.get(place, ports.quick) if troubled else ports.quick
            url = f"http://127.0.0.1:{port}/{number}/{place}"
            webhooks.create(team_id=team.pk, url=url, description="", types=[kind], domains=[], by=None)
        found.append((team.pk, troubled))
    return found


@contextmanager
def deliverer(ports: Ports) -> Iterator[int]:
    """Runs the webhooks process. Yields its process id."""
    allowed = f"{ports.quick},{ports.slow},{ports.dead}"
    environment = {"DASH_DEMO": "true", "DASH_EGRESS_LOOPBACK_PORTS": allowed, "DASH_LOG_LEVEL": "ERROR"}
    argv = [sys.executable, "-m", "server.process", "webhooks.webhooks"]
    running = subprocess.Popen(argv, cwd=ROOT, env=os.environ | environment)
    try:
        yield running.pid
    finally:
        running.kill()
        running.wait()


def event_of(kind: EventType, at: float, number: int) -> NewEvent:
    moment = datetime.fromtimestamp(at, UTC)
    return NewEvent(
        type=kind,
        at=moment,
        message_id=uuid7(moment),
        accepted_at=moment,
        position=0,
        recipient=f"ani{number}@example.com",
        subject="Pesanan Anda sudah dikirim",
        tag="pesanan",
        domain="kopi.example",
        domain_id=None,
        subaccount_id=None,
        key_id=None,
        sender="toko@kopi.example",
        detail={"code": 250, "reply": "2.0.0 Ok: queued as 4FzQ1x3kX2z9", "attempt": 1, "latencyMs": 312},
    )


@dataclass(slots=True)
class Recorded:
    """Events of healthy endpoints by id, with due time and commit time, and the number of other events."""

    healthy: dict[str, tuple[float, float]]
    troubled: int
    rate: float  # events per second


def record(teams: list[tuple[UUID, bool]], *, rate: int, seconds: float) -> Recorded:
    """Records this many events per second, at random moments, on a schedule that does not wait."""
    draw, recorded = random.Random(8), Recorded({}, 0, 0)
    begun, number = time.time(), 0
    moments: list[list[float]] = [[] for _ in teams]
    upcoming = begun + draw.expovariate(rate)
    for tick in range(round((WARM_SECONDS + seconds) / TICK_SECONDS)):
        end = begun + (tick + 1) * TICK_SECONDS
        if (wait := end - time.time()) > 0:
            time.sleep(wait)
        while upcoming < end:
            moments[draw.randrange(len(teams))].append(upcoming)
            upcoming += draw.expovariate(rate)
        place = tick % len(teams)
        (team_id, is_troubled), due = teams[place], moments[place]
        moments[place] = []
        kinds = [draw.randrange(len(TYPES)) for _ in due]
        events = [event_of(TYPES[kind], end, number + n) for n, kind in enumerate(kinds)]
        recording.append(team_id, events)
        ended, number = time.time(), number + len(events)
        if end < begun + WARM_SECONDS:
            continue
        for kind, event in zip(kinds, events, strict=True):
            if is_troubled and kind in (DEAD, SLOW):
                recorded.troubled += 1
            else:
                recorded.healthy[str(event.id)] = end, ended
    recorded.rate = number / (time.time() - begun)
    return recorded


def bare(port: int) -> list[float]:
    """Sorted milliseconds of posts over one connection, one after another."""
    line, times, body = http.client.HTTPConnection("127.0.0.1", port), [], b"x" * 700
    for number in range(BARE_POSTS):
        begun = time.perf_counter()
        line.request("POST", "/", body=body, headers={"webhook-id": f"bare-{number}"})
        line.getresponse().read()
        times.append((time.perf_counter() - begun) * 1000)
    line.close()
    return sorted(times)


def share(values: list[float], part: float) -> float:
    """The value below which this share of the sorted values lies."""
    return values[min(len(values) - 1, int(len(values) * part))]


def arrived(
    receiver: ReceiverProcess, wanted: Collection[str], *, seconds: float = ARRIVAL_SECONDS
) -> dict[str, float]:
    """The arrival times of these events; after the timeout, of those that have arrived."""
    until = time.monotonic() + seconds
    while True:
        came = receiver.came()
        if all(event_id in came for event_id in wanted) or time.monotonic() > until:
            return {event_id: came[event_id] for event_id in wanted if event_id in came}
        time.sleep(0.5)


def until_ready(receiver: ReceiverProcess, teams: list[tuple[UUID, bool]]) -> None:
    """Waits until the process has posted an event of each team. Raises TimeoutError."""
    events = [event_of(TYPES[-1], time.time(), number) for number in range(len(teams))]
    for (team_id, _), event in zip(teams, events, strict=True):
        recording.append(team_id, [event])
    wanted = [str(event.id) for event in events]
    if len(arrived(receiver, wanted, seconds=START_SECONDS)) < len(wanted):
        raise TimeoutError("The webhooks process told nothing")


def measure(*, rate: int, seconds: float, as_json: bool) -> list[Figure]:
    with ExitStack() as stack:
        receiver = ReceiverProcess()
        stack.callback(receiver.end)
        ports = receiver.ports
        settings.EGRESS_LOOPBACK_PORTS = frozenset({ports.quick, ports.slow, ports.dead})
        alone = bare(ports.quick)
        teams = endpoints(ports)
        pid = stack.enter_context(deliverer(ports))
        until_ready(receiver, teams)
        before, at = cpu_seconds(pid), time.monotonic()
        recorded = record(teams, rate=rate, seconds=seconds)
        used = (cpu_seconds(pid) - before) / (time.monotonic() - at)
        came = arrived(receiver, recorded.healthy)
        connection.close()
    if not came:
        raise RuntimeError("No event was delivered within a minute")
    from_due = sorted((moment - recorded.healthy[event_id][0]) * 1000 for event_id, moment in came.items())
    # A receiver can read an event before the recorder knows that its transaction has ended.
    times = sorted(max(0.0, moment - recorded.healthy[event_id][1]) * 1000 for event_id, moment in came.items())
    say(
        f"{len(times):,} events of healthy endpoints: p50 {share(times, 0.5):.1f} ms, p95 {share(times, 0.95):.1f}, p99"
        f" {share(times, 0.99):.1f}, longest {share(times, 1):.1f}; {recorded.troubled:,} of dead and slow ones;"
        f" recorded {recorded.rate:,.0f} a second; the process used {used:.2f} of a core",
        as_json=as_json,
    )
    if recorded.rate < MIN_RATE_SHARE * rate:
        say(
            f"Less was recorded than {rate} a second: the machine was too busy for this to say anything",
            as_json=as_json,
        )
    beside = ("a bare POST over one kept connection", round(share(alone, 0.95), 2))
    return [
        Figure("webhooks.healthy", round(share(times, 0.95), 1), f"ms p95 at {rate} events/s", *beside),
        Figure("webhooks.healthyP99", round(share(times, 0.99), 1), "ms p99"),
        Figure("webhooks.healthyDue", round(share(from_due, 0.95), 1), "ms p95 from when it was due"),
        Figure("webhooks.recorded", round(recorded.rate, 1), "events/s", "the rate that was meant", rate),
        Figure("webhooks.lost", len(recorded.healthy) - len(times), "events of healthy endpoints within a minute"),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench webhooks")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="seconds of load after the warm-up")
    parser.add_argument("--rate", type=int, default=RATE, help="events per second")
    given = parser.parse_args()
    logs.configure()
    say(calibrate().line(), as_json=given.json)
    return finish(measure(rate=given.rate, seconds=given.seconds, as_json=given.json), as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
