"""Starts modules as `python -m` does, by forking a process that has loaded everything of the web process.

A start takes some tens of milliseconds of CPU instead of two seconds. The child is a separate process with its own id,
signals and memory; it has no connection, thread or event loop from before the fork. It reads the settings from its own
environment. If a setting that was read during loading has another value there, the modules are loaded again.
"""

import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import django
from django.conf import Settings, settings

ROOT: Final = Path(__file__).resolve().parents[2]
SETTINGS_MODULE: Final = "server.settings"
MAX_REQUEST_BYTES: Final = 1 << 20
MAX_START_SECONDS: Final = 120.0  # on a machine that does other things, too
# What `realtime.application` imports. It starts threads itself, so it is left to the child.
PRELOADED: Final = (
    "server.urls",
    "server.core.patches.wsgi_bridge",
    "server.delivery.wire.ingest",
    "server.delivery.wire.tracking",
    "server.segments.columns.cache",
    "server.transactional.wire.http_submission",
    "realtime.consumer",
    "realtime.handshake",
    "realtime.http_server",
    "realtime.fair_scheduling",
    "realtime.server",
    # Without `daphne.server`, which makes an event loop.
    "autobahn.twisted.websocket",
    "twisted.internet.asyncioreactor",
    "twisted.internet.endpoints",
)
# Polars' import starts them. The product's workers live without them, too: Celery forks them.
NATIVE_THREADS: Final = ("jemalloc_bg_thd", "polars-ooc-clea")


class ForkedProcess:
    """A process that the fork server started; the fork server reaps it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        try:
            self._handle: int | None = os.pidfd_open(pid)
        except ProcessLookupError:
            self._handle = None

    def is_running(self) -> bool:
        return not self._ends_within(0)

    def wait(self, seconds: float) -> None:
        """Raises subprocess.TimeoutExpired."""
        if not self._ends_within(seconds):
            raise subprocess.TimeoutExpired(str(self.pid), seconds)

    def send_signal(self, number: signal.Signals) -> None:
        if self._handle is not None:
            signal.pidfd_send_signal(self._handle, number)

    def _ends_within(self, seconds: float) -> bool:
        if self._handle is None:
            return True
        ended, _, _ = select.select([self._handle], [], [], seconds)
        if ended:
            os.close(self._handle)
            self._handle = None
        return bool(ended)


class ForkServer:
    """The process that forks. The first request launches it, and each change of a loaded setting launches it again.

    Attributes:
        launches: number of launches.
    """

    def __init__(self) -> None:
        self.launches = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None

    def start(self, argv: Sequence[str], environment: Mapping[str, str], *, log: Path | None) -> ForkedProcess:
        """Starts `python -m` with `argv`. The child's stderr goes to `log` if one is given.

        Raises RuntimeError if the fork server ended or did not respond in time; the next call launches another one.
        """
        request = {"argv": list(argv), "environment": dict(environment), "log": None if log is None else str(log)}
        pid = None if self._channel is None else self._ask(request)
        if pid is None:
            self.close()
            self._channel = self._launch(environment)
            pid = self._ask(request)
        assert pid is not None, "The settings differ from those that were read from the same environment"
        return ForkedProcess(pid)

    def close(self) -> None:
        """Ends the process, not those that it forked."""
        if self._channel is None or self._process is None:
            return
        self._channel.close()
        self._channel = None
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _ask(self, request: dict[str, Any]) -> int | None:
        assert self._channel is not None
        assert self._process is not None
        try:
            self._channel.send(json.dumps(request).encode())
            pid: int | None = json.loads(self._channel.recv(MAX_REQUEST_BYTES))["pid"]
        except (OSError, ValueError) as error:
            # A late response must not be read as the response to the next request.
            self.close()
            raise RuntimeError(f"The fork server failed, exit code {self._process.returncode}") from error
        return pid

    def _launch(self, environment: Mapping[str, str]) -> socket.socket:
        self.launches += 1
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.settimeout(MAX_START_SECONDS)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.realtime.fork_server", str(theirs.fileno())],
                cwd=ROOT,
                env=dict(environment),
                pass_fds=[theirs.fileno()],
            )
        return ours


def main(channel: socket.socket) -> None:
    """Loads everything, then forks for each request until the other end closes."""
    gc.disable()
    django.setup()
    for name in PRELOADED:
        importlib.import_module(name)
    # Django caches each setting once read. The values come from a fresh load: modules might have changed cached ones.
    first = _read_settings()
    read = {name: getattr(first, name) for name in vars(settings) if name.isupper()}
    assert "twisted.internet.reactor" not in sys.modules, "children would share one event loop"
    gc.freeze()
    signal.signal(signal.SIGCHLD, _reap)
    while content := channel.recv(MAX_REQUEST_BYTES):
        request = json.loads(content)
        pid = None
        if _adopt(request["environment"], read):
            assert (lost := _lost_threads()) == [], f"A fork would lose these threads: {lost}"
            pid = os.fork()
            if pid == 0:
                channel.close()
                _run(request["argv"], request["log"])
                return
        channel.send(json.dumps({"pid": pid}).encode())


def _adopt(environment: dict[str, str], read: Mapping[str, Any]) -> bool:
    """Makes the environment and its settings this process's own. False if they differ in a setting already read."""
    os.environ.clear()
    os.environ.update(environment)
    new = _read_settings()
    if any(getattr(new, name) != value for name, value in read.items()):
        return False
    settings._wrapped = new
    return True


def _lost_threads() -> list[str]:
    """Names of the threads that a fork would lose. A thread that has just started gets a second to set its name."""
    deadline = time.monotonic() + 1
    while lost := sorted({thread for thread in _threads() if thread not in NATIVE_THREADS}):
        if time.monotonic() > deadline:
            break
        time.sleep(0.02)
    return lost


def _threads() -> list[str]:
    """The names of this process's threads, without the main one."""
    _main, *others = sorted(Path("/proc/self/task").iterdir(), key=lambda folder: int(folder.name))
    return [(folder / "comm").read_text().strip() for folder in others]


def _read_settings() -> Settings:
    """Loads the settings from the current environment."""
    importlib.reload(sys.modules[SETTINGS_MODULE])
    return Settings(SETTINGS_MODULE)


def _run(argv: list[str], log: str | None) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if log is not None:
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), 2)
    sys.argv = argv
    runpy.run_module(argv[0], run_name="__main__", alter_sys=True)


def _reap(*_: object) -> None:
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        pass


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
