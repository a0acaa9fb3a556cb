"""The whole product under kill -9, in the middle of an import and of a campaign.

    bin/prove crash [--seed N] [--rows N] [--recipients N] [--faults N]

A product starts with its own data. One team imports a file undisturbed; others import the same file under faults.
Worker, sender, web, Redis (emptied afterwards) and PostgreSQL are killed at moments chosen by the seed, and restarted
by the supervisor. A campaign to thousands gets the same faults. Then the tables are compared with those of the
undisturbed run, and the campaign's send log with the independent ledger of a sink.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from bench.prove import crash_campaigns, crash_imports, crash_product, crash_resting
from bench.prove.crash_campaigns import CampaignRound
from bench.prove.crash_faults import FAULTS, FLUSHED_SECONDS, Strike
from bench.prove.crash_http import Api, CallRejected
from bench.prove.crash_imports import ImportRound
from bench.prove.crash_product import Product
from bench.prove.crash_shaking import Shaker
from bin.local import paths

ROWS, RECIPIENTS = 200_000, 20_000
# An import or campaign can end before all faults have occurred. Then another one takes the rest.
MAX_ROUNDS = 4
# The minimum duration of a campaign, with a sender's default number of connections.
SINK_SECONDS, CONNECTIONS = 10, 10
LEDGERS = paths.LOCAL / "prove"


@dataclass
class CrashResults:
    """The results of one seed. `failures` has a sentence for each violated property."""

    seed: int
    rows: int
    recipients: int
    calm_seconds: float = 0.0
    strikes: list[Strike] = field(default_factory=list)
    imports: list[ImportRound] = field(default_factory=list)
    campaigns: list[CampaignRound] = field(default_factory=list)
    flushed_seconds: list[float] = field(default_factory=list)
    longest_outage_seconds: float = 0.0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)


class CrashRun:
    """One seed against one product."""

    def __init__(self, product: Product, verdict: CrashResults, folder: Path, *, broken: int = 0) -> None:
        self._product, self._verdict, self._folder, self._broken = product, verdict, folder, broken
        self._shaken = [f"Shaken{number}" for number in range(MAX_ROUNDS)]
        made = product.books("prepare", "Calm", "Probe", "Mail", *self._shaken)
        self._teams: dict[str, str] = {name: team["team"] for name, team in made.items()}
        self._apis = {name: Api(product.port, team["token"]) for name, team in made.items()}
        self._draw = random.Random(verdict.seed)
        self._shaker = Shaker(product, self._draw, self._after_flush, verdict.strikes, verdict.failures)

    def run(self, faults: int) -> None:
        orders = [self._draw.sample(list(FAULTS), faults) for _ in range(2)]
        self._imports(orders[0])
        self._campaigns(orders[1])
        self._shaker.rest()
        self._again()
        few = crash_imports.write_few(self._folder / "few.csv", "person0@example0.com")
        crash_imports.bring_in(self._apis["Shaken0"], few)  # CONT-58 blocks no import
        used = sum(done.sent + done.in_doubt for done in self._verdict.campaigns)
        self._verdict.failures += crash_resting.unrested(self._product, self._teams, sent={"Mail": used})
        self._verdict.longest_outage_seconds = round(max(api.longest_outage for api in self._apis.values()), 2)

    def _imports(self, left: list[str]) -> None:
        verdict = self._verdict
        file = crash_imports.write_people(self._folder / "people.csv", verdict.rows)
        calm = self._apis["Calm"]
        verdict.calm_seconds = round(crash_imports.bring_in(calm, file, crash_imports.make_columns(calm)), 2)
        wanted = self._product.books("imported", self._teams["Calm"])
        for name in self._shaken:
            done = crash_imports.shake(self._product, self._apis[name], file, self._shaker, team=name, left=left)
            found = self._product.books("imported", self._teams[name])
            done.count = found["count"]
            done.differences = [
                f"{key}: {found[key]}, not {wanted[key]}" for key in wanted if wanted[key] != found[key]
            ]
            verdict.imports.append(done)
            verdict.failures += [*done.failures, *done.differences]
            if not left:
                return
        verdict.failures.append(f"No import was struck by {left}")

    def _campaigns(self, left: list[str]) -> None:
        verdict, api = self._verdict, self._apis["Mail"]
        readers = crash_campaigns.write_readers(self._folder / "readers.csv", verdict.recipients)
        crash_imports.bring_in(api, readers)
        for _ in range(MAX_ROUNDS):
            done = crash_campaigns.shake(self._product, api, self._shaker, left=left, broken=self._broken)
            verdict.campaigns.append(done)
            verdict.failures += done.failures
            if not left:
                return
        verdict.failures.append(f"No campaign was struck by {left}")

    def _again(self) -> None:
        """Sends again to the recipients with unconfirmed deliveries."""
        for done in self._verdict.campaigns:
            if done.in_doubt:
                known = len(done.failures)
                crash_campaigns.send_again(self._product, self._apis["Mail"], done)
                self._verdict.failures += done.failures[known:]

    def _after_flush(self) -> None:
        """An import of another team finishes within a minute of FLUSHALL."""
        few = crash_imports.write_few(self._folder / "probe.csv", "a@probe.example", "b@probe.example")
        began = time.monotonic()
        try:
            crash_imports.bring_in(self._apis["Probe"], few)
        except (AssertionError, CallRejected) as error:
            self._verdict.failures.append(f"After FLUSHALL: {error}")
        seconds = time.monotonic() - began
        self._verdict.flushed_seconds.append(round(seconds, 2))
        if seconds > FLUSHED_SECONDS:
            self._verdict.failures.append(f"An import after FLUSHALL took {seconds:.0f} s")


def prove(
    seed: int,
    *,
    rows: int,
    recipients: int,
    faults: int = len(FAULTS),
    rules: list[dict[str, object]] | None = None,
    broken: int = 0,
    then: Callable[[Product], None] = lambda _: None,
) -> CrashResults:
    """One seed: this many kinds of fault hit the import, and as many the campaign.

    `rules` replace the sink's own, and `broken` is how many messages they interrupt. `then` runs afterwards on the same
    product.
    """
    verdict, began = CrashResults(seed, rows, recipients), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.jsonl"
        with crash_product.started(rules=rules or sink_rules(recipients), seed=seed, ledger=ledger) as product:
            CrashRun(product, verdict, Path(folder), broken=broken).run(faults)
            then(product)
    verdict.seconds = round(time.monotonic() - began, 1)
    return verdict


def sink_rules(recipients: int) -> list[dict[str, object]]:
    """The sink's rejections and its pace: slow enough that the faults occur in the middle.

    It never breaks connections: those faults are for the product.
    """
    return [
        {"share": 0.02, "at": "rcpt", "answer": "550 5.1.1 No such user"},
        {"share": 0.01, "at": "dot", "answer": "554 5.7.1 Blocked"},
        {"at": "dot", "delay": SINK_SECONDS * CONNECTIONS / recipients},
    ]


def lines(verdict: CrashResults) -> list[str]:
    told = [f"seed {verdict.seed}: {verdict.rows} rows, {verdict.recipients} recipients, {verdict.seconds} s"]
    told += [
        f"  {strike.during} at {strike.at_share:.0%}: {strike.how}, back after {strike.back_seconds} s"
        for strike in verdict.strikes
    ]
    told.append(f"  import undisturbed: {verdict.calm_seconds} s")
    told += [
        f"  import {done.team}: {done.strikes} strikes, {done.seconds} s, {done.count} contacts,"
        f" differences: {len(done.differences)}"
        for done in verdict.imports
    ]
    told += [
        f"  campaign: {done.strikes} strikes, {done.seconds} s, {done.recipients} recipients: received {done.received},"
        f" sent {done.sent}, failed {done.failed}, suppressed {done.suppressed}, in doubt {done.in_doubt}"
        f" (of which {done.doubts_received} had arrived), twice {done.doubled};"
        f" sent again to {done.again}, {done.again_doubled} of whom have it twice"
        for done in verdict.campaigns
    ]
    told.append(f"  after FLUSHALL an import of another team went through in {verdict.flushed_seconds} s")
    told.append(f"  longest time until a call was answered: {verdict.longest_outage_seconds} s")
    told += [f"  FAILED: {failure}" for failure in verdict.failures]
    return [*told, f"  {'FAILED' if verdict.failures else 'held'}"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/prove crash", description="Kills the processes of a working product.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--recipients", type=int, default=RECIPIENTS)
    parser.add_argument("--faults", type=int, default=len(FAULTS), help="faults for the import, and for the campaign")
    given = parser.parse_args()
    verdict = prove(given.seed, rows=given.rows, recipients=given.recipients, faults=given.faults)
    LEDGERS.mkdir(parents=True, exist_ok=True)
    ledger = LEDGERS / f"crash-{given.seed}.json"
    ledger.write_text(json.dumps(asdict(verdict), indent=1) + "\n")
    print("\n".join(lines(verdict)))
    return 1 if verdict.failures else 0


if __name__ == "__main__":
    sys.exit(main())
