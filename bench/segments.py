"""Segments over a million contacts of one team, in a table of five million: counts and first pages.

    python -m bench.segments [--json] [--rows N] [--others N] [--segments N]

The segments are 200 random trees of 1 to 4 conditions over every kind of field, labels and activities (three feed
entries per contact). A count is that of `contacts/segment/size`, a first page is that of `contacts/find`. Counts of two
of the fields are compared with a sequential scan of the same table. Results for a sample of contacts are compared with
the plain evaluator. The cache is that of a web process and is empty before the first count; the time of a count without
it is reported separately. Building the columns is compared with an import of as many contacts.

`--rows 5000000 --others 0 --segments 60` is the large team; its results have their own names.
"""

import argparse
import random
import statistics
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench import stage

stage.prepare("segments")

from django.conf import settings  # noqa: E402 -- after Django is set up
from django.db import connection  # noqa: E402

from bench import crowd  # noqa: E402
from bench.calibration import calibrate  # noqa: E402
from bench.importing import make_team_without_limits, run_import  # noqa: E402
from bench.people import people as file_of_people  # noqa: E402
from bench.processes import MemoryWatch  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from server.contacts.models import Contact  # noqa: E402
from server.contacts.schemas.contacts import ContactSearchIn  # noqa: E402
from server.contacts.selectors import contacts as contact_selectors  # noqa: E402
from server.contacts.services import contact_feed  # noqa: E402
from server.segments import activities  # noqa: E402
from server.segments.columns import building, cache  # noqa: E402
from server.segments.rules.tree import Rules  # noqa: E402
from server.segments.selectors import matches  # noqa: E402
from server.teams.models import Team  # noqa: E402
from tests.cast import make_team  # noqa: E402
from tests.server.segments.population import CHOICES, CITIES, WORDS, Population  # noqa: E402

ROWS, OTHERS, SEGMENTS = 1_000_000, 4_000_000, 200
SEED = 20_260_301
SAMPLE = 2_000
AT_ONCE = 250_000
IMPORTED = 200_000

_WORD = "(%(words)s::text[])[1 + floor(random() * %(word_count)s::int)::int]"
_FILL = """
INSERT INTO contacts_contact (team_id, email, firstname, lastname, phone, birthday, gender, city, country, company,
    note, funnel, state, custom_field, label_ids, created_at, updated_at, revision)
SELECT %(team)s::uuid, 'p' || n || '@' || (ARRAY['kopi', 'teh', 'jamu'])[1 + n %% 3] || '.example',
    WORD, WORD, '+62812' || n, date '1960-01-01' + (random() * 20000)::int,
    (ARRAY['', 'male', 'female'])[1 + (random() * 2)::int],
    (%(cities)s::text[])[1 + floor(random() * %(city_count)s::int)::int], 'Indonesia', WORD, '', '',
    (ARRAY['subscribed', 'subscribed', 'unsubscribed', 'bounced'])[1 + (random() * 3)::int],
    jsonb_build_object(%(text)s::text, WORD || 'x', %(number)s::text, (random() * 20)::int, %(date)s::text,
        (date '2025-01-01' + (random() * 800)::int)::text, %(dropdown)s::text,
        (%(choices)s::text[])[1 + (random() * 2)::int], %(checkbox)s::text, random() < 0.5),
    (%(labels)s::int[])[1:(random() * 3)::int], now() - random() * interval '40 days', now(), 1
FROM generate_series(%(first)s::int, %(last)s::int) AS n
""".replace("WORD", _WORD)
_NOTE = """
INSERT INTO contacts_feedentry (team_id, kind, contact_ids, moments, subjects)
SELECT %(team)s::uuid, 'email.' || %(kind)s::text, array_agg(id),
    array_agg(((extract(epoch FROM now()) - random() * 3456000) * 1000000)::bigint),
    array_agg((%(mailings)s::bigint[])[1 + floor(random() * 2)::int])
FROM contacts_contact WHERE team_id = %(team)s AND random() < %(share)s::float8 GROUP BY id / 10000
"""
# Share of contacts with each kind of event; a contact has three.
SHARES = {"sent": 1.0, "opened": 0.9, "clicked": 0.6, "unsubscribed": 0.3, "bounced": 0.15, "complained": 0.05}


def fill(people: Population, rows: int) -> None:
    keys = {field.type: str(field.pk) for field in people.fields}
    values: dict[str, Any] = {
        **keys,
        "team": people.team.pk,
        "cities": list(CITIES),
        "city_count": len(CITIES),
        "words": list(WORDS),
        "word_count": len(WORDS),
        "choices": CHOICES,
        "labels": [label.pk for label in people.labels],
    }
    with connection.cursor() as cursor:
        for first in range(1, rows + 1, AT_ONCE):
            cursor.execute(_FILL, values | {"first": first, "last": min(rows, first + AT_ONCE - 1)})


def happen(people: Population) -> None:
    mailings = [mailing.pk for mailing in people.campaigns]
    with connection.cursor() as cursor:
        for kind, share in SHARES.items():
            cursor.execute(_NOTE, {"team": people.team.pk, "kind": kind, "share": share, "mailings": mailings})


def timed(work: Callable[[], Any]) -> float:
    started = perf_counter()
    work()
    return (perf_counter() - started) * 1000


def check(people: Population, rules: list[Rules]) -> int:
    """Compares the results for a sample with the plain evaluator. Returns the number of comparisons."""
    rows = list(Contact.objects.for_team(people.team).order_by("?")[:SAMPLE])
    for one in rules:
        found = set(matches.list_ids(team_id=people.team.pk, rules=one).to_list())
        for contact in rows[:50]:
            verdict = matches.explain_match(team_id=people.team.pk, rules=one, contact_id=contact.pk)
            assert verdict.holds == (contact.pk in found), (one, contact.pk)
    return 50 * len(rules)


def scan(people: Population) -> None:
    number = next(str(field.pk) for field in people.fields if field.type == "number")
    with connection.cursor() as cursor:
        cursor.execute("SET enable_indexscan = off")
        cursor.execute("SET enable_bitmapscan = off")
        cursor.execute(
            "SELECT count(*) FROM contacts_contact WHERE team_id = %s AND lower(city) = 'jakarta'"
            " AND (custom_field->>%s)::float8 > 10",
            [people.team.pk, number],
        )
        cursor.fetchone()
        cursor.execute("RESET enable_indexscan")
        cursor.execute("RESET enable_bitmapscan")


def import_seconds(folder: Path, rows: int) -> float:
    """Import time per row, in seconds."""
    path, person = folder / "people.csv", make_team_without_limits(folder)
    with path.open("wb") as file:
        file.writelines(file_of_people(rows))
    done = run_import(person, path, MemoryWatch())
    return done.seconds / done.job.total


def first_page(team: Team, rules: Rules) -> None:
    wanted = ContactSearchIn.model_validate({"rules": rules.model_dump(mode="json", by_alias=True), "size": 50})
    page = contact_selectors.list_page(team_id=team.pk, query=wanted.query())
    list(page.page.items)


def measure(people: Population, segments: int, name: str) -> list[Figure]:
    rules = [Rules.model_validate(people._group(0)) for _ in range(segments)]
    uncached = [timed(partial(matches.count_sizes, team_id=people.team.pk, rules=one)) for one in rules[:40]]
    cache.set_cache_size(settings.SEGMENT_CACHE_BYTES)
    counts = [timed(partial(matches.count_sizes, team_id=people.team.pk, rules=one)) for one in rules]
    pages = [timed(partial(first_page, people.team, one)) for one in rules]
    scans = [timed(lambda: scan(people)) for _ in range(5)]
    peer = statistics.median(scans)
    quantiles = statistics.quantiles(counts, n=20)
    return [
        Figure(f"{name}.uncached", statistics.median(uncached), "ms", "a sequential scan for two fields", peer),
        Figure(f"{name}.count", statistics.median(counts), "ms", "a sequential scan for two fields", peer),
        Figure(f"{name}.countP95", quantiles[18], "ms", "a sequential scan for two fields", peer),
        Figure(f"{name}.firstPage", statistics.median(pages), "ms"),
        Figure(f"{name}.firstPageP95", statistics.quantiles(pages, n=20)[18], "ms"),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench segments", description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--others", type=int, default=OTHERS)
    parser.add_argument("--segments", type=int, default=SEGMENTS)
    options = parser.parse_args()
    random.seed(SEED)
    say(calibrate().line(), as_json=options.json)
    people = Population(make_team("Bench"), SEED, 0)
    others = [Population(make_team(f"Other{number}"), number, 0) for number in range(4)] if options.others else []
    with crowd.bare():
        fill(people, options.rows)
        for other in others:
            fill(other, options.others // len(others))
    happen(people)
    built = timed(lambda: contact_feed.run_consumer(activities.CONSUMER)) + timed(
        lambda: building.refresh_team(people.team.pk)
    )
    say(f"columns of {options.rows:,} contacts in {built / 1000:.1f} s", as_json=options.json)
    name = "segments" if options.rows <= ROWS else "segmentsLarge"
    figures = measure(people, options.segments, name)
    compared = check(people, [people.rules(1) for _ in range(10)])
    say(f"{compared} answers compared with the plain evaluator", as_json=options.json)
    with TemporaryDirectory() as folder:
        imported = import_seconds(Path(folder), min(options.rows, IMPORTED)) * options.rows
    build = Figure(f"{name}.build", built / 1000, "s", "an import of as many", imported)
    connection.close()
    return finish([*figures, build], as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
