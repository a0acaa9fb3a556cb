"""Contacts under kill -9: bulk work on them is killed at seeded moments, and ends as if it had not been disturbed.

    python -m bench.prove.contacts [--seed N] [--rows N] [--kills N] [--acts import,label,...]

A calm team and a shaken one run the same actions (contact_acts.py), one after another. The process that runs an action
of the shaken team is killed when the action reaches a progress chosen by the seed. Each time its lease is expired, as
an hour would do, and a new process continues. Then all results of the action are compared. A third team imports the
same addresses as the shaken one at the same time. It is compared with the calm one immediately and at the end: no
action of the others may affect it. Finally, two imports of one team start at the same time: one must be rejected.

The feed must have each contact's changes exactly once. A consumer of the feed that is repeatedly killed and restarted
must read each entry once, and in order.
"""

import argparse
import json
import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

from bench import stage

stage.prepare("prove_contacts")

from django.db import connection  # noqa: E402 -- after Django is set up
from django.db.models import F  # noqa: E402

from bench.importing import make_team_without_limits  # noqa: E402
from bench.people import ENCODING, people  # noqa: E402
from bench.prove import feed_books, feed_reader  # noqa: E402
from bench.prove.contact_acts import ACTS, Act, Books, job_of  # noqa: E402
from bench.prove.import_books import contacts_of, labels_of, standing_of  # noqa: E402
from bench.prove.workers import Nursery, Worker, nursery  # noqa: E402
from server.contacts.errors import ImportUnfinished  # noqa: E402
from server.contacts.models import ImportJob  # noqa: E402
from server.contacts.services.importing import imports  # noqa: E402
from server.contacts.services.importing.imports import ImportChoices  # noqa: E402
from server.core import clock  # noqa: E402
from server.core.jobs import MAX_ATTEMPTS  # noqa: E402
from server.core.models import Job  # noqa: E402
from tasks import application as tasks_app  # noqa: E402
from tasks import kernel  # noqa: E402
from tests.cast import Person  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
ROWS, KILLS, RACES = 200_000, 20, 5
# After the chosen progress, a kill follows within about the time of a range.
STEP_SECONDS = 0.15
LATEST = 0.95
LONG = ("workbook",)  # starts from the beginning after each kill
LOOK_SECONDS = 0.005
WORKER_SECONDS = 600
READER_SECONDS, READER_PAUSE_SECONDS = 0.2, 0.2


@dataclass(frozen=True, slots=True)
class ShakenAction:
    """The course of one action: the number of kills, and of those that followed further progress."""

    act: str
    kills: int
    landed: int
    calm_seconds: float
    shaken_seconds: float
    differences: list[str]


@dataclass(slots=True)
class ContactResults:
    """The results of a run."""

    seed: int
    rows: int
    acts: list[ShakenAction] = field(default_factory=list)
    # Differences between the feed and the contacts, and faults of the feed's consumer.
    feed: list[str] = field(default_factory=list)
    reader_kills: int = 0
    # Changes in the third team after its import and after all actions of the others.
    beside: list[str] = field(default_factory=list)
    races: int = 0
    refused: int = 0
    after_races: list[str] = field(default_factory=list)

    @property
    def failures(self) -> list[str]:
        found = [f"{each.act}: {', '.join(each.differences)}" for each in self.acts if each.differences]
        found += [f"{each.act}: never killed" for each in self.acts if not each.kills]
        found += self.feed
        if not self.reader_kills:
            found.append("the consumer of the feed was never killed")
        found += [f"the team beside: {line}" for line in self.beside]
        if self.refused != self.races:
            found.append(f"{self.races} races, {self.refused} refusals")
        return found + [f"after the races: {line}" for line in self.after_races]


def prove(seed: int, folder: Path, *, rows: int, kills: int, races: int, acts: Sequence[str]) -> ContactResults:
    feed_reader.prepare()
    killed: list[int] = []
    # Each nursery is used by only one thread.
    with nursery(folder) as workers, nursery(folder) as readers:
        with _killed_reader(random.Random(seed), readers, killed):
            ledger = _prove(seed, folder, workers, rows=rows, kills=kills, races=races, acts=acts)
        ledger.reader_kills = len(killed)
        readers.start_job(feed_reader.enqueue()).wait(WORKER_SECONDS)
    ledger.feed += feed_reader.find_faults()
    return ledger


@contextmanager
def _killed_reader(draw: random.Random, readers: Nursery, killed: list[int]) -> Iterator[None]:
    """During the block, a consumer reads the feed and is repeatedly killed and restarted."""
    ended = threading.Event()

    def run() -> None:
        while not ended.wait(READER_PAUSE_SECONDS):
            job_id = feed_reader.enqueue()
            reader = readers.start_job(job_id)
            ended.wait(draw.uniform(0, READER_SECONDS))
            if not reader.has_ended():
                killed.append(job_id)
                reader.kill()
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _prove(
    seed: int, folder: Path, workers: Nursery, *, rows: int, kills: int, races: int, acts: Sequence[str]
) -> ContactResults:
    calm, shaken, beside = (make_team_without_limits(folder, name) for name in ("Calm", "Shaken", "Beside"))
    draw, ledger = random.Random(seed), ContactResults(seed, rows)
    found_beside: Books = {}
    for name in acts:
        act = ACTS[name]
        job_id = job_of(act.begin(calm, folder, rows))
        begun = time.perf_counter()
        kernel.run_job(job_id)
        calmly = time.perf_counter() - begun
        wanted = _left_by(act, calm.team.pk)
        assert not act.runs(calm.team.pk)
        other = workers.start_job(job_of(act.begin(beside, folder, rows))) if name == "import" else None
        begun = time.perf_counter()
        job_id, step = job_of(act.begin(shaken, folder, rows)), min(STEP_SECONDS, calmly / (2 * kills + 1))
        killed, landed = _shake(act, shaken, job_id, workers, moments=_moments(draw, kills, step))
        took = time.perf_counter() - begun
        left = _left_by(act, shaken.team.pk)
        ledger.acts.append(
            ShakenAction(name, killed, landed, round(calmly, 2), round(took, 2), _differing(wanted, left))
        )
        ledger.feed += [f"{name}: {line}" for line in feed_books.find_faults(shaken.team.pk)]
        if other is not None:
            other.wait(WORKER_SECONDS)
            found_beside = _left_by(act, beside.team.pk)
            ledger.beside += _differing(wanted, found_beside)
    if found_beside:
        ledger.beside += _differing(found_beside, _left_by(ACTS["import"], beside.team.pk))
        ledger.beside += _shared(calm, shaken, beside)
    _race(beside, folder, workers, races, ledger)
    return ledger


def _left_by(act: Act, team_id: UUID) -> Books:
    return act.left(team_id) | {"feed": feed_books.said_of(team_id)}


def _differing(wanted: Books, found: Books) -> list[str]:
    return [f"{name}: {wanted[name]} and {found[name]}" for name in wanted if wanted[name] != found[name]]


def _shared(*people_of_teams: Person) -> list[str]:
    """Contacts of a team with labels of another team."""
    own = {person.team.pk: {label for (label,) in _labels(person.team.pk)} for person in people_of_teams}
    return [
        f"labels of others in {person.team.name}"
        for person in people_of_teams
        if _carried(person.team.pk) - own[person.team.pk]
    ]


def _labels(team_id: UUID) -> list[tuple[int]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM contacts_contactlabel WHERE team_id = %s", [team_id])
        return list(cursor.fetchall())


def _carried(team_id: UUID) -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT unnest(label_ids) FROM contacts_contact WHERE team_id = %s", [team_id])
        return {label for (label,) in cursor.fetchall()}


def _moments(draw: random.Random, kills: int, step: float) -> list[tuple[float, float]]:
    """For each kill, in order: the progress to wait for, 0 to 1, and the delay of the kill after it.

    The first kill precedes any commit.
    """
    moments = [0.0, *(draw.uniform(0, LATEST) for _ in range(kills - 1))]
    return [(moment, draw.uniform(0, step)) for moment in sorted(moments)]


def _shake(
    act: Act, person: Person, job_id: int, workers: Nursery, *, moments: Sequence[tuple[float, float]]
) -> tuple[int, int]:
    """Kills the worker at each moment, then lets one finish. Returns the kills during work, and those after
    progress."""
    team_id = person.team.pk
    killed = landed = 0
    before = 0.0
    for moment, later in moments:
        worker = _next(job_id, workers)
        while not worker.has_ended() and act.reached(team_id) < moment:
            time.sleep(LOOK_SECONDS)
        time.sleep(later)
        worker.kill()
        killed += act.runs(team_id)
        reached = act.reached(team_id)
        landed, before = landed + (reached > before), reached
    while act.runs(team_id):
        _next(job_id, workers).wait(WORKER_SECONDS)
    return killed, landed


def _next(job_id: int, workers: Nursery) -> Worker:
    """A worker that finds the previous worker's lease expired, and the job with attempts left."""
    expired = clock.now() - timedelta(seconds=1)
    Job.objects.filter(pk=job_id).update(lease_until=expired, most_attempts=F("attempts") + MAX_ATTEMPTS)
    return workers.start_job(job_id)


def _race(person: Person, folder: Path, workers: Nursery, races: int, ledger: ContactResults) -> None:
    """Starts two imports of one team at the same time, repeatedly. Finishes the one that is allowed."""
    team_id = person.team.pk
    before = contacts_of(team_id)[0], labels_of(team_id), standing_of(team_id)
    for _ in range(races):
        prepared = [_prepared(person, folder, number) for number in range(2)]
        outcomes = _started_together(person, prepared)
        ledger.races += 1
        ledger.refused += sorted(outcomes) == ["refused", "started"]
        for row in ImportJob.objects.for_team(team_id).filter(state="RUNNING"):
            workers.start_job(job_of(imports.build_job_key(row.pk))).wait(WORKER_SECONDS)
    # The same people again: no contact is created, counted twice or reserved.
    after = contacts_of(team_id)[0], labels_of(team_id), standing_of(team_id)
    ledger.after_races += [f"{was} and {now}" for was, now in zip(before, after, strict=True) if was != now]


def _prepared(person: Person, folder: Path, number: int) -> ImportJob:
    path = folder / f"race{number}.csv"
    with path.open("wb") as file:
        file.writelines(people(50))
    return imports.prepare(team_id=person.team.pk, upload=path, name=path.name, by=person.caller, encoding=ENCODING)


def _started_together(person: Person, prepared: Sequence[ImportJob]) -> list[str]:
    """The outcome of both: `started`, or `refused` because the other one is running."""
    together, outcomes, caller = threading.Barrier(len(prepared)), list[str](), person.caller

    def start(job: ImportJob) -> None:
        together.wait()
        try:
            imports.start(team_id=person.team.pk, import_id=job.pk, choices=ImportChoices(consent=True), by=caller)
            outcomes.append("started")
        except ImportUnfinished:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=start, args=[job]) for job in prepared]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(prog="prove contacts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--kills", type=int, default=KILLS, help="kills per action")
    parser.add_argument("--races", type=int, default=RACES)
    parser.add_argument(
        "--acts",
        default=",".join(name for name in ACTS if name not in LONG),
        help=f"comma-separated, in order: {', '.join(ACTS)} (default: all except {', '.join(LONG)})",
    )
    parser.add_argument("--ledger", type=Path)
    given = parser.parse_args()
    tasks_app.configure_logs()
    with TemporaryDirectory() as folder:
        ledger = prove(
            given.seed,
            Path(folder),
            rows=given.rows,
            kills=given.kills,
            races=given.races,
            acts=given.acts.split(","),
        )
    connection.close()
    path = given.ledger or ROOT / ".local" / "prove" / f"contacts-{given.seed}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(ledger), indent=1) + "\n")
    print(f"seed {ledger.seed}: {ledger.rows} rows")
    for each in ledger.acts:
        print(
            f"  {each.act}: {each.kills} kills, {each.landed} of them after progress; calm {each.calm_seconds} s, "
            f"shaken {each.shaken_seconds} s, differences: {len(each.differences)}"
        )
    print(f"  the consumer of the feed was killed {ledger.reader_kills} times")
    print(f"  {ledger.races} races of two imports: {ledger.refused} times one was refused")
    for line in ledger.failures:
        print(f"  FAILED {line}")
    print("held" if not ledger.failures else "fell short")
    return 1 if ledger.failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
