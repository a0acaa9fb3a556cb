"""Kills senders while many callers add recipients to standing mailings. The sink rejects, stalls and disconnects.

    bin/prove standing [--seed N] [--recipients N] [--kills N]

Callers accept batches of random sizes, each in a transaction that sometimes fails. Some keys repeat, by the same caller
or by another; some recipients are scheduled for later. During this time contacts unsubscribe and are suppressed, the
quota runs out once, and a second version replaces the first. Two senders are killed at moments chosen by the seed, and
restarted. The sink has every behaviour of a relay (sending_rules.py). In the end each caller's results are compared
with the tables and the sink's ledger.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from bench import stage

stage.prepare("prove_standing")

from django.db import connection, transaction  # noqa: E402 -- after Django is set up

from bench.prove import crash_product, delivered, sending_rules, standing_origin  # noqa: E402
from bench.prove.crash_campaigns import BATCHES, OPEN_IN_BATCH  # noqa: E402
from bench.prove.standing_origin import CHANGED, PROOF  # noqa: E402
from bench.sink import read_ledger  # noqa: E402
from bin.local import paths  # noqa: E402
from server.contacts.models import Contact  # noqa: E402
from server.core import clock  # noqa: E402
from server.core.ids import uuid7  # noqa: E402
from server.core.models import Job  # noqa: E402
from server.delivery import keys  # noqa: E402
from server.delivery.compiling import EmailContent  # noqa: E402
from server.delivery.models import (  # noqa: E402
    Batch,
    BatchState,
    Mailing,
    MailingCounters,
    MailingIntake,
    Recipient,
    SendLog,
    Suppression,
)
from server.delivery.services import continuous_mailings, subscriptions  # noqa: E402
from server.delivery.services.continuous_mailings import Candidate, Exclusion  # noqa: E402
from server.delivery.services.mailings import MailingSender  # noqa: E402
from server.delivery.states import SuppressionReason  # noqa: E402
from server.plans import quota  # noqa: E402
from server.plans.errors import QuotaExceeded  # noqa: E402
from server.plans.features import EMAIL_SENT  # noqa: E402
from server.plans.services.offered_plans import build_feature_groups  # noqa: E402
from server.teams.models import Team  # noqa: E402
from tests.cast import make_plan, make_team  # noqa: E402

RECIPIENTS, KILLS = 20_000, 40
CALLERS, SENDERS, CONTACTS = 4, 2, 3_000
LARGEST_CALL = 80
KILL_SECONDS = (0.2, 2.0)
CALL_PAUSE_SECONDS = 0.02
DROP_OUT_SECONDS = 0.03
SECONDS_A_KILL = 1.5
END_SECONDS, HURRY_SECONDS = 180.0, 1.0
LEASE_SECONDS = 5
LEDGERS = paths.LOCAL / "prove"
# Shares of a caller's calls that fail after accepting, and of its candidates that repeat or are scheduled for later.
FAILING, AGAIN, LATER = 0.1, 0.15, 0.1


class CallerFailed(Exception):
    """A caller's transaction fails after its call."""


@dataclass
class StandingResults:
    """The results of one seed. `failures` has a sentence for each violated property."""

    seed: int
    calls: int = 0
    failed_calls: int = 0
    accepted: int = 0
    repeated: int = 0
    excluded: dict[str, int] = field(default_factory=dict)
    kills: int = 0
    dropped_out: int = 0
    received: int = 0
    states: dict[str, int] = field(default_factory=dict)
    doubts_received: int = 0
    batches: int = 0
    median_call_ms: float = 0.0
    p95_call_ms: float = 0.0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)


class Books:
    """The committed results of calls, and the committed actions of recipients."""

    def __init__(self, team_id: UUID, emails: dict[int, str]) -> None:
        self.team_id, self.emails, self.contact_ids = team_id, emails, list(emails)
        self.lock = threading.Lock()
        self.mailing_ids: list[int] = []
        self.ended = threading.Event()
        # The position of each key of each mailing, and its contact.
        self.positions: dict[tuple[int, str], int] = {}
        self.contacts: dict[str, int] = {}
        self.left: set[int] = set()
        # Accepted after their contact had unsubscribed: by mailing and position.
        self.too_late: set[tuple[int, int]] = set()
        self.wrong: list[str] = []
        self.durations: list[float] = []
        self.excluded: Counter[str] = Counter()
        self.calls = self.failed_calls = self.repeated = 0

    def note(self, mailing_id: int, found: continuous_mailings.Acceptance, left_before: set[int]) -> None:
        """Records the result of a call after its commit."""
        with self.lock:
            self.calls += 1
            self.excluded.update(str(reason) for reason in found.excluded.values())
            self.repeated += len(found.repeated)
            for key, position in {**found.positions, **found.repeated}.items():
                if self.positions.setdefault((mailing_id, key), position) != position:
                    self.wrong.append(f"Key {key} has two positions in {mailing_id}")
                if key in found.positions and self.contacts[key] in left_before:
                    self.too_late.add((mailing_id, position))


class BatchCaller(threading.Thread):
    """Accepts batches until the proof ends."""

    def __init__(self, number: int, seed: int, books: Books) -> None:
        super().__init__(daemon=True)
        self._number, self._draw, self._books, self._made = number, random.Random(f"{seed}:{number}"), books, 0

    def run(self) -> None:
        try:
            while not self._books.ended.wait(CALL_PAUSE_SECONDS):
                self._call(self._candidates())
        except Exception as error:
            self._books.wrong.append(f"Caller {self._number}: {error!r}")
        finally:
            connection.close()

    def _candidates(self) -> list[Candidate]:
        draw, books = self._draw, self._books
        made = []
        with books.lock:
            known = list(books.contacts)
            for _ in range(draw.randint(1, LARGEST_CALL)):
                if known and draw.random() < AGAIN:
                    key = draw.choice(known)
                else:
                    self._made += 1
                    key = f"{self._number}:{self._made}"
                    books.contacts[key] = draw.choice(books.contact_ids)
                due_at = None
                if draw.random() < LATER:
                    due_at = clock.now() + timedelta(seconds=draw.choice([1, 3, 3_600]))
                contact_id = books.contacts[key]
                made.append(Candidate(key, contact_id, fields={"firstname": f"N{contact_id}"}, due_at=due_at))
        return made

    def _call(self, candidates: list[Candidate]) -> None:
        books = self._books
        mailing_id, left_before = books.mailing_ids[-1], set(books.left)
        fails = self._draw.random() < FAILING
        began = time.monotonic()
        try:
            with transaction.atomic():
                found = continuous_mailings.accept(team_id=books.team_id, mailing_id=mailing_id, candidates=candidates)
                if fails:
                    raise CallerFailed
        except CallerFailed:
            with books.lock:
                books.failed_calls += 1
            return
        books.durations.append(time.monotonic() - began)
        books.note(mailing_id, found, left_before)
        closed = [each for each in candidates if found.excluded.get(each.key) == Exclusion.CLOSED]
        if closed and mailing_id != books.mailing_ids[-1]:
            self._call(closed)


class UnsubscribingReaders(threading.Thread):
    """Contacts unsubscribe by the link of an email, or are suppressed by the team."""

    def __init__(self, seed: int, books: Books) -> None:
        super().__init__(daemon=True)
        self._draw, self._books = random.Random(f"{seed}:readers"), books

    def run(self) -> None:
        draw, books = self._draw, self._books
        try:
            while not books.ended.wait(DROP_OUT_SECONDS):
                with books.lock:
                    accepted = list(books.positions.items())
                if not accepted or len(books.left) * 4 > len(books.emails):
                    continue
                (mailing_id, key), position = draw.choice(accepted)
                contact_id = books.contacts[key]
                if draw.random() < 0.5:
                    subscriptions.unsubscribe(mailing_id=mailing_id, position=position)
                else:
                    Suppression.objects.get_or_create(
                        team_id=books.team_id,
                        email=books.emails[contact_id],
                        defaults={"reason": SuppressionReason.MANUAL, "created_at": clock.now()},
                    )
                    # A contact who unsubscribed before may have resubscribed. A bounce is not a manual suppression.
                    Suppression.objects.for_team(books.team_id).filter(email=books.emails[contact_id]).update(
                        reason=SuppressionReason.MANUAL
                    )
                books.left.add(contact_id)
        except Exception as error:
            books.wrong.append(f"Readers: {error!r}")
        finally:
            connection.close()


class SenderProcesses:
    """The proof's senders, which are killed and restarted."""

    def __init__(self, smtp_url: str) -> None:
        self._environment = os.environ | {"SMTP_URL": smtp_url, "DASH_JOB_LEASE_SECONDS": str(LEASE_SECONDS)}
        self._running = [self._start() for _ in range(SENDERS)]

    def kill(self, number: int) -> None:
        self._running[number].kill()
        self._running[number].wait(10)
        self._running[number] = self._start()

    def end(self) -> list[int]:
        """Returns the exit codes."""
        for process in self._running:
            process.terminate()
        return [process.wait(30) for process in self._running]

    def _start(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "bench.prove.standing_sender"],
            cwd=paths.ROOT,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def _senders(smtp_url: str, verdict: StandingResults) -> Iterator[SenderProcesses]:
    made = SenderProcesses(smtp_url)
    try:
        yield made
    finally:
        codes = made.end()
        if any(codes):
            verdict.failures.append(f"Senders ended with {codes}")


def _prepare() -> tuple[Team, dict[int, str]]:
    team = make_team("Proof", plan=make_plan("PROOF", features=build_feature_groups(factor=1_000)))
    now = clock.now()
    rows = Contact.objects.bulk_create(
        Contact(team=team, email=f"r{n}@dest{n % 40}.example", firstname="Ani", created_at=now, updated_at=now)
        for n in range(CONTACTS)
    )
    return team, {row.pk: row.email for row in rows}


def _publish(team: Team, origin_id: UUID, version: int) -> int:
    mailing = continuous_mailings.publish(
        team=team,
        origin=PROOF,
        origin_id=origin_id,
        version=version,
        content=EmailContent(subject=f"Step {version}", body="Hi {{ firstname }}, [see](https://shop.example/a)."),
        sender=MailingSender("Proof", "news@proof.example"),
        known=frozenset({"firstname", "email"}),
    )
    return mailing.pk


def _run_out_of_quota(books: Books) -> None:
    """Reserves the remaining quota until callers have hit the limit."""
    excluded, until = books.excluded[Exclusion.QUOTA], time.monotonic() + END_SECONDS
    left = quota.get_state(team_id=books.team_id, limit=EMAIL_SENT).left
    while True:
        try:
            quota.reserve(team_id=books.team_id, limit=EMAIL_SENT, amount=left, reference="other")
            break
        except QuotaExceeded:  # callers were faster
            left = quota.get_state(team_id=books.team_id, limit=EMAIL_SENT).left
    while books.excluded[Exclusion.QUOTA] == excluded and time.monotonic() < until:
        time.sleep(0.05)
    quota.close(team_id=books.team_id, reference="other")


def _shake(
    verdict: StandingResults, books: Books, senders: SenderProcesses, team: Team, *, recipients: int, kills: int
) -> None:
    draw = random.Random(f"{verdict.seed}:kills")
    origin_id, ran_out = uuid7(), False
    books.mailing_ids.append(_publish(team, origin_id, 1))
    threads = [BatchCaller(number, verdict.seed, books) for number in range(CALLERS)]
    threads_and_readers: list[threading.Thread] = [*threads, UnsubscribingReaders(verdict.seed, books)]
    for thread in threads_and_readers:
        thread.start()
    while len(books.positions) < recipients or verdict.kills < kills:
        if books.wrong:
            break
        time.sleep(draw.uniform(*KILL_SECONDS))
        if verdict.kills < kills:
            senders.kill(draw.randrange(SENDERS))
            verdict.kills += 1
        if not ran_out and len(books.positions) * 4 > recipients:
            ran_out = True
            _run_out_of_quota(books)
        if len(books.mailing_ids) == 1 and len(books.positions) * 2 > recipients:
            books.mailing_ids.append(_publish(team, origin_id, 2))
    books.ended.set()
    for thread in threads_and_readers:
        thread.join(60)


def _rest(books: Books) -> bool:
    """Waits until everything is sent and no quota is reserved. Makes retries and scheduled messages due immediately."""
    until = time.monotonic() + END_SECONDS
    while time.monotonic() < until:
        waiting = Batch.objects.filter(mailing_id__in=books.mailing_ids).exclude(state=BatchState.DONE)
        held = quota.get_state(team_id=books.team_id, limit=EMAIL_SENT).reserved
        if not held and not waiting.exists():
            return True
        now = clock.now()
        waiting.filter(state=BatchState.WAITING, due_at__gt=now).update(due_at=now)
        time.sleep(HURRY_SECONDS)
    return False


def _check(verdict: StandingResults, books: Books, ledger_path: Path, *, recipients: int) -> None:
    ring, ledger = keys.get_key_ring(), Counter[str]()
    for line in read_ledger(ledger_path):
        named = ring.read(str(line["messageId"]).partition("@")[0])
        ledger[f"{named.mailing_id}:{named.position}" if named else str(line["messageId"])] += 1
    mailings = list(Mailing.objects.for_team(books.team_id).order_by("version"))
    log = list(SendLog.objects.for_team(books.team_id).values_list("mailing_id", "position", "state"))
    states = {f"{mailing_id}:{position}": state for mailing_id, position, state in log}
    rows = Recipient.objects.filter(mailing_id__in=books.mailing_ids)
    stored = {
        (mailing_id, key): position for mailing_id, key, position in rows.values_list("mailing_id", "key", "position")
    }
    counted = Counter(states.values())
    doubts = {name for name, state in states.items() if state == "inDoubt"}
    verdict.calls, verdict.failed_calls = books.calls, books.failed_calls
    verdict.accepted, verdict.repeated = len(books.positions), books.repeated
    verdict.excluded, verdict.dropped_out = dict(books.excluded), len(books.left)
    verdict.received, verdict.states = sum(ledger.values()), dict(counted)
    verdict.doubts_received = sum(1 for name in doubts if ledger[name])
    verdict.batches = Batch.objects.filter(mailing_id__in=books.mailing_ids).count()
    durations = sorted(books.durations)
    verdict.median_call_ms, verdict.p95_call_ms = (
        round(durations[int(len(durations) * share)] * 1_000, 1) for share in (0.5, 0.95)
    )
    verdict.failures += books.wrong
    verdict.failures += delivered.sentences(
        delivered.compare(states, ledger)
        | {
            "accepted after their contact had left and sent all the same": [
                name
                for name in (f"{mailing_id}:{position}" for mailing_id, position in books.too_late)
                if ledger[name] or states.get(name) == "sent"
            ],
            "accepted and without an outcome": [
                name
                for name in (f"{mailing_id}:{position}" for (mailing_id, _), position in books.positions.items())
                if name not in states
            ],
        }
    )
    used = quota.get_state(team_id=books.team_id, limit=EMAIL_SENT)
    hooks = [(job.arguments["version"], job.arguments["state"]) for job in Job.objects.filter(name=CHANGED)]
    most_doubts = verdict.kills * BATCHES * OPEN_IN_BATCH + sending_rules.max_broken(recipients)
    found = {
        f"Callers were told {len(books.positions)} keys, {len(stored)} are stored": stored != books.positions,
        f"The log has {len(log)} rows for {len(stored)} recipients": len(log) != len(stored),
        f"{used.used} units are used, {used.reserved} held": (used.used, used.reserved)
        != (counted["sent"] + counted["inDoubt"], 0),
        f"{len(doubts)} in doubt are more than {most_doubts}": len(doubts) > most_doubts,
        f"The versions ended as {[mailing.state for mailing in mailings]}": [mailing.state for mailing in mailings]
        != ["done", "sending"],
        f"The hook was called {hooks}": hooks != [(1, "done")],
        f"The callers saw {verdict.excluded}": not {Exclusion.QUOTA, Exclusion.CLOSED} <= set(books.excluded),
        "Nobody left too early": not books.too_late,
        "The sink received nothing": not ledger,
    }
    for mailing in mailings:
        of_mailing = Counter(state for mailing_id, _, state in log if mailing_id == mailing.pk)
        counters = MailingCounters.objects.get(pk=mailing.pk)
        names = {"sent": "sent", "failed": "failed", "suppressed": "suppressed", "inDoubt": "in_doubt"}
        wanted = {state: getattr(counters, name) for state, name in names.items()}
        found[f"The counters of version {mailing.version} say {wanted}, the log {dict(of_mailing)}"] = wanted != {
            state: of_mailing[state] for state in names
        }
        count = sum(1 for mailing_id, _ in stored if mailing_id == mailing.pk)
        next_position = MailingIntake.objects.values_list("next_position", flat=True).get(pk=mailing.pk)
        positions = sorted(position for (mailing_id, _), position in stored.items() if mailing_id == mailing.pk)
        found[f"Version {mailing.version} has {count} recipients, and says {mailing.recipients}"] = (
            mailing.recipients != count or next_position != count or positions != list(range(count))
        )
    verdict.failures += [sentence for sentence, holds in found.items() if holds]


def prove(seed: int, *, recipients: int, kills: int) -> StandingResults:
    verdict, began = StandingResults(seed), time.monotonic()
    standing_origin.register()
    team, emails = _prepare()
    books = Books(team.pk, emails)
    rules = sending_rules.rules(recipients, seconds=kills * SECONDS_A_KILL, senders=SENDERS)
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.jsonl"
        with crash_product.sink_running(rules, seed, ledger) as smtp_url, _senders(smtp_url, verdict) as senders:
            _shake(verdict, books, senders, team, recipients=recipients, kills=kills)
            if not _rest(books):
                verdict.failures.append(f"Not at rest after {END_SECONDS:.0f} s")
        _check(verdict, books, ledger, recipients=recipients)
    verdict.seconds = round(time.monotonic() - began, 1)
    return verdict


def lines(verdict: StandingResults) -> list[str]:
    told = [
        f"seed {verdict.seed}: {verdict.calls} calls, {verdict.failed_calls} of failed transactions beside them,"
        f" {verdict.accepted} accepted, {verdict.repeated} repeated, {verdict.excluded} excluded, {verdict.seconds} s",
        f"  {verdict.kills} kills, {verdict.dropped_out} contacts left; a call took {verdict.median_call_ms} ms"
        f" (p95 {verdict.p95_call_ms} ms) with {CALLERS} at once; {verdict.batches} batches",
        f"  received {verdict.received}, {verdict.states}; of those in doubt {verdict.doubts_received} had arrived",
    ]
    told += [f"  FAILED: {failure}" for failure in verdict.failures]
    return [*told, f"  {'FAILED' if verdict.failures else 'held'}"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/prove standing", description="Kills senders during acceptance.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--recipients", type=int, default=RECIPIENTS)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--ledger", type=Path, help="path of the ledger")
    given = parser.parse_args()
    verdict = prove(given.seed, recipients=given.recipients, kills=given.kills)
    ledger = given.ledger or LEDGERS / f"standing-{given.seed}.json"
    ledger.parent.mkdir(parents=True, exist_ok=True)
    ledger.write_text(json.dumps(asdict(verdict), indent=1) + "\n")
    print("\n".join(lines(verdict)))
    return 1 if verdict.failures else 0


if __name__ == "__main__":
    sys.exit(main())
