"""Kills the sender in the middle of its windows and holds the books against the sink's own ledger.

    python -m bench.prove.sending [--seed N] [--recipients N] [--kills N]

A seed draws the moments of the kills and the rules of the sink (refusals for good and for now, resets before, inside
and after the body). It passes when, by the database, sent + failed + suppressed + in doubt = recipients, and by the
sink's ledger: everything sent was received, nothing was received that the database calls untouched, and nothing was
received twice outside the positions in doubt. It asserts that the sink received something.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bench import stage
from bench.sink import read_ledger

ROOT = Path(__file__).resolve().parents[2]
LEASE_SECONDS = 5  # the shortest that settings take: a killed sender's batches are taken over after it
DEADLINE_SECONDS = 240
WINDOW = 100
LEASED_AT_ONCE = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """The figures of one run. `failures` says in sentences what does not hold."""

    seed: int
    recipients: int
    kills: int
    received: int
    sent: int
    failed: int
    suppressed: int
    in_doubt: int
    doubts_received: int
    doubled: int
    failures: tuple[str, ...]


def rules(seed: int) -> list[dict[str, object]]:
    """What the sink does to some of the recipients."""
    drawn = random.Random(seed)
    return [
        {"share": 0.02, "at": "rcpt", "answer": "550 5.1.1 No such user"},
        {"share": 0.01, "at": "dot", "answer": "554 5.7.1 Blocked"},
        {"share": 0.01, "at": "rcpt", "answer": "451 4.7.1 Later", "times": 1},
        {"share": drawn.choice([0.0005, 0.001]), "at": "data", "reset": "before", "times": 1},
        {"share": drawn.choice([0.0005, 0.001]), "at": "data", "reset": "inside", "times": 1},
        {"share": drawn.choice([0.0005, 0.001]), "at": "dot", "reset": "after", "times": 1},
        {"share": 0.02, "at": "dot", "delay": 0.02},
    ]


class Run:
    """One seed: a sink, a sender that is killed and started again, and the books."""

    def __init__(self, seed: int, recipients: int, kills: int, folder: Path) -> None:
        self._seed, self._recipients, self._kills, self._folder = seed, recipients, kills, folder
        self._drawn = random.Random(seed)
        self._ledger = folder / "ledger.jsonl"

    def judge(self) -> Verdict:
        """Runs the seed to its end."""
        from bench.prove import sending_books as books  # noqa: PLC0415 -- needs Django, which `stage` sets up

        mailing_id = books.prepare(self._recipients, suppressed=range(0, self._recipients, 97))
        sink, port = self._start_sink()
        kills = 0
        try:
            environment = os.environ | {
                "SMTP_URL": f"smtp://127.0.0.1:{port}?tls=never",
                "DASH_JOB_LEASE_SECONDS": str(LEASE_SECONDS),
                "DASH_SENDER_CONNECTIONS": "4",
            }
            kills = asyncio.run(self._send(environment, mailing_id))
        finally:
            sink.terminate()
            sink.wait(10)
        ledger = Counter(str(line["recipient"]) for line in read_ledger(self._ledger))
        return self._verdict(books.states(mailing_id), ledger, kills)

    def _start_sink(self) -> "tuple[subprocess.Popen[str], int]":
        rules_path = self._folder / "rules.json"
        rules_path.write_text(json.dumps(rules(self._seed)))
        arguments = ["--rules", str(rules_path), "--seed", str(self._seed), "--ledger", str(self._ledger)]
        sink = subprocess.Popen(
            [sys.executable, "-m", "bench.sink", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        if sink.stdout is None:
            raise RuntimeError("The sink has no output")
        return sink, int(json.loads(sink.stdout.readline())["port"])

    async def _send(self, environment: dict[str, str], mailing_id: int) -> int:
        from bench.prove import sending_books as books  # noqa: PLC0415

        kills = 0
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                sender = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "server.delivery.wire.sender"),
                    cwd=ROOT,
                    env=environment,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                try:
                    if kills < self._kills:
                        await self._until_received(self._drawn.randrange(150, 900))
                        sender.send_signal(signal.SIGKILL)
                        kills += 1
                        continue
                    while not await asyncio.to_thread(books.is_done, mailing_id):
                        await asyncio.sleep(0.1)
                        await asyncio.to_thread(books.hurry, mailing_id)
                    return kills
                finally:
                    if sender.returncode is None and kills >= self._kills:
                        sender.send_signal(signal.SIGTERM)
                    await sender.wait()

    async def _until_received(self, more: int) -> None:
        """Waits until the sink has so many more messages, or nothing has come for two leases."""
        start = last = self._received()
        quiet = 0.0
        while last - start < more and quiet < 3 * LEASE_SECONDS:
            await asyncio.sleep(0.01)
            now = self._received()
            quiet = 0.0 if now != last else quiet + 0.01
            last = now

    def _received(self) -> int:
        # Counted by size: lines have about the same length, and only the moment of a kill hangs on it.
        return self._ledger.stat().st_size // 250 if self._ledger.exists() else 0

    def _verdict(self, states: dict[str, str], ledger: Counter[str], kills: int) -> Verdict:
        counted = Counter(states.values())
        doubts = {email for email, state in states.items() if state == "inDoubt"}
        failures = []
        if not ledger:
            failures.append("The sink received nothing")
        if kills < self._kills:
            failures.append(f"The sender was killed {kills} times instead of {self._kills}")
        if len(states) != self._recipients:
            failures.append(f"{self._recipients - len(states)} recipients are not accounted for")
        lost = [email for email, state in states.items() if state == "sent" and not ledger[email]]
        if lost:
            failures.append(f"{len(lost)} are called sent and were never received")
        wrongly = [email for email, state in states.items() if state in ("failed", "suppressed") and ledger[email]]
        if wrongly:
            failures.append(f"{len(wrongly)} are called failed or suppressed and were received")
        doubled = [email for email, times in ledger.items() if times > 1]
        outside = [email for email in doubled if email not in doubts]
        if outside:
            failures.append(f"{len(outside)} were received twice outside the positions in doubt")
        most = kills * LEASED_AT_ONCE * 2 * WINDOW + self._recipients // 100
        if len(doubts) > most:
            failures.append(f"{len(doubts)} in doubt are more than two windows a batch and kill ({most})")
        return Verdict(
            seed=self._seed,
            recipients=self._recipients,
            kills=kills,
            received=sum(ledger.values()),
            sent=counted["sent"],
            failed=counted["failed"],
            suppressed=counted["suppressed"],
            in_doubt=counted["inDoubt"],
            doubts_received=sum(1 for email in doubts if ledger[email]),
            doubled=len(doubled),
            failures=tuple(failures),
        )


def prove(seed: int, *, recipients: int, kills: int) -> Verdict:
    """One seed in a database that is ready; everything else is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        return Run(seed, recipients, kills, Path(folder)).judge()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Kills the sender and checks the books.")
    parser.add_argument("--seed", type=int, help="one seed; without it, five")
    parser.add_argument("--recipients", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=6)
    arguments = parser.parse_args()
    stage.prepare("sending")
    seeds = [arguments.seed] if arguments.seed is not None else [1, 2, 3, 4, 5]
    verdicts = [prove(seed, recipients=arguments.recipients, kills=arguments.kills) for seed in seeds]
    for verdict in verdicts:
        print(
            f"seed {verdict.seed}: {verdict.recipients} recipients, {verdict.kills} kills: received {verdict.received},"
            f" sent {verdict.sent}, failed {verdict.failed}, suppressed {verdict.suppressed},"
            f" in doubt {verdict.in_doubt} (of which {verdict.doubts_received} had arrived), twice {verdict.doubled}"
        )
        for failure in verdict.failures:
            print(f"  FAILED: {failure}")
    return 1 if any(verdict.failures for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
