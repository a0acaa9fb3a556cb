"""Chapters of the demo: in order of dates and dependencies, each with its own random stream."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

import pytest
from pytest_django import Settings

from server.core import clock, demo
from server.core.demo import Chapter, DemoAction, DemoTeam

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

Entries = list[tuple[str, int, float]]


@pytest.fixture(autouse=True)
def _is_demo(settings: Settings) -> None:
    settings.DEMO = True


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> Entries:
    """The entries of the chapters: name, days before now, random number. Only the test's own chapters."""
    demo.load()
    monkeypatch.setattr(demo.CHAPTERS, "entries", {})
    return []


def chapter(entries: Entries, name: str, *days: int, after: tuple[str, ...] = ()) -> Chapter:
    """A chapter that draws a number in each of its actions."""

    def plan(team: DemoTeam, random: Random) -> Iterator[DemoAction]:
        def run() -> None:
            entries.append((name, (NOW.date() - clock.now().date()).days, random.random()))

        return (DemoAction(team.at(days=each, hour=9), run) for each in days)

    return Chapter("cafe", name, plan, after)


def test_actions_run_at_their_dates_and_at_one_date_by_dependency(entries: Entries) -> None:
    demo.register(chapter(entries, "sales", 30, 10, after=("staff", "stock")))
    demo.register(chapter(entries, "stock", 30, 20, after=("staff",)))
    demo.register(chapter(entries, "staff", 30))

    demo.write("cafe", DemoTeam(NOW))

    assert [(name, days) for name, days, _ in entries] == [
        *(("staff", 30), ("stock", 30), ("sales", 30), ("stock", 20), ("sales", 10)),
    ]


def test_another_chapter_changes_nothing_of_the_others(entries: Entries) -> None:
    demo.register(chapter(entries, "staff", 30, 10))
    demo.register(chapter(entries, "sales", 30, 5, after=("staff",)))
    demo.write("cafe", DemoTeam(NOW))
    alone = sorted(entries)
    entries.clear()
    demo.register(chapter(entries, "stock", 30, 20, 7, after=("staff",)))

    demo.write("cafe", DemoTeam(NOW))

    assert sorted(each for each in entries if each[0] != "stock") == alone
    assert len({drawn for *_, drawn in entries}) == len(entries) == 7


def test_another_scenario_has_chapters_of_its_own(entries: Entries) -> None:
    demo.register(chapter(entries, "staff", 30))

    demo.write("bakery", DemoTeam(NOW))

    assert entries == []


@pytest.mark.parametrize(
    ("chapters", "match"),
    [
        ((("sales", 10, ("stock",)),), r"no chapters \['stock'\]"),
        ((("sales", 10, ("stock",)), ("stock", 10, ("sales",))), "cycle"),
        ((("sales", 20, ("stock",)), ("stock", 10, ())), "sales of cafe starts before stock"),
    ],
)
def test_an_impossible_order_is_refused_before_anything_is_written(
    entries: Entries, chapters: tuple[tuple[str, int, tuple[str, ...]], ...], match: str
) -> None:
    for name, days, after in chapters:
        demo.register(chapter(entries, name, days, after=after))

    with pytest.raises(ValueError, match=match):
        demo.write("cafe", DemoTeam(NOW))

    assert entries == []


def test_nothing_happens_in_a_team_that_is_not_there() -> None:
    with pytest.raises(LookupError, match="No chapter has created the team"):
        _ = DemoTeam(NOW).team_id
