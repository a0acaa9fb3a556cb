"""Cheap hostile load against a started product, while a well-behaved customer works.

    bin/prove abuse [--seed N] [--kind NAME] [--group NAME] [--seconds N] [--list]

The rates apply to a machine whose daphne serves REFERENCE_REQUESTS a second with an empty application. On a slower one
they are proportionally lower, since it could serve proportionally fewer customers.

Each kind runs half of its time from one address and half from many, in a process that uses at most half a core. The
customer signs in, reads, imports and sends throughout. Afterwards the product must be as before: the same processes,
memory and disk use within their bounds, and no account locked out.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace

from bench.calibration import asgi_requests
from bench.prove.hostile.judging import IDLE_SECONDS, Judge, KindResult, format_line
from bench.prove.hostile.registry import LoadKind, list_kinds
from bench.prove.hostile.stage import AbuseStage, open_stage
from bin.local import paths

SECONDS = 20.0
REFERENCE_REQUESTS = 3_000.0
LEDGERS = paths.LOCAL / "prove"


@dataclass
class AbuseResults:
    """The results of all kinds of one run. `failures` has a sentence for each violated property."""

    seed: int
    seconds_per_kind: float
    # Relative to the stated rates.
    pace: float = 1.0
    results: list[KindResult] = field(default_factory=list)
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)


def run_kinds(
    stage: AbuseStage,
    kinds: Sequence[LoadKind],
    *,
    seed: int,
    seconds: float,
    timed: bool = True,
    idle_seconds: float = IDLE_SECONDS,
    report: Callable[[KindResult], None] = lambda _: None,
) -> AbuseResults:
    """Pass `timed=False` if the machine does other work: then durations are not judged."""
    verdict, begin = AbuseResults(seed, seconds), time.monotonic()
    judging = Judge(stage, seed=seed, seconds=seconds, timed=timed, idle_seconds=idle_seconds)
    judging.run(kinds, report)
    verdict.results = judging.results
    verdict.failures = [f"{result.kind}: {failure}" for result in judging.results for failure in result.failures]
    verdict.failures += judging.failures
    verdict.seconds = round(time.monotonic() - begin, 1)
    return verdict


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/prove abuse", description="Puts a product under hostile load.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=list_kinds(), metavar="NAME", help="only this kind")
    parser.add_argument("--group", action="append", metavar="NAME", help="only kinds of this group")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="seconds of load per kind")
    parser.add_argument("--untimed", action="store_true", help="check no times, since the machine has other work")
    parser.add_argument("--list", action="store_true", help="print the kinds and exit")
    options = parser.parse_args()
    kinds = [
        kind
        for kind in list_kinds().values()
        if (not options.kind or kind.name in options.kind) and (not options.group or kind.group in options.group)
    ]
    if options.list:
        for kind in kinds:
            print(f"{kind.group:14} {kind.name:28} {kind.per_second:>5g}/s  needs {kind.needs:18} {kind.text}")
        return 0
    requests = asgi_requests()
    pace = min(1.0, requests / REFERENCE_REQUESTS)
    kinds = [replace(kind, per_second=round(kind.per_second * pace, 2)) for kind in kinds]
    print(
        f"seed {options.seed}: {len(kinds)} kinds, {options.seconds:g} s each, at {pace:.2f} of their rates"
        f" ({requests:,.0f} raw ASGI requests/s)",
        flush=True,
    )
    with open_stage(options.seed) as stage:
        verdict = run_kinds(
            stage,
            kinds,
            seed=options.seed,
            seconds=options.seconds,
            timed=not options.untimed,
            report=lambda result: print(format_line(result), flush=True),
        )
    verdict.pace = round(pace, 2)
    LEDGERS.mkdir(parents=True, exist_ok=True)
    (LEDGERS / f"abuse-{options.seed}.json").write_text(json.dumps(asdict(verdict), indent=1) + "\n")
    fallen = [result.kind for result in verdict.results if result.failures]
    print(f"{len(verdict.results) - len(fallen)} of {len(verdict.results)} kinds held, {verdict.seconds} s")
    if fallen:
        print(f"  FAILED: {', '.join(fallen)}")
    for failure in verdict.failures[sum(len(result.failures) for result in verdict.results) :]:
        print(f"  FAILED: {failure}")
    print("FAILED" if verdict.failures else "held")
    return 1 if verdict.failures else 0


if __name__ == "__main__":
    sys.exit(main())
