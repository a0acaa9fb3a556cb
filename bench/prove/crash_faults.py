"""Faults for a running product: one process killed or halted, or one service, chosen by the seed."""

import os
import random
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import redis
from psycopg import Error, connect

from bench.prove.crash_product import LEASE_SECONDS, Product, until

BACK_SECONDS = 60.0
# The design goal: after FLUSHALL the product works within a minute.
FLUSHED_SECONDS = 60.0
# Shorter and longer than a lease.
HALTED_SECONDS = (1.0, LEASE_SECONDS + 2.0)
HALT = "halted "
# Killed, and restarted empty or with its data.
EMPTIED, KEPT = "redis", "redis kept"


@dataclass(frozen=True, slots=True)
class Strike:
    """One fault that was injected. `back_seconds` is None if the process did not recover in time."""

    kind: str
    how: str
    during: str
    at_share: float
    back_seconds: float | None


def strike(
    product: Product,
    kind: str,
    *,
    draw: random.Random,
    during: str,
    share: float,
    faults: "Mapping[str, Fault] | None" = None,
) -> Strike:
    """Injects the fault and waits until the process is running again (web: until it responds).

    Also waits before the fault: a process that lost its database might be restarting.
    """
    struck = kind.removeprefix(HALT)
    until(lambda: _is_up(product, "worker" if struck == "worker child" else struck), BACK_SECONDS)
    how = (faults or ALL_FAULTS)[kind](product, draw)
    back = until(lambda: _is_up(product, struck), BACK_SECONDS)
    if kind == EMPTIED and back is not None:
        with redis.Redis.from_url(product.environment["REDIS_URL"]) as client:
            client.flushall()
        how += ", FLUSHALL"
    return Strike(kind, how, during, round(share, 3), None if back is None else round(back, 2))


def _worker(product: Product, _: random.Random) -> str:
    os.killpg(product.pid("worker"), signal.SIGKILL)
    return "SIGKILL of the worker and its children"


def _child(product: Product, draw: random.Random) -> str:
    parent = product.pid("worker")
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    # Killing all but one would not disturb the work, and the busy one is not visible from outside.
    for child in draw.sample(children, len(children)):
        with suppress(ProcessLookupError):
            os.kill(int(child), signal.SIGKILL)
    return "SIGKILL of the worker's children"


def killed(name: str) -> Callable[[Product, random.Random], str]:
    def kill(product: Product, _: random.Random) -> str:
        os.kill(product.pid(name), signal.SIGKILL)
        return f"SIGKILL of {name}"

    return kill


def _halted(name: str) -> Callable[[Product, random.Random], str]:
    """SIGSTOP of a program and its children, and SIGCONT after some seconds."""

    def halt(product: Product, draw: random.Random) -> str:
        group, seconds = product.pid(name), draw.choice(HALTED_SECONDS)
        os.killpg(group, signal.SIGSTOP)
        time.sleep(seconds)
        os.killpg(group, signal.SIGCONT)
        return f"SIGSTOP of {name} for {seconds:.0f} s"

    return halt


def _postgres(product: Product, draw: random.Random) -> str:
    number = draw.choice([signal.SIGKILL, signal.SIGQUIT])
    os.kill(product.pid("postgres"), number)
    return f"{number.name} of postgres"


Fault = Callable[[Product, random.Random], str]
# The faults of the crash proof; the sending proof adds the rest.
FAULTS: Mapping[str, Fault] = {
    "worker": _worker,
    "worker child": _child,
    "sender": killed("sender"),
    "web": killed("web"),
    EMPTIED: killed("redis"),
    "postgres": _postgres,
}
ALL_FAULTS: Mapping[str, Fault] = {
    **FAULTS,
    "beat": killed("beat"),
    KEPT: killed("redis"),
    **{HALT + name: _halted(name) for name in ("sender", "worker", "beat", "web")},
}


def target_of(kind: str) -> str:
    return "redis" if kind == KEPT else kind


def _is_up(product: Product, kind: str) -> bool:
    if kind == "worker child":
        return True
    if kind == "web":
        return product.is_ready()
    if kind in (EMPTIED, KEPT):
        return _redis_answers(product)
    if kind == "postgres":
        return _postgres_answers(product)
    with suppress(OSError):
        os.kill(product.pid(kind), 0)
        time.sleep(0.1)
        return Path(f"/proc/{product.pid(kind)}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def _redis_answers(product: Product) -> bool:
    with suppress(redis.RedisError, OSError), redis.Redis.from_url(product.environment["REDIS_URL"]) as client:
        return bool(client.ping())
    return False


def _postgres_answers(product: Product) -> bool:
    with suppress(Error), connect(product.environment["DATABASE_URL"], connect_timeout=2) as line:
        return line.execute("SELECT 1").fetchone() is not None
    return False
