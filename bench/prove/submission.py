"""Transactional email while every part of the product is killed: no accepted message is lost or duplicated.

    bin/prove submission [--seed N] [--kills N] [--storm N]

A product starts with its own data. Applications submit email over SMTP and HTTP at the same time: single messages and
batches, some with an idempotency key, some scheduled, some from a foreign domain. During this time the seed chooses
which process is killed, and when: smtp, web, the senders of messages and of mailings, webhooks, the workers, Redis with
and without FLUSHALL, PostgreSQL. Then a thousand submissions with one key arrive at the same moment, once while web is
killed, and a port gets less free space than it needs. The team's webhook, whose receiver never responded, stays down
for three more hours of a simulated clock. In the end the responses to each application are compared with the tables and
the ledger of the sink. A message with a 250 or 202 counts as accepted.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench.prove import crash_product, sending_rules, submission_load
from bench.prove.crash_faults import FAULTS, KEPT, Fault, Strike, killed, strike, target_of
from bench.prove.crash_product import Product, until
from bench.prove.submission_load import Handing, Shop, Storm, SubmissionKind, SubmissionLoad, SubmissionOutcome
from bench.sink import read_ledger
from bin.local import paths, ports

KILLS, STORM = 60, 1_000
APPLICATIONS, PAUSE_SECONDS = 8, 0.15
# Between two faults: at least this many responses, and at most this many seconds.
ANSWERS, MAX_SECONDS = 5, 2.0
ANSWERED_SECONDS = 60.0
SPARED_SECONDS = 16.0  # fewer than five times a minute: the supervisor gives up above
END_SECONDS = 300.0
WEBHOOK_SECONDS = 900.0
SOME = 10  # messages before, during and after the lack of disk space
BALLAST_BYTES = 4 << 30
# Messages that a sender can be processing when it is killed, and that PostgreSQL might have received.
HELD, WRITTEN = 40, 80
LEDGERS = paths.LOCAL / "prove"
OURS: Mapping[str, Fault] = {
    **FAULTS,
    KEPT: killed("redis"),
    **{name: killed(name) for name in ("smtp", "messages", "webhooks", "punctual")},
}


@dataclass
class SubmissionResults:
    """The results of one seed. `failures` has a sentence for each violated property."""

    seed: int
    kills: int
    strikes: list[Strike] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)  # attempts by transport and result
    # the last responses to messages that were not accepted, most frequent first
    answers: dict[str, int] = field(default_factory=dict)
    taken: int = 0
    stored: int = 0
    recipients: dict[str, int] = field(default_factory=dict)  # by state
    received: int = 0
    doubled: int = 0
    in_doubt: list[str] = field(default_factory=list)
    doubts_received: int = 0
    undecided: list[str] = field(default_factory=list)  # stored, although the application got no response
    storms: list[Storm] = field(default_factory=list)
    without_room: dict[str, list[str]] = field(default_factory=dict)
    outage: dict[str, Any] = field(default_factory=dict)
    handings: list[Handing] = field(default_factory=list)
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)


class SubmissionRun:
    """One seed against one product."""

    def __init__(self, product: Product, verdict: SubmissionResults) -> None:
        self._product, self._verdict = product, verdict
        self._draw = random.Random(verdict.seed)
        self._team = product.books("prepare", "Shop")["Shop"]["team"]
        self._hook = ports.reserve_port()
        self._opened = product.books("open_shop", self._team, str(self._hook))
        environment = product.environment
        self._shop = Shop(
            product.port,
            int(environment["DASH_SUBMISSION_PORT"]),
            int(environment["DASH_SUBMISSION_TLS_PORT"]),
            environment["DASH_SMTP_CERTIFICATE"],
            self._opened["secret"],
            self._opened["sandbox"],
        )
        self._load = SubmissionLoad(self._shop, seed=verdict.seed, applications=APPLICATIONS, pause=PAUSE_SECONDS)
        self._before = len(read_ledger(product.ledger)) if product.ledger.exists() else 0
        self._struck: dict[str, float] = {}

    def run(self, kills: int, sends: int) -> None:
        verdict = self._verdict
        self._load.start()
        self._strike(kills)
        verdict.failures += self._load.end()
        self._storms(sends)
        self._without_room()
        self._wait_for_the_end()
        self._hold()
        self._away()
        verdict.handings = self._load.handings

    # --- the course of the proof ------------------------------------------------------------------------------------

    def _strike(self, kills: int) -> None:
        left = self._drawn(kills)
        for number in range(kills):
            seconds = self._draw.random() * MAX_SECONDS
            seen = self._load.count_stored()
            if until(lambda seen=seen: self._load.count_stored() >= seen + ANSWERS, ANSWERED_SECONDS) is None:
                self._verdict.failures.append(f"After {number} strikes nothing was answered for a minute")
            time.sleep(seconds)
            kind = self._next(left)
            done = strike(self._product, kind, draw=self._draw, during="load", share=number / kills, faults=OURS)
            self._verdict.strikes.append(done)
            if done.back_seconds is None:
                self._verdict.failures.append(f"{kind} did not come back after {done.how}")
        seen = self._load.count_stored()
        until(lambda: self._load.count_stored() >= seen + 4 * ANSWERS, ANSWERED_SECONDS)

    def _drawn(self, kills: int) -> list[str]:
        whole, rest = divmod(kills, len(OURS))
        chosen = list(OURS) * whole + self._draw.sample(list(OURS), rest)
        self._draw.shuffle(chosen)
        return chosen

    def _next(self, left: list[str]) -> str:
        while True:
            now = time.monotonic()
            for place, kind in enumerate(left):
                if now - self._struck.get(target_of(kind), -SPARED_SECONDS) >= SPARED_SECONDS:
                    self._struck[target_of(kind)] = now
                    return left.pop(place)
            time.sleep(0.1)

    def _storms(self, sends: int) -> None:
        """Sends one key many times in parallel, over each transport, and over HTTP while web is killed."""
        until(self._product.is_ready, ANSWERED_SECONDS)
        made = [self._load.new(door, SubmissionKind.STORM) for door in ("http", "smtp", "http")]
        storms = [
            submission_load.http_storm(self._shop, made[0], sends),
            submission_load.smtp_storm(self._shop, made[1], sends),
        ]
        kill = threading.Timer(0.5, lambda: os.kill(self._product.pid("web"), signal.SIGKILL))
        kill.start()
        storms.append(submission_load.http_storm(self._shop, made[2], sends, struck=True))
        kill.join()
        for storm, handing in zip(storms, made, strict=True):
            storm.messages = len(handing.ids)
            self._verdict.storms.append(storm)
            if storm.taken != sends or storm.messages != 1 or storm.repeated != (sends - 1) * (storm.door == "http"):
                # A response from a process that was killed might never have arrived.
                if storm.struck and storm.taken == sends and storm.messages == 1 and storm.repeated >= sends - 1:
                    continue
                self._verdict.failures.append(f"{sends} sends of one key: {storm}")

    def _without_room(self) -> None:
        """Fills the disk of a second submission process up to its limit, and empties it again."""
        with short_of_room(self._product, self._shop) as (shop, fill, empty):
            phases = {}
            phases["before"] = submission_load.hand_in_some(self._load, shop, SOME)
            fill()
            time.sleep(1.2)  # the port checks once a second
            phases["during"] = submission_load.hand_in_some(self._load, shop, SOME)
            empty()
            time.sleep(1.2)
            phases["after"] = submission_load.hand_in_some(self._load, shop, SOME)
        self._verdict.without_room = {name: [handing.said for handing in made] for name, made in phases.items()}
        for name, made in phases.items():
            wanted = "452 4.3.1" if name == "during" else "2.0.0 Accepted"
            wrong = [handing.said for handing in made if not handing.said.startswith(wanted)]
            if wrong:
                self._verdict.failures.append(f"{name} the want of space {len(wrong)} were answered {wrong[0]}")

    def _wait_for_the_end(self) -> None:
        left = -1

        def ended() -> bool:
            nonlocal left
            left = self._product.books("hurry_messages", self._team)
            time.sleep(0.5)
            return not left

        if until(ended, END_SECONDS) is None:
            self._verdict.failures.append(f"{left} recipients are open after {END_SECONDS:.0f} s")

    def _away(self) -> None:
        """The webhook's receiver is down for three hours of a simulated clock. The product's own process is halted."""
        pid = self._product.pid("webhooks")
        os.kill(pid, signal.SIGSTOP)
        try:
            wanted = {
                "endpoint": self._opened["endpoint"],
                "signing": self._opened["signing"],
                "port": self._hook,
                "seed": self._verdict.seed,
            }
            done = subprocess.run(
                [sys.executable, "-m", "bench.prove.submission_webhooks"],
                cwd=paths.ROOT,
                env=dict(self._product.environment),
                input=json.dumps(wanted),
                stdout=subprocess.PIPE,
                text=True,
                timeout=WEBHOOK_SECONDS,
                check=True,
            )
        finally:
            os.kill(pid, signal.SIGCONT)
        self._verdict.outage = json.loads(done.stdout)
        self._verdict.failures += self._verdict.outage["failures"]

    # --- comparison of the results ----------------------------------------------------------------------------------

    def _hold(self) -> None:
        verdict, handings = self._verdict, self._load.handings
        books = self._product.books("handed_in", self._team)
        ledger = read_ledger(self._product.ledger)[self._before :]
        owner = submission_load.emails_of(handings)
        states: dict[str, str] = {}
        ids: dict[str, str] = {}
        times: Counter[str] = Counter()
        for message_id, batch_id, email, state in books["rows"]:
            states[email], ids[email] = state, batch_id or message_id
            times[email] += 1
        received = Counter(str(line["recipient"]) for line in ledger if str(line["recipient"]) in owner)
        first: dict[str, float] = {}
        for line in ledger:
            first.setdefault(str(line["recipient"]), float(str(line["time"])))
        doubts = {email for email, state in states.items() if state == "inDoubt"}
        verdict.told = dict(Counter(f"{each.door} {told}" for each in handings for told in each.tries))
        untaken = (each.said[:90] for each in handings if not each.is_taken)
        verdict.answers = dict(Counter(untaken).most_common(12))
        verdict.taken, verdict.stored = sum(each.is_taken for each in handings), books["messages"]
        verdict.recipients = dict(Counter(states.values()))
        verdict.received, verdict.doubled = received.total(), sum(count > 1 for count in received.values())
        verdict.in_doubt, verdict.doubts_received = sorted(doubts), sum(bool(received[email]) for email in doubts)
        verdict.undecided = sorted({ids[email] for email in states if email in owner and not owner[email].is_taken})
        partly = [
            each.number
            for each in handings
            if 0 < sum(email in states for email in each.recipients) < len(each.recipients)
        ]
        wrong: dict[str, list[Any]] = {
            "were answered as stored and are not": [
                email for each in handings if each.is_taken for email in each.recipients if email not in states
            ],
            "were answered with an id that is not theirs": [
                email for each in handings if each.is_taken for email in each.recipients if {ids.get(email)} != each.ids
            ],
            "are stored twice": [email for email, count in times.items() if count > 1],
            "are stored and nobody handed them in": [email for email in states if email not in owner],
            "were refused, or never whole, and are stored": [
                email
                for email in states
                if email in owner and {*owner[email].tries} <= {SubmissionOutcome.REFUSED, SubmissionOutcome.UNSENT}
            ],
            "are of a message that is stored in part": partly,
            "were refused for good": [
                each.said
                for each in handings
                if SubmissionOutcome.REFUSED in each.tries and each.kind is not SubmissionKind.FOREIGN
            ],
            "are from another domain and were taken": [
                each.number for each in handings if each.is_taken and each.kind is SubmissionKind.FOREIGN
            ],
            "had a key and never an answer": [each.said for each in handings if each.key and not each.is_decided],
            "contradict themselves": books["contradicted"],
            "are called delivered and were never received": [
                email for email, state in states.items() if state == "delivered" and not received[email]
            ],
            "ended otherwise and were received": [
                email for email, state in states.items() if state not in ("delivered", "inDoubt") and received[email]
            ],
            "were received twice outside of what is in doubt": [
                email for email, count in received.items() if count > 1 and email not in doubts
            ],
            "were received and are not stored": [email for email in received if email not in states],
            "were sent before their time": [
                email
                for email, each in owner.items()
                if each.due is not None and email in first and first[email] < each.due
            ],
        }
        verdict.failures += [f"{len(found)} {what}: {found[:4]}" for what, found in wrong.items() if found]
        kinds = Counter(done.kind for done in verdict.strikes)
        most = HELD * kinds["messages"] + WRITTEN * kinds["postgres"] + sending_rules.max_broken(len(states))
        if len(doubts) > most:
            verdict.failures.append(f"{len(doubts)} are in doubt, more than the strikes can account for ({most})")
        later = [
            each for each in handings if SubmissionOutcome.LATER in each.tries and not each.is_taken and not each.key
        ]
        decided = [each.number for each in later if any(email in states for email in each.recipients)]
        # Only a crash of PostgreSQL during a commit leaves the outcome open.
        if len(decided) > APPLICATIONS * kinds["postgres"]:
            verdict.failures.append(f"{len(decided)} were answered with Later and are stored: {decided[:4]}")


@contextmanager
def short_of_room(product: Product, shop: Shop) -> Iterator[tuple[Shop, Any, Any]]:
    """Another submission process with its own ports. Yields it with functions that fill and free its disk space.

    The disk is shared, so its required free space is slightly below the current one.
    """
    folder = Path(product.environment["DASH_UPLOAD_FOLDER"])
    folder.mkdir(parents=True, exist_ok=True)
    room = os.statvfs(folder)
    free = room.f_bavail * room.f_frsize
    taken = min(BALLAST_BYTES, free // 2)
    ballast = folder / "ballast"
    numbers = {
        name: ports.reserve_port() for name in ("DASH_BOUNCE_PORT", "DASH_SUBMISSION_PORT", "DASH_SUBMISSION_TLS_PORT")
    }
    settings = {name: str(number) for name, number in numbers.items()}
    settings["DASH_MIN_FREE_MEGABYTES"] = str((free - taken // 2) >> 20)
    process = subprocess.Popen(
        [sys.executable, "-m", "server.process", "transactional.smtp"],
        cwd=paths.ROOT,
        env={**product.environment, **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def fill() -> None:
        with ballast.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, taken)

    try:
        starttls, tls = numbers["DASH_SUBMISSION_PORT"], numbers["DASH_SUBMISSION_TLS_PORT"]
        until(lambda: ports.is_accepting(starttls), 60)
        yield Shop(shop.port, starttls, tls, shop.certificate, shop.secret, shop.sandbox), fill, ballast.unlink
    finally:
        ballast.unlink(missing_ok=True)
        process.terminate()
        process.wait(30)


def sink_rules(recipients: int) -> list[dict[str, object]]:
    """All relay behaviours, and a pace at which each fault hits messages in transit."""
    rules = sending_rules.rules(recipients, seconds=1)[:-1]
    return [*rules, {"at": "dot", "delay": 0.05}]


def prove(seed: int, *, kills: int, sends: int) -> SubmissionResults:
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.jsonl"
        with crash_product.started(rules=sink_rules(20_000), seed=seed, ledger=ledger) as product:
            return judged(product, seed, kills=kills, sends=sends)


def judged(product: Product, seed: int, *, kills: int, sends: int) -> SubmissionResults:
    """One seed against a started product whose sink has a ledger and receives its messages."""
    verdict, began = SubmissionResults(seed, kills), time.monotonic()
    SubmissionRun(product, verdict).run(kills, sends)
    verdict.seconds = round(time.monotonic() - began, 1)
    return verdict


def lines(verdict: SubmissionResults) -> list[str]:
    outage = verdict.outage
    told = [f"seed {verdict.seed}: {len(verdict.strikes)} kills, {verdict.seconds} s"]
    told += [f"  at {done.at_share:.0%}: {done.how}, back after {done.back_seconds} s" for done in verdict.strikes]
    told += [
        f"  tries: {dict(sorted(verdict.told.items()))}",
        f"  not taken: {verdict.answers}",
        f"  {verdict.taken} taken, {verdict.stored} messages stored, of which {len(verdict.undecided)} were never"
        " answered as stored",
        f"  recipients: {dict(sorted(verdict.recipients.items()))}; received {verdict.received}, twice"
        f" {verdict.doubled}; of those in doubt {verdict.doubts_received} had arrived",
    ]
    told += [
        f"  {storm.sends} sends of one key by {storm.door}{', web killed' if storm.struck else ''}: {storm.messages}"
        f" message, {storm.taken} answers, {storm.again} sends again"
        for storm in verdict.storms
    ]
    told += [
        f"  {name} the want of space: {dict(Counter(said[:9] for said in answers))}"
        for name, answers in verdict.without_room.items()
    ]
    if outage:
        told.append(
            f"  webhook away: {outage['failed_tries']} tries in vain, then {outage['arrived']} of {outage['events']}"
            f" events within {outage['hours']} h, {outage['twice']} twice, {outage['lost']} processes lost"
        )
    told += [f"  FAILED: {failure}" for failure in verdict.failures]
    return [*told, f"  {'FAILED' if verdict.failures else 'held'}"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/prove submission", description="Kills the product during submissions.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--storm", type=int, default=STORM, help="number of simultaneous sends with one key")
    given = parser.parse_args()
    verdict = prove(given.seed, kills=given.kills, sends=given.storm)
    LEDGERS.mkdir(parents=True, exist_ok=True)
    (LEDGERS / f"submission-{given.seed}.json").write_text(json.dumps(asdict(verdict), indent=1, default=sorted) + "\n")
    print("\n".join(lines(verdict)))
    return 1 if verdict.failures else 0


if __name__ == "__main__":
    sys.exit(main())
