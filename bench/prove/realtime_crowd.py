"""Sockets that never read and sockets that flood, beside well-behaved ones: their cost for the others and for the
server.

Rounds without and with the crowd alternate, on one server, with the same 200 well-behaved sockets and the same rate of
durable events. Afterwards more durable events than a slow reader can lag behind are written at once: sockets that do
not read must be closed.
"""

import json
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

from bench.processes import rss_bytes, starved_seconds
from bench.prove.realtime_stage import person, server
from realtime.limits import SocketLimits
from server.activity import services
from server.activity.events import ActivityRecorded
from server.core import clock, outbox, rooms
from tests.cast import Person, sign_in
from tests.realtime.harness import NODE, Server

FOLDER = Path(__file__).resolve().parent
EACH = 200
# First of all, so that one-time loading does not count for any round.
FIRST = 50
ROUNDS = 5
ROUND_SECONDS = 12.0
PAUSE_SECONDS = 0.05
# A round starts after the crowd has been active for a while.
WARM_UP_SECONDS = 2.0
MAX_SLOWDOWN = 1.2
MAX_BYTES_EACH = 64 * 1024
MAX_CLOSING_SECONDS = 30.0
ESTABLISHED = "01"


class SocketCrowd:
    """A Node process with sockets of one behaviour."""

    def __init__(self, web: Server, who: Person, mood: str, *, count: int = EACH, sessions: int = 1) -> None:
        tokens = [sign_in(who.user, who.team).token for _ in range(sessions)]
        argv = [str(NODE), str(FOLDER / "realtime_crowd.mjs"), str(web.port), str(count), mood, *tokens]
        if mood != "quiet":
            # Attackers flood from their own machines: generating the load must not take CPU from the others here.
            argv = ["nice", "-n", "19", *argv]
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read_output(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The crowd ended early")
        told: dict[str, Any] = json.loads(line)
        return told

    def do(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()

    def report(self) -> dict[str, Any]:
        self.do("report")
        return self.read_output()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


def measure() -> tuple[dict[str, Any], list[str]]:
    who, web = person(), server()
    web.start()
    first = SocketCrowd(web, who, "quiet", count=FIRST, sessions=FIRST)
    try:
        first.read_output()
    finally:
        first.end()
    quiet = SocketCrowd(web, who, "quiet")
    try:
        quiet.read_output()
        figures = _rounds(quiet, web, who)
        quiet.end()
        figures |= _fall_out(web, who)
    finally:
        quiet.end()
        web.stop()
    return figures, _failures(figures)


def _rounds(quiet: SocketCrowd, web: Server, who: Person) -> dict[str, Any]:
    _work(who, WARM_UP_SECONDS)
    alone: list[float | None] = []
    beside: list[float | None] = []
    grown: list[int] = []
    closed = 0
    for _ in range(ROUNDS):
        alone.append(_round(quiet, who))
        before = rss_bytes(web.pid)
        crowd = [SocketCrowd(web, who, "deaf"), SocketCrowd(web, who, "flood", sessions=EACH)]
        try:
            for lines in crowd:
                lines.read_output()
            crowd[1].do("unleash")
            _work(who, WARM_UP_SECONDS)
            beside.append(_round(quiet, who))
            grown.append(rss_bytes(web.pid) - before)
            closed += crowd[1].report()["closed"]
        finally:
            for lines in crowd:
                lines.end()
    without, with_crowd = _median(alone), _median(beside)
    return {
        "silent_rounds": [*alone, *beside].count(None),
        "p99_alone_ms": round(without, 1),
        "p99_beside_ms": round(with_crowd, 1),
        "slower": round(with_crowd / without, 2),
        "bytes_each": max(grown) // (2 * EACH),
        "floods_closed": closed,
    }


def _round(quiet: SocketCrowd, who: Person) -> float | None:
    """The p99 of the well-behaved sockets, or None if they received nothing."""
    quiet.do("forget")
    _work(who, ROUND_SECONDS)
    return quiet.report().get("p99")


def _median(rounds: list[float | None]) -> float:
    """A round without events counts with its whole duration. It is also a failure of its own."""
    return statistics.median(ROUND_SECONDS * 1000 if p99 is None else p99 for p99 in rounds)


def _work(who: Person, seconds: float) -> None:
    """Activity of a team member. Each event has its time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        now = str(time.time() * 1000)
        services.record(team_id=who.team.pk, reference="contact", action="UPDATED", name=now, by=None)
        time.sleep(PAUSE_SECONDS)


def _fall_out(web: Server, who: Person) -> dict[str, Any]:
    """How long sockets that do not read stay open once they lag too far behind."""
    others = _open(web.port)
    deaf = SocketCrowd(web, who, "deaf")
    try:
        deaf.read_output()
        event = ActivityRecorded(
            reference="contact", action="UPDATED", subject="x" * 1_000, fullname="", created_at=clock.now()
        )
        body = event.model_dump(mode="json", by_alias=True)
        outbox.store([(event.name, [rooms.user(who.user.pk)], body)] * (SocketLimits().most_behind + 1_000))
        outbox.stop()
        outbox.sweep()
        begun = _own_seconds(web)
        while (still := _open(web.port) - others) > 0 and _own_seconds(web) < begun + MAX_CLOSING_SECONDS:
            time.sleep(0.1)
        return {"closing_seconds": round(_own_seconds(web) - begun, 1), "still_open": max(0, still)}
    finally:
        deaf.end()


def _own_seconds(web: Server) -> float:
    """The web process's own time, without the time in which others had the cores."""
    return time.monotonic() - starved_seconds(web.pid)


def _open(port: int) -> int:
    """The server's open connections, as counted by the kernel: a socket that does not read does not notice its
    closing."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == ESTABLISHED for row in rows)


def _failures(figures: dict[str, Any]) -> list[str]:
    failures = []
    if figures["silent_rounds"]:
        failures.append(f"{figures['silent_rounds']} rounds in which those that behave heard nothing")
    if figures["slower"] > MAX_SLOWDOWN:
        failures.append(f"beside the crowd p99 is {figures['slower']} times that without, not {MAX_SLOWDOWN}")
    if figures["bytes_each"] > MAX_BYTES_EACH:
        failures.append(f"each of the crowd costs {figures['bytes_each']} bytes, not {MAX_BYTES_EACH}")
    if figures["still_open"]:
        failures.append(f"{figures['still_open']} that fell out are open after {MAX_CLOSING_SECONDS} s")
    if not figures["floods_closed"]:
        failures.append("nobody was closed for flooding")
    return failures
