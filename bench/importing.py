"""Shared by the benches and proofs of imports: a team without limits, an import from upload to end, and COPY of the
same rows into the same table."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection
from psycopg import Connection, connect, sql

from bench.people import ENCODING, PLANS
from bench.processes import MemoryWatch
from server.contacts import feed
from server.contacts.events import ImportProgressed
from server.contacts.models import ImportJob
from server.contacts.services import fields
from server.contacts.services.importing import imports, runs
from server.contacts.services.importing.imports import ImportChoices
from server.contacts.values import FieldType
from server.core import jobs, outbox
from server.core.models import Job
from server.plans.services.offered_plans import build_feature_groups
from tests.cast import Person, make_person, make_plan, make_team

TABLE = sql.Identifier("contacts_contact")
FIELDS = (
    ("Score", FieldType.NUMBER),
    ("Plan", FieldType.DROPDOWN),
    ("Joined", FieldType.DATE),
    ("Likes tea", FieldType.CHECKBOX),
)


def make_team_without_limits(folder: Path, name: str = "Bench") -> Person:
    """A member of a team with unlimited quotas, files of any size, and the custom fields of the people file."""
    settings.UPLOAD_FOLDER = folder
    plan = make_plan("BENCH", features=build_feature_groups(unlimited=True), import_bytes=1 << 40)
    person = make_person("Alice", make_team(name, plan=plan), role="admin")
    for title, kind in FIELDS:
        choices = PLANS if kind == FieldType.DROPDOWN else ()
        fields.create(team_id=person.team.pk, name=title, kind=kind, values=choices, by=person.caller)
    return person


@dataclass(frozen=True, slots=True)
class Imported:
    """A finished import: the durations of its preparation and of its job, and the times of its progress events."""

    job: ImportJob
    prepared_seconds: float
    seconds: float
    told: Sequence[float]

    @property
    def rate(self) -> float:
        return self.job.total / self.seconds

    def line(self) -> str:
        job = self.job
        return (
            f"prepared in {self.prepared_seconds:.1f} s; ran in {self.seconds:.1f} s: added {job.added:,}, "
            f"updated {job.updated:,}, set aside {job.failed:,}"
        )


def run_import(person: Person, path: Path, watch: MemoryWatch, label_ids: Sequence[int] = ()) -> Imported:
    """Prepares the file, starts the import and runs its job. Samples the memory of both."""
    team_id, caller, told, made, looking = (
        person.team.pk,
        person.caller,
        list[float](),
        list[ImportJob](),
        MemoryWatch(),
    )

    def prepare() -> None:
        made.append(imports.prepare(team_id=team_id, upload=path, name=path.name, by=caller, encoding=ENCODING))

    prepared = looking.during(prepare)
    [job] = made
    imports.start(
        team_id=team_id, import_id=job.pk, choices=ImportChoices(label_ids=list(label_ids), consent=True), by=caller
    )
    claim = jobs.claim(Job.objects.get(key=imports.build_job_key(job.pk)).pk)
    assert claim is not None
    outbox_pass_on = outbox.send_ephemeral

    def note(event: outbox.EphemeralEvent) -> None:
        if event.name == ImportProgressed.name:
            told.append(time.perf_counter())
        outbox_pass_on(event)

    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")  # as before its peer
    outbox.send_ephemeral = note
    seconds = watch.during(lambda: runs.run_import(team_id=team_id, import_id=job.pk, claim=claim))
    outbox.send_ephemeral = outbox_pass_on
    watch.base_bytes, watch.peak_bytes = looking.base_bytes, max(looking.peak_bytes, watch.peak_bytes)
    job.refresh_from_db()
    assert job.state == "DONE", job.reason
    return Imported(job, prepared, seconds, told)


def newest_key() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM contacts_contact")
        return int(cursor.fetchone()[0])


def copy_again(folder: Path, *, after: int, count: int) -> float:
    """Removes the contacts after a key from the table and restores them by COPY. Returns the duration of the COPY in
    seconds.

    The table is the same, with its indexes, its foreign key and its triggers, as it was before they were added. Each
    statement has at most the contacts that one feed entry can have.
    """
    with connect(settings.DATABASE_URL, autocommit=True) as line:
        parts: list[tuple[Path, int, int]] = []
        for first, last in _list_key_ranges(line, after):
            parts.append((folder / f"rows-{first}", first, last))
            out = sql.SQL("COPY (SELECT * FROM {} WHERE id BETWEEN {} AND {} ORDER BY id) TO STDOUT")
            with parts[-1][0].open("wb") as file, line.cursor().copy(out.format(TABLE, first, last)) as blocks:
                for block in blocks:
                    file.write(block)
        if after:
            for _, first, last in parts:
                line.execute(sql.SQL("DELETE FROM {} WHERE id BETWEEN {} AND {}").format(TABLE, first, last))
            line.execute(sql.SQL("VACUUM {}").format(TABLE))
        else:
            line.execute(sql.SQL("TRUNCATE {}").format(TABLE))
        line.execute("CHECKPOINT")
        begun = time.perf_counter()
        copied = 0
        for path, _, _ in parts:
            cursor = line.cursor()
            with path.open("rb") as file, cursor.copy(sql.SQL("COPY {} FROM STDIN").format(TABLE)) as into:
                while block := file.read(1 << 20):
                    into.write(block)
            copied += cursor.rowcount
        seconds = time.perf_counter() - begun
        assert copied == count, copied
    for path, _, _ in parts:
        path.unlink()
    return seconds


def _list_key_ranges(line: Connection, after: int) -> list[tuple[int, int]]:
    """The first and last keys of consecutive parts of the contacts after a key, each as large as a feed entry can
    be."""
    parts = sql.SQL(
        "SELECT min(id), max(id) FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM {} WHERE id > {})"
        " AS numbered GROUP BY place / {} ORDER BY 1"
    )
    return line.execute(parts.format(TABLE, after, feed.MAX_CONTACTS_PER_ENTRY)).fetchall()


def update_again(folder: Path, *, count: int) -> float:
    """Changes the phone number of every contact by plain SQL. Returns the duration in seconds.

    COPY of keys and numbers into a temporary table, then an UPDATE joined with it, of the same columns as an import of
    updates, in statements of as many contacts as one feed entry can have. This is the minimum for updating as many rows
    in place. The table is rebuilt before, so that it is as compact as an import of updates finds it.
    """
    copy_again(folder, after=0, count=count)
    path = folder / "phones"
    with connect(settings.DATABASE_URL, autocommit=True) as line:
        out = sql.SQL("COPY (SELECT id, reverse(phone) FROM {} ORDER BY id) TO STDOUT").format(TABLE)
        with path.open("wb") as file, line.cursor().copy(out) as blocks:
            for block in blocks:
                file.write(block)
        parts = _list_key_ranges(line, after=0)
        line.execute("CHECKPOINT")
        begun = time.perf_counter()
        with line.transaction():
            line.execute("CREATE TEMP TABLE phones (id bigint, phone text) ON COMMIT DROP")
            with path.open("rb") as file, line.cursor().copy("COPY phones FROM STDIN") as into:
                while block := file.read(1 << 20):
                    into.write(block)
            update = sql.SQL(
                "UPDATE {} AS c SET phone = p.phone, updated_at = now(), revision = c.revision + 1"
                " FROM phones AS p WHERE c.id = p.id AND p.id BETWEEN {} AND {}"
            )
            updated = sum(line.execute(update.format(TABLE, first, last)).rowcount for first, last in parts)
        seconds = time.perf_counter() - begun
        assert updated == count, updated
    path.unlink()
    return seconds
