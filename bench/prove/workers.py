"""Workers that can be killed. They are forked from a loaded process, which saves their start time."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Worker:
    """A process that runs one job."""

    def __init__(self, process_id: int) -> None:
        try:
            self._handle: int | None = os.pidfd_open(process_id)
        except ProcessLookupError:
            self._handle = None  # it has ended already

    def has_ended(self) -> bool:
        return self._ended_within(0)

    def kill(self) -> None:
        """Sends SIGKILL and waits for the end of the process."""
        if self._handle is not None and not self.has_ended():
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            self.wait(10)

    def wait(self, seconds: float) -> None:
        """Waits for its end. Raises TimeoutError."""
        if not self._ended_within(seconds):
            raise TimeoutError("A worker has not ended")

    def _ended_within(self, seconds: float) -> bool:
        if self._handle is None:
            return True
        ended, _, _ = select.select([self._handle], [], [], seconds)
        if ended:
            os.close(self._handle)
            self._handle = None
        return self._handle is None


class Nursery:
    """The process that workers are forked from."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {"DASH_UPLOAD_FOLDER": str(folder)}
        command = [sys.executable, "-m", "bench.prove.worker"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._answer() == "ready"

    def start_job(self, job_id: int) -> Worker:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{job_id}\n")
        self._process.stdin.flush()
        return Worker(int(self._answer()))

    def end(self) -> None:
        """Ends the process. Its workers continue."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextmanager
def nursery(folder: Path) -> Iterator[Nursery]:
    made = Nursery(folder)
    try:
        yield made
    finally:
        made.end()
