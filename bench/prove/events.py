"""Searches and metrics of fifty million events of transactional email, each kind of query under 150 ms.

    python -m bench.prove.events [--events N] [--calls N]

The events and the queries are those of `bench.trx_events`.
"""

import argparse
import sys

from bench import trx_events
from bench.calibration import calibrate

EVENTS, CALLS = 50_000_000, 40
MAX_MS = 150.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="prove events")
    parser.add_argument("--seed", type=int, default=8, help="determines the queries")
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--calls", type=int, default=CALLS)
    given = parser.parse_args()
    print(calibrate().line(), flush=True)
    figures = trx_events.run(given.events, given.calls, lambda line: print(line, flush=True), seed=given.seed)
    late = [figure for figure in figures if figure.value > MAX_MS]
    for figure in figures:
        print(f"{figure.name}: {figure.value:,.2f} {figure.unit}{'  TOO LONG' if figure in late else ''}")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
