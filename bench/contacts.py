"""The list of a million contacts of one team, in a table of five million.

    python -m bench.contacts [--json] [--rows N] [--others N] [--calls N]

Each value is measured on API calls, through authentication and the whole response, without the network. It covers the
first page, the page after a page, page 10,000, and searches by word prefixes, as while typing. Each call requests 50
contacts. Results for other sort orders are listed beside the default order.
"""

import argparse
import json
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from bench import stage

stage.prepare("contacts")

from django.db import connection  # noqa: E402 -- after Django is set up

from bench import crowd  # noqa: E402
from bench.calibration import calibrate  # noqa: E402
from bench.importing import make_team_without_limits  # noqa: E402
from bench.report import Figure, finish, say  # noqa: E402
from server.contacts.models import Contact  # noqa: E402
from server.core import logs  # noqa: E402
from tests.cast import Person  # noqa: E402

ROWS, OTHERS, CALLS = 1_000_000, 4_000_000, 200
TEAMS = 4  # of the other contacts
SEED = 20_260_301
SIZE = 50
FAR_PAGE = 10_000
SORTS = ("updatedAt", "email", "firstname", "lastname")


def timed(person: Person, query: dict[str, Any]) -> tuple[float, dict[str, Any]]:
    """The duration of a call in milliseconds, and its response."""
    path = "contacts?" + urlencode({"size": SIZE, **query}, doseq=True)
    begun = perf_counter()
    answer = person.api.get(path)
    took = (perf_counter() - begun) * 1000
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = json.loads(answer.content)
    return took, found


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[18]


def words(person: Person, number: int) -> Iterator[str]:
    """Realistic search texts: prefixes of addresses, names and companies, from one letter on; some of two words."""
    draw = random.Random(SEED)
    newest = Contact.objects.for_team(person.team).order_by("-pk").values_list("pk", flat=True)[0]
    for _ in range(number):
        contact = Contact.objects.for_team(person.team).filter(pk__lte=draw.randint(1, newest)).order_by("-pk").first()
        contact = contact or Contact.objects.for_team(person.team).order_by("pk")[0]
        texts = [text for text in (contact.email, contact.firstname, contact.lastname, contact.company) if text]
        yield " ".join(text[: draw.randint(1, 8)] for text in draw.sample(texts, draw.choice((1, 1, 2))))


def walk(person: Person, calls: int, query: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Durations of first pages, and of the pages that follow them. No contact appears twice."""
    firsts, nexts = [], []
    for _ in range(calls // 10):
        seen: set[int] = set()
        took, page = timed(person, query)
        firsts.append(took)
        for _ in range(10):
            found = [item["contactId"] for item in page["items"]]
            assert len(found) == SIZE
            assert seen.isdisjoint(found)
            seen.update(found)
            took, page = timed(person, query | {"after": page["next"]})
            nexts.append(took)
    firsts += [timed(person, query)[0] for _ in range(calls - len(firsts))]
    return firsts, nexts


def far(person: Person, calls: int, rows: int, query: dict[str, Any]) -> list[float]:
    """Durations of jumps to pages around page 10,000, or to the middle of a smaller list."""
    draw = random.Random(SEED)
    page = min(FAR_PAGE, rows // SIZE // 2)
    times = []
    for _ in range(calls):
        took, answer = timed(person, query | {"page": page - draw.randrange(min(100, page))})
        assert len(answer["items"]) == SIZE
        times.append(took)
    return times


def search(person: Person, calls: int) -> list[float]:
    return [timed(person, {"search": word})[0] for word in list(words(person, calls))]


def check(person: Person, rows: int) -> None:
    """Checks that the far page has the same contacts as a plain query of the keys."""
    page = min(FAR_PAGE, rows // SIZE // 2)
    keys = list(Contact.objects.for_team(person.team).order_by("-pk").values_list("pk", flat=True))
    _, answer = timed(person, {"page": page})
    assert [item["contactId"] for item in answer["items"]] == keys[(page - 1) * SIZE : page * SIZE]
    assert answer["total"] == rows == len(keys)


def other_sorts(person: Person, calls: int, rows: int, report_line: Callable[[str], None]) -> list[float]:
    """Durations of first and next pages in the other orders. Those of far pages are only printed."""
    times = []
    for sort in SORTS:
        firsts, nexts = walk(person, calls // 4, {"sort": sort})
        jumps = far(person, 5, rows, {"sort": sort})
        report_line(
            f"by {sort}: first page {statistics.median(firsts):.1f} ms, next {statistics.median(nexts):.1f} ms, "
            f"page {min(FAR_PAGE, rows // SIZE // 2):,} {statistics.median(jumps):.1f} ms"
        )
        times += firsts + nexts
    return times


def measure(person: Person, rows: int, calls: int, report_line: Callable[[str], None]) -> list[Figure]:
    for _ in range(5):
        timed(person, {})
    firsts, nexts = walk(person, calls, {})
    jumps, searches = far(person, calls // 4, rows, {}), search(person, calls)
    sorted_ones = other_sorts(person, calls, rows, report_line)
    report_line(f"searches: median {statistics.median(searches):.1f} ms, longest {max(searches):.1f} ms")
    return [
        Figure("contacts.firstPage", p95(firsts), "ms p95"),
        Figure("contacts.nextPage", statistics.median(nexts), "ms", "a first page", statistics.median(firsts)),
        Figure("contacts.nextPageP95", p95(nexts), "ms p95"),
        Figure("contacts.farPage", p95(jumps), "ms p95"),
        Figure("contacts.search", p95(searches), "ms p95"),
        Figure("contacts.sorted", p95(sorted_ones), "ms p95"),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench contacts")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--others", type=int, default=OTHERS)
    parser.add_argument("--calls", type=int, default=CALLS)
    given = parser.parse_args()

    def report_line(line: str) -> None:
        say(line, as_json=given.json)

    logs.configure()
    report_line(calibrate().line())
    with TemporaryDirectory() as folder:
        person = make_team_without_limits(Path(folder))
        others = [make_team_without_limits(Path(folder), f"Other{number}") for number in range(TEAMS)]
        begun = perf_counter()
        crowd.fill({person.team: given.rows} | {other.team: given.others // TEAMS for other in others})
        report_line(f"{given.rows + given.others:,} contacts made in {perf_counter() - begun:.1f} s")
        check(person, given.rows)
        figures = measure(person, given.rows, given.calls, report_line)
    connection.close()
    return finish(figures, as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
