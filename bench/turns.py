"""Fair scheduling: the wait of small campaigns while another team sends to a million recipients.

    python -m bench.turns [--json] [--giant N] [--presses N] [--teams N]

A product starts as by `bin/start`, with one sender, and a sink that accepts everything. One team's mailing to a million
runs all the time. First, another team sends many campaigns by the API, one after another. Measured is the time from the
send request to the first transmitted message. Then 49 teams send within a few seconds, at moments chosen by a seed.
Measured is the time from the team's send request to each message. Compiling and freezing are included.
"""

import argparse
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from bench import stage

stage.prepare("turns")

from bench.calibration import calibrate  # noqa: E402 -- after Django is set up
from bench.prove import crash_campaigns, crash_product  # noqa: E402
from bench.prove.crash_http import Api  # noqa: E402
from bench.prove.crash_product import Product  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from bench.sink import read_ledger  # noqa: E402

GIANT, PRESSES, TEAMS, CONTACTS = 1_000_000, 40, 50, 20
SPREAD_SECONDS = 5.0
WAIT_SECONDS = 120.0
SEED = 1
# Only these are in the ledger, so that the sink is fast for the others.
ADDRESS, LEDGERED = "w{1}@probe{0}.example", "w*@probe*.example"


@dataclass(slots=True)
class Press:
    """One campaign of a small team, and the time of its send request, in seconds since the epoch."""

    team: int
    at: float


class ArrivalLedger:
    """The arrival times of each small team's messages, read as the file grows."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, team: int, since: float) -> list[float]:
        ending = f"@probe{team}.example"
        lines = read_ledger(self._path)
        return sorted(line["time"] for line in lines if line["recipient"].endswith(ending) and line["time"] >= since)


def press(api: Api, team: int) -> Press:
    campaign_id = crash_campaigns.make(api)
    at = time.time()
    api.post(f"email-marketing/{campaign_id}/send")
    return Press(team, at)


def until(condition: Callable[[], bool]) -> None:
    """Waits for the condition. Raises TimeoutError."""
    if crash_product.until(condition, WAIT_SECONDS) is None:
        raise TimeoutError("It did not come in time")


def arrived(ledger: ArrivalLedger, press: Press) -> Sequence[float]:
    """The arrival times of a campaign's messages, once all have arrived. Raises TimeoutError."""
    until(lambda: len(ledger.of(press.team, press.at)) >= CONTACTS)
    return ledger.of(press.team, press.at)


def p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def one_by_one(api: Api, ledger: ArrivalLedger, presses: int) -> list[float]:
    """Seconds from each send request to the first message. Each request follows the end of the last campaign."""
    waits = []
    for _ in range(presses):
        pressed = press(api, 0)
        waits.append(arrived(ledger, pressed)[0] - pressed.at)
    return waits


def all_together(apis: list[Api], ledger: ArrivalLedger) -> list[float]:
    """Seconds from each team's send request to each of its messages. All teams send within a few seconds."""
    draw, began = random.Random(SEED), threading.Event()
    moments = [draw.uniform(0, SPREAD_SECONDS) for _ in apis]

    def at_its_moment(team: int) -> Press:
        began.wait()
        time.sleep(moments[team])
        return press(apis[team], team)

    with ThreadPoolExecutor(len(apis)) as pool:
        futures = [pool.submit(at_its_moment, team) for team in range(len(apis))]
        began.set()
        pressed = [future.result() for future in futures]
    waits: list[float] = []
    for each in pressed:
        waits += [moment - each.at for moment in arrived(ledger, each)]
    return waits


def measure(product: Product, *, giant: int, presses: int, teams: int, as_json: bool) -> list[Figure]:
    names = [f"Small{number}" for number in range(teams - 1)]
    made = product.books("prepare", "Giant", *names)
    product.books("fill", str(CONTACTS), ADDRESS, *(made[name]["team"] for name in names))
    began = time.perf_counter()
    mailing_id = product.books("giant", made["Giant"]["team"], str(giant))
    say(f"a mailing to {giant:,} made in {time.perf_counter() - began:.1f} s", as_json=as_json)
    until(lambda: product.books("sent", str(mailing_id)) > 0)
    apis = [Api(product.port, made[name]["token"]) for name in names]
    ledger = ArrivalLedger(product.ledger)
    at, before = time.perf_counter(), product.books("sent", str(mailing_id))
    first = one_by_one(apis[0], ledger, presses)
    others = all_together(apis, ledger)
    after = product.books("sent", str(mailing_id))
    rate = (after - before) / (time.perf_counter() - at)
    say(
        f"first message after {statistics.median(first):.2f} s (median of {presses}), {max(first):.2f} at most;"
        f" {len(others)} messages of {teams - 1} teams after {statistics.median(others):.2f} s,"
        f" {max(others):.2f} at most;"
        f" the giant at {after:,} of {giant:,}, {rate:,.0f} a second",
        as_json=as_json,
    )
    if after >= giant:
        raise RuntimeError("The largest campaign ended before the others. Nothing was measured")
    return [
        Figure("turns.first", round(p95(first), 3), "s p95 to the first message"),
        Figure("turns.others", round(p95(others), 3), "s p95 of each message"),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench turns")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--giant", type=int, default=GIANT)
    parser.add_argument("--presses", type=int, default=PRESSES)
    parser.add_argument("--teams", type=int, default=TEAMS)
    given = parser.parse_args()
    say(calibrate().line(), as_json=given.json)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.jsonl"
        sink = ["--ledger-of", LEDGERED, "--ledger-unsynced"]
        with crash_product.started(rules=[], seed=SEED, ledger=path, sink=sink) as product:
            figures = measure(product, giant=given.giant, presses=given.presses, teams=given.teams, as_json=given.json)
    return finish(figures, as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
