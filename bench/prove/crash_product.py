"""The product under test in proofs: bin/start with its own data and ports, and the sink behind it."""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bin.local import backing_services, environments, paths, ports, product, programs, temporary_services
from bin.local.paths import ProductState

READY_SECONDS = 300.0  # on a machine with other work, too
STOP_SECONDS = 60.0
BOOKS_SECONDS = 120.0
LEASE_SECONDS = 5
SWEEP_SECONDS = 2
LISTENING = ("DASH_BOUNCE_PORT", "DASH_SUBMISSION_PORT", "DASH_SUBMISSION_TLS_PORT")
LOG = paths.LOCAL / "log" / "crash.log"


@dataclass(frozen=True)
class Product:
    """The running product."""

    state: ProductState
    port: int
    environment: Mapping[str, str]
    ledger: Path
    clerk: "Clerk"

    def pid(self, name: str) -> int:
        """The process id of a program, as last written by the supervisor."""
        return self.pids()[name]

    def pids(self) -> dict[str, int]:
        pids: dict[str, int] = json.loads(product.get_pids_file(self.state).read_text())
        return pids

    def is_ready(self) -> bool:
        with suppress(OSError, HTTPException):
            line = HTTPConnection("127.0.0.1", self.port, timeout=2)
            line.request("GET", "/readyz", headers={"Host": f"localhost:{self.port}"})
            return line.getresponse().status == 200
        return False

    def books(self, command: str, *arguments: str) -> Any:
        """The result of a database command, from a process with Django (crash_books.py)."""
        return self.clerk.ask(command, *arguments)


class Clerk:
    """The process with database access. Starts with the first command. Raises RuntimeError for a failed command."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._process: subprocess.Popen[str] | None = None

    def ask(self, command: str, *arguments: str) -> Any:
        if self._process is None:
            argv = [sys.executable, "-m", "bench.prove.crash_books"]
            self._process = subprocess.Popen(
                argv,
                cwd=paths.ROOT,
                env=dict(self._environment),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        writing, reading = self._process.stdin, self._process.stdout
        assert writing is not None
        assert reading is not None
        writing.write(json.dumps([command, *arguments]) + "\n")
        writing.flush()
        ready, _, _ = select.select([reading], [], [], BOOKS_SECONDS)
        answer = json.loads(reading.readline()) if ready else {"error": f"nothing in {BOOKS_SECONDS:.0f} s"}
        if "error" in answer:
            raise RuntimeError(f"crash_books {command}: {answer['error']}")
        return answer["answer"]

    def end(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait(10)


@contextmanager
def started(
    *,
    rules: list[dict[str, object]],
    seed: int,
    ledger: Path,
    sink: Sequence[str] = (),
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Product]:
    """Runs a product during the block. Ignores settings and services of the environment.

    `sink` are additional arguments of the sink, `settings` additional environment variables of the product.
    """
    with temporary_services.create_state("crash") as state, sink_running(rules, seed, ledger, sink) as smtp_url:
        port = ports.reserve_port()
        own = environments.build_toolchain_environment()
        environment = {name: value for name, value in own.items() if not _is_setting(name)}
        environment |= {
            "SMTP_URL": smtp_url,
            "DASH_DEMO": "false",
            # Two products that start in the same second would both find the default ports free.
            **{name: str(ports.reserve_port()) for name in LISTENING},
            "DASH_JOB_LEASE_SECONDS": str(LEASE_SECONDS),
            "DASH_SWEEP_SECONDS": str(SWEEP_SECONDS),
            **settings,
        }
        program = programs.Program(
            name="bin/start",
            argv=(
                *(str(paths.ROOT / "bin" / "start"), "--data", str(state.folder)),
                *("--port", str(port), "--without-client"),
            ),
            environment=environment,
            folder=paths.ROOT,
            ready=product.get_addresses_file(state).exists,
            ready_seconds=READY_SECONDS,
            stop_seconds=STOP_SECONDS,
        )
        LOG.parent.mkdir(parents=True, exist_ok=True)
        with LOG.open("wb") as output:
            running = programs.start(program, output=output)
            try:
                programs.wait_until_ready(program, running, log=LOG)
                started_with = json.loads(state.environment.read_text())
                started_with |= {"DJANGO_SETTINGS_MODULE": "server.settings"}
                clerk = Clerk(started_with)
                try:
                    yield Product(state, port, started_with, ledger, clerk)
                finally:
                    clerk.end()
            finally:
                programs.stop(program, running)


@contextmanager
def sink_running(rules: list[dict[str, object]], seed: int, ledger: Path, more: Sequence[str] = ()) -> Iterator[str]:
    """Runs the sink during the block. Yields its URL for `SMTP_URL`."""
    path = ledger.with_suffix(".rules.json")
    path.write_text(json.dumps(rules))
    arguments = ["--rules", str(path), "--seed", str(seed), "--ledger", str(ledger), *more]
    sink = subprocess.Popen(
        [sys.executable, "-m", "bench.sink", *arguments],
        cwd=paths.ROOT,
        env={"PATH": os.environ.get("PATH", os.defpath)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert sink.stdout is not None
        yield f"smtp://127.0.0.1:{json.loads(sink.stdout.readline())['port']}?tls=never"
    finally:
        sink.terminate()
        sink.wait(10)


def _is_setting(name: str) -> bool:
    return name.startswith("DASH_") or name in (*backing_services.SERVICES, "DJANGO_SETTINGS_MODULE")


def until(condition: Any, seconds: float) -> float | None:
    """The seconds until the condition held, or None after the timeout."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if condition():
            return time.monotonic() - began
        time.sleep(0.05)
    return None
