"""A campaign to thousands while every part of the product is killed or halted. The sink rejects, stalls and
disconnects.

    bin/prove sending [--seed N] [--recipients N] [--faults N]

A product starts with its own data, and a second sender beside it. The seed chooses the order of the faults and their
moments. Sender, worker, beat and web get SIGKILL, and SIGSTOP for less or more than a lease; Redis is killed with and
without FLUSHALL, PostgreSQL immediately. The sink has every behaviour of a relay (sending_rules.py). In the end the
send log is compared with the sink's ledger. Then the campaign is sent again to unconfirmed recipients.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from bench.prove import crash_campaigns, crash_imports, crash_product, crash_resting, sending_rules
from bench.prove.crash_campaigns import CampaignRound
from bench.prove.crash_faults import ALL_FAULTS, Strike
from bench.prove.crash_http import Api
from bench.prove.crash_product import Product
from bench.prove.crash_shaking import Shaker
from bin.local import paths

RECIPIENTS, STRIKES = 20_000, 60
SECONDS_A_STRIKE = 5.0  # a campaign lasts at least as long as its faults
MAX_ROUNDS = 4  # if it ends before all faults have occurred, another one takes the rest
SENDERS = 2
LEDGERS = paths.LOCAL / "prove"


@dataclass
class SendingResults:
    """The results of one seed. `failures` has a sentence for each violated property."""

    seed: int
    recipients: int
    strikes: list[Strike] = field(default_factory=list)
    campaigns: list[CampaignRound] = field(default_factory=list)
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)


@contextmanager
def second_sender(product: Product) -> Iterator[None]:
    """A second sender, which takes over the leases of a halted one. No fault hits it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "server.process", "delivery.sender"],
        cwd=paths.ROOT,
        env=dict(product.environment),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def _drawn(draw: random.Random, strikes: int) -> list[str]:
    """This many faults in random order, each kind equally often."""
    kinds = list(ALL_FAULTS)
    whole, rest = divmod(strikes, len(kinds))
    chosen = kinds * whole + draw.sample(kinds, rest)
    draw.shuffle(chosen)
    return chosen


def _run_campaigns(product: Product, verdict: SendingResults, folder: Path, strikes: int) -> None:
    made = product.books("prepare", "Mail")
    api, draw = Api(product.port, made["Mail"]["token"]), random.Random(verdict.seed)
    readers = crash_campaigns.write_readers(folder / "readers.csv", verdict.recipients)
    crash_imports.bring_in(api, readers)
    left = _drawn(draw, strikes)
    shaker = Shaker(product, draw, lambda: None, verdict.strikes, verdict.failures)
    broken = sending_rules.max_broken(verdict.recipients)
    for _ in range(MAX_ROUNDS):
        done = crash_campaigns.shake(product, api, shaker, left=left, senders=SENDERS, broken=broken)
        verdict.campaigns.append(done)
        if not left:
            break
    shaker.rest()
    if left:
        verdict.failures.append(f"No campaign was struck by {left}")
    used = sum(done.sent + done.in_doubt for done in verdict.campaigns)
    for done in verdict.campaigns:
        if done.in_doubt:
            crash_campaigns.send_again(product, api, done)
        verdict.failures += done.failures
    verdict.failures += crash_resting.unrested(product, {"Mail": made["Mail"]["team"]}, sent={"Mail": used})


def prove(seed: int, *, recipients: int, strikes: int) -> SendingResults:
    verdict, began = SendingResults(seed, recipients), time.monotonic()
    rules = sending_rules.rules(recipients, seconds=strikes * SECONDS_A_STRIKE, senders=SENDERS)
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.jsonl"
        with crash_product.started(rules=rules, seed=seed, ledger=ledger) as product, second_sender(product):
            _run_campaigns(product, verdict, Path(folder), strikes)
    verdict.seconds = round(time.monotonic() - began, 1)
    return verdict


def lines(verdict: SendingResults) -> list[str]:
    told = [
        f"seed {verdict.seed}: {verdict.recipients} recipients, {len(verdict.strikes)} strikes, {verdict.seconds} s"
    ]
    told += [
        f"  at {strike.at_share:.0%}: {strike.how}, back after {strike.back_seconds} s" for strike in verdict.strikes
    ]
    for done in verdict.campaigns:
        told.append(
            f"  campaign: {done.strikes} strikes, {done.seconds} s, {done.recipients} recipients:"
            f" received {done.received}, sent {done.sent}, failed {done.failed}, suppressed {done.suppressed},"
            f" in doubt {done.in_doubt} (of which {done.doubts_received} had arrived), twice {done.doubled}"
        )
        told.append(
            f"  sent again to {done.again} in doubt: {done.again_doubled} have it twice, {done.again_in_doubt} in doubt"
        )
    told += [f"  FAILED: {failure}" for failure in verdict.failures]
    return [*told, f"  {'FAILED' if verdict.failures else 'held'}"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/prove sending", description="Injects faults while the product sends.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--recipients", type=int, default=RECIPIENTS)
    parser.add_argument("--faults", type=int, default=STRIKES, help="number of faults")
    given = parser.parse_args()
    verdict = prove(given.seed, recipients=given.recipients, strikes=given.faults)
    LEDGERS.mkdir(parents=True, exist_ok=True)
    (LEDGERS / f"sending-{given.seed}.json").write_text(json.dumps(asdict(verdict), indent=1) + "\n")
    print("\n".join(lines(verdict)))
    return 1 if verdict.failures else 0


if __name__ == "__main__":
    sys.exit(main())
