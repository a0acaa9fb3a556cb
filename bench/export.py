"""Exporting a million contacts, compared with COPY of the same unformatted columns.

    python -m bench.export [--json] [--rows N] [--workbook-rows N]

The export is measured from the call to the finished file: formatted columns in the team's time zone, labels by name,
cells without formulas, ranges that survive a crash, progress and the notification. The peer is one COPY TO of the same
columns of the same contacts in the same order, written to a file by the same client. Two more exports follow: one of a
segment, with its contacts stored at the request, and a workbook of fewer rows, to measure memory.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench import stage

stage.prepare("export")

from django.conf import settings  # noqa: E402 -- after Django is set up
from django.db import connection  # noqa: E402
from psycopg import connect, sql  # noqa: E402

from bench import crowd  # noqa: E402
from bench.calibration import calibrate  # noqa: E402
from bench.importing import make_team_without_limits  # noqa: E402
from bench.processes import MemoryWatch  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from server.contacts.filters import ContactFilter  # noqa: E402
from server.contacts.models import ContactExport, CustomField  # noqa: E402
from server.contacts.services import export_runs, exports  # noqa: E402
from server.contacts.services.export_downloads import FILES  # noqa: E402
from server.contacts.states import ExportFormat  # noqa: E402
from server.core import jobs  # noqa: E402
from server.core.exports.lifecycle import build_job_key  # noqa: E402
from server.core.models import Job  # noqa: E402
from server.segments.columns import building  # noqa: E402
from tests.cast import Person  # noqa: E402

ROWS, WORKBOOK_ROWS = 1_000_000, 200_000
STANDARD = ("email", "firstname", "lastname", "phone", "birthday", "city", "company", "gender", "state")
PLAIN = (*STANDARD, "created_at", "label_ids")
# Nineteen of twenty contacts.
SUBSCRIBED: dict[str, Any] = {
    "kind": "group",
    "rules": [{"kind": "field", "field": "state", "operator": "isAnyOf", "value": ["subscribed"]}],
}


def exported(
    person: Person,
    watch: MemoryWatch,
    rules: Mapping[str, Any] | None = None,
    file_format: ExportFormat = ExportFormat.CSV,
) -> tuple[ContactExport, float, float]:
    """Requests an export and runs its job. Returns it with the durations of both in seconds."""
    names = [f"custom:{key}" for key in _fields(person)]
    columns = [*STANDARD, "createdAt", "label", *names]
    chosen = ContactFilter.model_validate({"rules": rules})
    begun = perf_counter()
    row = exports.start(
        team_id=person.team.pk, chosen=chosen, columns=columns, file_format=file_format, by=person.caller
    )
    asked = perf_counter() - begun
    claim = jobs.claim(Job.objects.get(key=build_job_key(row)).pk)
    assert claim is not None
    seconds = watch.during(lambda: export_runs.run_export(team_id=person.team.pk, export_id=row.pk, claim=claim))
    row.refresh_from_db()
    assert row.state == "DONE", row.reason
    return row, asked, seconds


def _fields(person: Person) -> list[int]:
    return list(CustomField.objects.for_team(person.team).order_by("pk").values_list("pk", flat=True))


def copied(person: Person, folder: Path) -> float:
    """Duration of one COPY of the same columns of the team's contacts, in seconds."""
    columns: list[sql.Composable] = [sql.Identifier(name) for name in PLAIN]
    columns += [sql.SQL("custom_field ->> {}").format(sql.Literal(str(key))) for key in _fields(person)]
    query = sql.SQL(
        "COPY (SELECT {} FROM contacts_contact WHERE team_id = {} ORDER BY id) TO STDOUT (FORMAT csv)"
    ).format(sql.SQL(", ").join(columns), sql.Literal(person.team.pk))
    begun = perf_counter()
    peer = folder / "peer.csv"
    with connect(settings.DATABASE_URL) as line, peer.open("wb") as file, line.cursor().copy(query) as copy:
        for block in copy:
            file.write(block)
    return perf_counter() - begun


def check(row: ContactExport) -> None:
    """Checks that the file has its heading and as many lines as the export states."""
    with FILES.path_of(row).open("rb") as file:
        assert sum(1 for _ in file) == row.rows + 1


def measure(rows: int, workbook_rows: int, folder: Path, *, as_json: bool) -> list[Figure]:
    person, small = make_team_without_limits(folder), make_team_without_limits(folder, "Workbook")
    crowd.fill({person.team: rows, small.team: workbook_rows})
    building.refresh_team(person.team.pk)
    copied(person, folder)  # both read cached data
    watches = {"memory": MemoryWatch(), "segmentMemory": MemoryWatch(), "workbookMemory": MemoryWatch()}
    whole, of_segment, workbook = watches.values()
    row, asked, seconds = exported(person, whole)
    check(row)
    assert row.rows == rows
    peer = min(copied(person, folder) for _ in range(2))
    say(
        f"{rows:,} contacts, {row.size_bytes / 1e6:,.0f} MB: asked in {asked * 1000:.0f} ms, "
        f"written in {seconds:.1f} s; COPY of the same columns {peer:.1f} s",
        as_json=as_json,
    )
    chosen, asked_chosen, seconds_chosen = exported(person, of_segment, SUBSCRIBED)
    check(chosen)
    say(
        f"{chosen.rows:,} of a segment: asked in {asked_chosen * 1000:.0f} ms, written in {seconds_chosen:.1f} s",
        as_json=as_json,
    )
    book, _, seconds_book = exported(small, workbook, file_format=ExportFormat.XLSX)
    say(f"a workbook of {book.rows:,}: {seconds_book:.1f} s, {book.size_bytes / 1e6:,.0f} MB", as_json=as_json)
    return [
        Figure("export.ratio", rows / seconds, "rows/s", "COPY of the same columns", rows / peer),
        Figure("export.segment", chosen.rows / seconds_chosen, "rows/s", "COPY of the same columns", rows / peer),
        Figure("export.asked", max(asked, asked_chosen) * 1000, "ms"),
        *(
            Figure(f"export.{name}", (watch.peak_bytes - watch.base_bytes) / 1e6, "MB grown")
            for name, watch in watches.items()
        ),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench export")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--workbook-rows", type=int, default=WORKBOOK_ROWS)
    given = parser.parse_args()
    say(calibrate().line(), as_json=given.json)
    with TemporaryDirectory() as folder:
        figures = measure(given.rows, given.workbook_rows, Path(folder), as_json=given.json)
    connection.close()
    return finish(figures, as_json=given.json)


if __name__ == "__main__":
    raise SystemExit(main())
