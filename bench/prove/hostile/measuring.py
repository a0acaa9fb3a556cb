"""The product's resource usage under load: CPU, memory, disk, and the processes themselves."""

import json
import os
import resource
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import redis

from bench.prove.crash_product import LOG, Product
from bin.local import product as started_product

MB = 1 << 20
# A proof must not crash its machine: a process that exceeds this limit gets a MemoryError or ends.
MAX_PROCESS_BYTES = 3 << 30
COLLECT_SECONDS = 1.0
SERVICES = ("postgres", "redis")
# The source of metrics requests: a loopback address that is not a proxy.
SCRAPER = "127.0.0.2"
METRICS_SECONDS = 20.0


def pids_of(product: Product) -> dict[str, int]:
    """The product's own programs, without PostgreSQL and Redis."""
    pids: dict[str, int] = json.loads(started_product.get_pids_file(product.state).read_text())
    return {name: pid for name, pid in pids.items() if name not in SERVICES}


def _tree(pid: int) -> Iterator[int]:
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _tree(int(child))


def cpu_of(product: Product) -> float:
    """User and system seconds so far of the product's programs and their children, and of PostgreSQL and Redis."""
    pids: dict[str, int] = json.loads(started_product.get_pids_file(product.state).read_text())
    total = 0.0
    for pid in pids.values():
        for each in _tree(pid):
            with suppress(OSError):
                total += _cpu_seconds(each)
    return total


def _cpu_seconds(pid: int) -> float:
    """CPU seconds of a process and of its ended children: a workbook parser lives for seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def limit_memory(product: Product) -> None:
    for pid in pids_of(product).values():
        for each in _tree(pid):
            with suppress(OSError):
                resource.prlimit(each, resource.RLIMIT_DATA, (MAX_PROCESS_BYTES, MAX_PROCESS_BYTES))


def collect_garbage(product: Product) -> None:
    """Triggers garbage collection in each process (collecting/sitecustomize.py) and waits for it."""
    for pid in pids_of(product).values():
        for each in _tree(pid):
            with suppress(OSError):
                if _catches(each, signal.SIGRTMIN):
                    os.kill(each, signal.SIGRTMIN)
    time.sleep(COLLECT_SECONDS)


def _catches(pid: int, number: int) -> bool:
    """Whether a process handles a signal, which would otherwise end it."""
    status = Path(f"/proc/{pid}/status").read_text()
    caught = int(next(line for line in status.splitlines() if line.startswith("SigCgt:")).split()[1], 16)
    return bool(caught >> (number - 1) & 1)


def memory_mb(product: Product) -> dict[str, float]:
    """Of each program with its children."""
    return {name: sum(map(_anonymous_mb, _tree(pid))) for name, pid in pids_of(product).items()}


def _anonymous_mb(pid: int) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) / 1024
    return 0.0


@dataclass(frozen=True, slots=True)
class Disk:
    """Disk use in MB. `temporary` counts deleted files that are still open."""

    uploads: float
    spool: float
    database: float
    redis: float
    temporary: float

    @property
    def total(self) -> float:
        return self.uploads + self.spool + self.database + self.redis + self.temporary


def disk_of(product: Product) -> Disk:
    environment = product.environment
    with redis.Redis.from_url(environment["REDIS_URL"]) as client:
        redis_bytes = int(client.info("memory")["used_memory"])
    return Disk(
        uploads=_folder_mb(Path(environment["DASH_UPLOAD_FOLDER"])),
        spool=_folder_mb(Path(environment["DASH_SPOOL_FOLDER"])),
        database=product.books("measure_database")["bytes"] / MB,
        redis=redis_bytes / MB,
        temporary=temporary_mb(product),
    )


def _folder_mb(folder: Path) -> float:
    total = 0
    for root, _, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                total += (Path(root) / name).stat().st_blocks * 512
    return total / MB


def temporary_mb(product: Product) -> float:
    """The size of open deleted files, above all of incomplete request bodies."""
    total = 0
    for pid in pids_of(product).values():
        for each in _tree(pid):
            with suppress(OSError):
                for entry in Path(f"/proc/{each}/fd").iterdir():
                    with suppress(OSError):
                        if str(entry.readlink()).endswith(" (deleted)"):
                            total += entry.stat().st_blocks * 512
    return total / MB


def log_mb() -> float:
    return LOG.stat().st_size / MB


def read_metrics(product: Product) -> bytes:
    """The web process's metrics as a scraper on this machine reads them; empty if unreadable."""
    line = HTTPConnection("127.0.0.1", product.port, timeout=METRICS_SECONDS, source_address=(SCRAPER, 0))
    try:
        line.request("GET", "/metrics", headers={"Host": f"localhost:{product.port}"})
        response = line.getresponse()
        text = response.read()
        return text if response.status == 200 else b""
    except (OSError, HTTPException):
        return b""
    finally:
        line.close()
