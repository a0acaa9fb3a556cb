"""What the crash proof does to the product: one process killed, or one service, by the seed."""

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

from bench.prove.crash_product import Product, until

BACK_SECONDS = 60.0
# The goal of the design: after FLUSHALL the product works within a minute.
FLUSHED_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Strike:
    """One fault that was done. `back_seconds` is None where the struck one did not come back in time."""

    kind: str
    how: str
    during: str
    at_share: float
    back_seconds: float | None


def strike(product: Product, kind: str, *, draw: random.Random, during: str, share: float) -> Strike:
    """Does the fault and waits until the struck process stands again (web alone: until it answers)."""
    how = FAULTS[kind](product, draw)
    back = until(lambda: _is_up(product, kind), BACK_SECONDS)
    if kind == "redis" and back is not None:
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
    # All but one would leave the work alone, and which of them is at work nobody outside can see.
    for child in draw.sample(children, len(children)):
        with suppress(ProcessLookupError):
            os.kill(int(child), signal.SIGKILL)
    return "SIGKILL of the worker's children"


def _program(name: str) -> Callable[[Product, random.Random], str]:
    def kill(product: Product, _: random.Random) -> str:
        os.kill(product.pid(name), signal.SIGKILL)
        return f"SIGKILL of {name}"

    return kill


def _postgres(product: Product, draw: random.Random) -> str:
    number = draw.choice([signal.SIGKILL, signal.SIGQUIT])
    os.kill(product.pid("postgres"), number)
    return f"{number.name} of postgres"


FAULTS: Mapping[str, Callable[[Product, random.Random], str]] = {
    "worker": _worker,
    "worker child": _child,
    "sender": _program("sender"),
    "web": _program("web"),
    "redis": _program("redis"),
    "postgres": _postgres,
}


def _is_up(product: Product, kind: str) -> bool:
    if kind == "worker child":
        return True
    if kind == "web":
        return product.is_ready()
    if kind == "redis":
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
