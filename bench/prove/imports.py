"""Imports under kill -9: the worker is killed at random moments, and the tables end as if it had not been disturbed.

    python -m bench.prove.imports [--seed N] [--rows N] [--kills N]

One team imports a file undisturbed. Another imports the same file while the process of its job is killed repeatedly.
Each time its lease is expired, as an hour would do, and a new process continues. The job gets more attempts than usual.
Then all results of the imports are compared: contacts with their custom values, labels with their counts, quota, the
error file, the import's own counters.
"""

import argparse
import json
import random
import time
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import stage

stage.prepare("prove_imports")

from django.db import connection  # noqa: E402 -- after Django is set up
from django.db.models import F  # noqa: E402

from bench.importing import make_team_without_limits  # noqa: E402
from bench.people import ENCODING, people  # noqa: E402
from bench.prove.import_books import left_by  # noqa: E402
from bench.prove.workers import Nursery, nursery  # noqa: E402
from server.contacts.models import ImportJob  # noqa: E402
from server.contacts.services import labels  # noqa: E402
from server.contacts.services.importing import imports  # noqa: E402
from server.contacts.services.importing.imports import ImportChoices  # noqa: E402
from server.core import clock  # noqa: E402
from server.core.jobs import MAX_ATTEMPTS  # noqa: E402
from server.core.models import Job  # noqa: E402
from tests.cast import Person  # noqa: E402

ROWS, KILLS = 200_000, 100
# Kills occur between the first claim and a little more than a chunk's duration, so that some chunks are committed.
MAX_LIFE_SECONDS = 1.0
WORKER_SECONDS = 120


@dataclass(frozen=True, slots=True)
class ImportResults:
    """The results of a run."""

    seed: int
    rows: int
    kills: int
    landed_while_killed: int
    differences: list[str]


def prove(seed: int, rows: int, kills: int, folder: Path, workers: Nursery) -> ImportResults:
    path = folder / "people.csv"
    with path.open("wb") as file:
        file.writelines(people(rows))
    calm, shaken = (make_team_without_limits(folder, name) for name in ("Calm", "Shaken"))
    job_id, began = _start_import(calm, path), time.monotonic()
    workers.start_job(job_id).wait(WORKER_SECONDS)
    # A worker that lives as long as the whole import is never killed.
    longest = min(MAX_LIFE_SECONDS, 0.6 * (time.monotonic() - began))
    wanted = left_by(calm.team.pk)
    assert wanted["import"]["state"] == "DONE", wanted["import"]
    job_id = _start_import(shaken, path)
    killed, landed = _shake(shaken, job_id, workers, draw=random.Random(seed), kills=kills, longest=longest)
    found = left_by(shaken.team.pk)
    return ImportResults(seed, rows, killed, landed, [name for name in wanted if wanted[name] != found[name]])


def _start_import(person: Person, path: Path) -> int:
    team_id, caller = person.team.pk, person.caller
    label = labels.create(team_id=team_id, name="Newsletter", by=caller)
    job = imports.prepare(team_id=team_id, upload=path, name=path.name, by=caller, encoding=ENCODING)
    imports.start(
        team_id=team_id, import_id=job.pk, choices=ImportChoices(label_ids=[label.pk], consent=True), by=caller
    )
    return Job.objects.get(key=imports.build_job_key(job.pk)).pk


def _shake(
    person: Person, job_id: int, workers: Nursery, *, draw: random.Random, kills: int, longest: float
) -> tuple[int, int]:
    """Kills workers within `longest` seconds, until there were enough kills or the import is done.

    Returns the kills, and the kills after progress.
    """
    killed = landed = done = 0
    while ImportJob.objects.for_team(person.team).get().state == "RUNNING":
        expired = clock.now() - timedelta(seconds=1)
        Job.objects.filter(pk=job_id).update(lease_until=expired, most_attempts=F("attempts") + MAX_ATTEMPTS)
        worker = workers.start_job(job_id)
        if killed >= kills:
            worker.wait(WORKER_SECONDS)
            continue
        time.sleep(draw.uniform(0, longest))
        if not worker.has_ended():
            worker.kill()
            killed += 1
        reached = ImportJob.objects.for_team(person.team).get().done
        landed, done = landed + (reached > done), reached
    return killed, landed


def main() -> int:
    parser = argparse.ArgumentParser(prog="prove imports")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--ledger", type=Path)
    given = parser.parse_args()
    with TemporaryDirectory() as folder, nursery(Path(folder)) as workers:
        ledger = prove(given.seed, given.rows, given.kills, Path(folder), workers)
    connection.close()
    figures = {name: getattr(ledger, name) for name in ImportResults.__slots__}
    if given.ledger:
        given.ledger.write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures))
    return 1 if ledger.differences or not ledger.kills else 0


if __name__ == "__main__":
    raise SystemExit(main())
