"""The sockets of one process: memory of 5,000 idle ones, the cost of an event compared with Node's socket.io, and a
storm.

The peer is socket.io's own server on the same machine with the same client, alternating with ours: a machine that is
busy for a while is so for both.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from bench import report, stage

stage.prepare("sockets")

from django.db import transaction  # noqa: E402 -- after Django is set up

from bench.calibration import calibrate  # noqa: E402
from bench.fanning import FILLING, NODE, ServerLoadResult, Ticked, loaded, measure, served  # noqa: E402
from bench.processes import cpu_seconds, rss_bytes  # noqa: E402
from realtime.limits import SocketLimits  # noqa: E402
from server.core import events, outbox, rooms, stream  # noqa: E402
from tests.cast import Person, make_person, make_team  # noqa: E402
from tests.realtime.harness import NPM  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
PEER = "socket.io@4.8.4"
PEER_FOLDER = ROOT / ".local" / "scratch" / "sockets-peer"
APPLICATION = "realtime.asgi:application"
QUIET = {"DASH_LOG_LEVEL": "ERROR", "DASH_SOCKET_FAST_PATH": "true"}

IDLE = 5_000
IDLE_SECONDS = 60
# Before the idle ones, so that one-time loading does not count for them.
FIRST = 50
ROOMS = (1_000, 2_000)
TURNS = 3
STORM = 2_000
STORMS = 3


def publish(person: Person, number: int) -> None:
    with transaction.atomic():
        events.publish(Ticked(number=number, sent_at=time.time() * 1000), rooms=[rooms.team(person.team.pk)])


def idle(person: Person) -> list[report.Figure]:
    interval = SocketLimits().ping_interval_seconds
    with served(APPLICATION, **QUIET) as server, loaded("sockets_load.mjs", server.port, FIRST, person.token) as first:
        assert first.read_output() == {"ready": FIRST}
        before = rss_bytes(server.pid)
        with loaded("sockets_load.mjs", server.port, IDLE, person.token) as load:
            assert load.read_output() == {"ready": IDLE}
            spent = cpu_seconds(server.pid)
            time.sleep(IDLE_SECONDS)
            spent = cpu_seconds(server.pid) - spent
            weight = rss_bytes(server.pid) - before
            load.do("pings")
            pings = load.read_output()["pings"]
    assert pings >= IDLE * (IDLE_SECONDS // interval), f"only {pings} pings in {IDLE_SECONDS} s"
    return [
        report.Figure("sockets.memory", weight / IDLE / 1024, f"KB each of {IDLE} idle sockets"),
        report.Figure("sockets.idle", spent / IDLE_SECONDS, f"of a core, {IDLE} sockets pinged every {interval:.0f} s"),
    ]


def ours(person: Person, sockets: int) -> ServerLoadResult:
    """The product's own application. The events are durable, from the row to the socket."""
    with served(APPLICATION, **QUIET) as server:
        return measure(
            pid=server.pid,
            port=server.port,
            sockets=sockets,
            mode="socketio",
            publish=lambda number: publish(person, number),
            token=person.token,
        )


def theirs(sockets: int) -> ServerLoadResult:
    """Node's socket.io with its in-memory adapter."""
    with loaded("sockets_peer.mjs", PEER_FOLDER) as peer:
        port = peer.read_output()["port"]

        def emit(number: int) -> None:
            data = {"number": number, "sentAt": time.time() * 1000, "filling": FILLING}
            peer.do(json.dumps({"eventId": number, "data": data}))

        return measure(pid=peer.pid, port=port, sockets=sockets, mode="socketio", publish=emit)


def fan_out(person: Person, sockets: int, *, as_json: bool) -> list[report.Figure]:
    """CPU and latency of a delivery in one room, alternating with the peer; the medians."""
    mine, peers = [], []
    for turn in range(TURNS):
        mine.append(ours(person, sockets))
        peers.append(theirs(sockets))
        report.say(f"room of {sockets}, turn {turn + 1}: ours {mine[-1]}, socket.io {peers[-1]}", as_json=as_json)

    def figure(name: str, unit: str, field: str) -> report.Figure:
        own, other = (median(getattr(run, field) for run in runs) for runs in (mine, peers))
        return report.Figure(f"sockets.{name}{sockets}", own, unit, PEER, other)

    return [figure("cpu", "µs a delivery", "cpu_us"), figure("p99Room", "ms p99", "p99_ms")]


def storm(person: Person) -> list[report.Figure]:
    """All connections are reset and all sockets reconnect at once, without the pause of a real client."""
    seconds, recovered = [], []
    for number in range(STORMS):
        with (
            served(APPLICATION, **QUIET) as server,
            loaded("sockets_load.mjs", server.port, STORM, person.token) as load,
        ):
            assert load.read_output() == {"ready": STORM}
            publish(person, number)
            assert load.read_output() == {"heard": STORM}
            load.do("drop")
            assert load.read_output() == {"dropped": STORM}
            publish(person, number)
            load.do("return")
            told = load.read_output()
            seconds.append(told["seconds"])
            recovered.append(told["recovered"])
    return [
        report.Figure("sockets.storm", max(seconds), f"s until {STORM} are back and current"),
        report.Figure("sockets.recovered", min(recovered), "sockets resumed where they broke off"),
    ]


def install_peer() -> None:
    """Installs the peer. The version is exact, so a second call does nothing."""
    PEER_FOLDER.mkdir(parents=True, exist_ok=True)
    command = [
        str(NODE),
        str(NPM),
        "install",
        "--prefix",
        str(PEER_FOLDER),
        "--save-exact",
        "--no-audit",
        "--no-fund",
        PEER,
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    as_json = report.wants_json("sockets")
    install_peer()
    report.say(calibrate().line(), as_json=as_json)
    with stream.connect() as client:
        client.flushdb()
    person = make_person("Alice", make_team("Kopi"), role="admin")
    figures = [*storm(person), *idle(person)]
    for sockets in ROOMS:
        figures += fan_out(person, sockets, as_json=as_json)
    outbox.stop()
    return report.finish(figures, as_json=as_json)


if __name__ == "__main__":
    sys.exit(main())
