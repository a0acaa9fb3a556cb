"""Resource usage of processes, as counted by Linux."""

import os
import resource
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def starved_seconds(pid: int) -> float:
    """Seconds that the main thread of a process was runnable but waited for a core."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def rss_bytes(pid: int | str = "self") -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


@dataclass
class MemoryWatch:
    """Samples this process's memory while work runs."""

    base_bytes: int = 0
    peak_bytes: int = 0

    def during(self, work: Callable[[], object]) -> float:
        """Runs the work. Returns its duration in seconds."""
        ended = threading.Event()
        self.base_bytes = self.peak_bytes = rss_bytes()

        def sample() -> None:
            while not ended.wait(0.02):
                self.peak_bytes = max(self.peak_bytes, rss_bytes())

        thread = threading.Thread(target=sample, daemon=True)
        thread.start()
        begun = time.perf_counter()
        work()
        seconds = time.perf_counter() - begun
        ended.set()
        thread.join()
        return seconds
