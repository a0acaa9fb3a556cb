"""The API under a steady load of reads, measured from outside during other work.

    python -m bench.api_load PORT HOST TOKEN RATE CALLS       calls until its input ends, then prints one JSON object

CALLS is a JSON object of paths by name. They are called in turn, RATE per second in total. The schedule does not wait
for responses, and the time of each call starts when it was due: a stalled server is charged for all waiting calls.
"""

import itertools
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CALLERS = 16
# Rounds before counting: each thread of the server opens its connection and loads its modules.
WARM_UPS = 20
TIMEOUT_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Latencies:
    """The latencies as measured by the callers."""

    calls: int
    failed: int
    p50_ms: float
    p95_ms: float
    p99_ms: float
    each_p95_ms: dict[str, float]


def during(
    work: Callable[[], Any], *, port: int, host: str, token: str, rate: int, calls: Mapping[str, str]
) -> Latencies:
    """Runs the work while another process generates the load. `calls` are paths by name."""
    argv = [sys.executable, "-m", "bench.api_load", str(port), host, token, str(rate), json.dumps(dict(calls))]
    load = subprocess.Popen(argv, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert load.stdout is not None
        assert load.stdout.readline() == "ready\n"
        work()
        told, _ = load.communicate("", TIMEOUT_SECONDS * 2)
        return Latencies(**json.loads(told))
    finally:
        load.kill()
        load.wait()


def percentile(sorted_ms: list[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    return sorted_ms[min(len(sorted_ms) - 1, int(len(sorted_ms) * share))] if sorted_ms else 0.0


@dataclass(frozen=True, slots=True)
class _Call:
    name: str
    path: str
    due: float


class _Callers:
    """Threads with one connection each. The wait for a free thread counts towards the server's latency."""

    def __init__(self, port: int, host: str, token: str) -> None:
        self._port = port
        self._headers = {"Host": host, "Authorization": f"Bearer {token}"}
        self._due: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self.taken: list[tuple[str, float]] = []
        self.failed = 0
        self._threads = [threading.Thread(target=self._work) for _ in range(CALLERS)]
        for thread in self._threads:
            thread.start()

    def call(self, name: str, path: str, due: float) -> None:
        self._due.put(_Call(name, path, due))

    def end(self) -> None:
        for _ in self._threads:
            self._due.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        line = HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT_SECONDS)
        while (call := self._due.get()) is not None:
            try:
                line.request("GET", call.path, headers=self._headers)
                answer = line.getresponse()
                answer.read()
                good = answer.status == 200
            except (OSError, HTTPException):
                line.close()
                good = False
            self.taken.append((call.name, (time.monotonic() - call.due) * 1000))
            self.failed += not good
        line.close()


def _serve(port: int, host: str, token: str, rate: int, calls: Mapping[str, str]) -> Latencies:
    callers = _Callers(port, host, token)
    for name, path in [*calls.items()] * WARM_UPS:
        callers.call(name, path, time.monotonic())
    while len(callers.taken) < len(calls) * WARM_UPS:
        time.sleep(0.01)
    callers.taken.clear()
    ended = threading.Event()
    print("ready", flush=True)
    threading.Thread(target=_until_input_ends, args=(ended,), daemon=True).start()
    begun = time.monotonic()
    for number, (name, path) in enumerate(itertools.cycle(calls.items())):
        due = begun + number / rate
        if ended.wait(max(0.0, due - time.monotonic())):
            break
        callers.call(name, path, due)
    callers.end()
    taken = callers.taken
    every = sorted(ms for _, ms in taken)
    return Latencies(
        calls=len(taken),
        failed=callers.failed,
        p50_ms=percentile(every, 0.5),
        p95_ms=percentile(every, 0.95),
        p99_ms=percentile(every, 0.99),
        each_p95_ms={name: percentile(sorted(ms for n, ms in taken if n == name), 0.95) for name in calls},
    )


def _until_input_ends(ended: threading.Event) -> None:
    sys.stdin.read()
    ended.set()


if __name__ == "__main__":
    port, host, token, rate, calls = sys.argv[1:6]
    found = _serve(int(port), host, token, int(rate), json.loads(calls))
    print(json.dumps({name: getattr(found, name) for name in Latencies.__slots__}))
