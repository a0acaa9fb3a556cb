"""Importing a million contacts into a team that has five million, compared with COPY into the same table.

    python -m bench.import_held [--json] [--rows N] [--held N]

As `bench.import_`, but the table is large: the indexes are deep, and every row is looked up among many. The peer is
COPY of our added rows into the same table, after they were deleted and the table vacuumed.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench import stage

stage.prepare("import_held")

from django.db import connection  # noqa: E402 -- after Django is set up

from bench import crowd  # noqa: E402
from bench.calibration import calibrate  # noqa: E402
from bench.importing import copy_again, make_team_without_limits, newest_key, run_import  # noqa: E402
from bench.people import people  # noqa: E402
from bench.processes import MemoryWatch  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402

ROWS, HELD = 1_000_000, 5_000_000


def measure(count: int, held: int, folder: Path, *, as_json: bool) -> list[Figure]:
    path, person, watch = folder / "people.csv", make_team_without_limits(folder), MemoryWatch()
    begun = perf_counter()
    # Their addresses have another domain than those of the file, so all contacts of the file are new.
    crowd.fill({person.team: held}, domain="held")
    say(f"{held:,} contacts made in {perf_counter() - begun:.1f} s", as_json=as_json)
    with path.open("wb") as file:
        file.writelines(people(count))
    newest = newest_key()
    done = run_import(person, path, watch)
    say(done.line(), as_json=as_json)
    peer = copy_again(folder, after=newest, count=done.job.added)
    say(f"COPY of the {done.job.added:,} clean rows into the same table: {peer:.1f} s", as_json=as_json)
    beside = done.job.added / peer
    return [
        Figure("import.held", done.rate, "rows/s", "COPY into the same table", beside),
        Figure("import.heldMemory", watch.peak_bytes / 1e6, "MB", "before it began", watch.base_bytes / 1e6),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench import_held")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--held", type=int, default=HELD)
    arguments = parser.parse_args()
    say(calibrate().line(), as_json=arguments.json)
    with TemporaryDirectory() as folder:
        figures = measure(arguments.rows, arguments.held, Path(folder), as_json=arguments.json)
    connection.close()
    return finish(figures, as_json=arguments.json)


if __name__ == "__main__":
    raise SystemExit(main())
