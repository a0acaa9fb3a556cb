"""The load process, separate so that its CPU time is known: `python -m bench.prove.hostile.driver`.

Reads a JSON object a line from standard input. The first has the kind, the seed and the target, and is acknowledged
once the load is prepared. Then `{"origin": "one", "seconds": 10}` starts a phase, and its PhaseResult is the response.
"""

import asyncio
import json
import sys
import time
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from bench.prove.hostile.load import AttackTarget, HostileLoad, LoadOrigin, PreparationRejected
from bench.prove.hostile.registry import LoadKind, list_kinds

MAX_CORES = 0.5
# The target: the rest is for work between two readings of the clock.
AIMED_CORES = 0.45
PAUSE_SECONDS = 0.005
END_SECONDS = 8.0
BURST_SECONDS = 0.25


@dataclass(slots=True)
class PhaseResult:
    """The results of one phase. `cores` is this process's CPU use, `per_second` the rate reached."""

    origin: str
    seconds: float = 0.0
    attempts: int = 0
    per_second: float = 0.0
    cores: float = 0.0
    labels: dict[str, int] = field(default_factory=dict)


async def attempt(kind: LoadKind, load: HostileLoad) -> None:
    try:
        label = await kind.attempt(load)
    except TimeoutError:
        label = "no response"
    except asyncio.CancelledError:
        load.labels["no response"] += 1
        raise
    except (ConnectionError, asyncio.IncompleteReadError):
        label = "closed"
    except OSError as error:
        label = f"not connected: {error.strerror}"
    load.labels[label] += 1


async def run_phase(kind: LoadKind, load: HostileLoad, seconds: float) -> PhaseResult:
    """Starts attempts at the kind's rate, below half a core, until the time is over."""
    load.ending.clear()
    load.labels.clear()
    outcome = PhaseResult(load.origin)
    begin, cpu, running = time.monotonic(), time.process_time(), set[asyncio.Task[None]]()
    due = begin
    while (now := time.monotonic()) < begin + seconds:
        is_over_budget = time.process_time() - cpu > AIMED_CORES * (now - begin) + 0.05
        if is_over_budget or now < due or len(running) >= kind.max_running:
            await asyncio.sleep(PAUSE_SECONDS)
            continue
        due = max(due + 1 / kind.per_second, now - BURST_SECONDS)
        task = asyncio.create_task(attempt(kind, load))
        running.add(task)
        task.add_done_callback(running.discard)
        outcome.attempts += 1
        if outcome.attempts % 8 == 0:
            await asyncio.sleep(0)
    load.ending.set()
    outcome.seconds = time.monotonic() - begin
    outcome.per_second = round(outcome.attempts / outcome.seconds, 1)
    outcome.cores = round((time.process_time() - cpu) / outcome.seconds, 3)
    await _finish(running)
    load.drop_connections()
    outcome.seconds = round(outcome.seconds, 2)
    outcome.labels = dict(load.labels.most_common())
    return outcome


async def _finish(running: set[asyncio.Task[None]]) -> None:
    if not running:
        return
    _, left = await asyncio.wait(set(running), timeout=END_SECONDS)
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


async def _serve(lines: asyncio.StreamReader) -> None:
    request = json.loads(await lines.readline())
    kind = replace(list_kinds()[request["kind"]], per_second=request["per_second"])
    load = HostileLoad(AttackTarget(**request["target"]), seed=request["seed"])
    try:
        load.prepared = await kind.prepare(load) if kind.prepare else None
    except (PreparationRejected, OSError, TimeoutError) as error:
        _say({"error": f"{type(error).__name__}: {error}"})
        return
    _say({"ready": True})
    while line := await lines.readline():
        phase = json.loads(line)
        load.origin = LoadOrigin(phase["origin"])
        _say(asdict(await run_phase(kind, load, phase["seconds"])))


def _say(value: Any) -> None:
    print(json.dumps(value), flush=True)


async def _main() -> None:
    lines = asyncio.StreamReader(limit=1 << 24)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    await _serve(lines)


if __name__ == "__main__":
    asyncio.run(_main())
