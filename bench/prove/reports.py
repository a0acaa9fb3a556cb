"""Every call of a report over fifty million events of one campaign, under 200 ms each.

    python -m bench.prove.reports [--events N] [--calls N]

Before measuring, the report is compared with a plain query of the events (bench/reports.py).
"""

import argparse
import sys

from bench import reports
from bench.calibration import calibrate

EVENTS, CALLS = 50_000_000, 40
MAX_MS = 200.0
MAX_STALE_SECONDS = 5.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="prove reports")
    parser.add_argument("--seed", type=int, default=0, help="ignored: nothing here is random")
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--calls", type=int, default=CALLS)
    given = parser.parse_args()
    print(calibrate().line(), flush=True)
    figures = reports.run("prove", given.events, given.calls, lambda line: print(line, flush=True))
    late = [
        figure for figure in figures if figure.value > (MAX_STALE_SECONDS if figure.name == "reports.stale" else MAX_MS)
    ]
    for figure in figures:
        print(f"{figure.name}: {figure.value:,.2f} {figure.unit}{'  TOO LONG' if figure in late else ''}")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
