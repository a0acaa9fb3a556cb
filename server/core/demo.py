"""The demo: teams with a believable history, written by the real services at simulated times.

A scenario is the history of one team. Each app writes one part of it, a chapter, which its `demo` module registers.
These modules are imported only when a scenario is written. A chapter plans dated actions, and the actions of all
chapters run in date order. Each chapter has its own random stream, so that a new chapter changes no other.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from graphlib import TopologicalSorter
from random import Random
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.module_loading import autodiscover_modules

from server.core import clock
from server.core.callers import Caller
from server.core.registry import Registry

SEED = 20_261
JAKARTA = ZoneInfo("Asia/Jakarta")


@dataclass(slots=True)
class DemoTeam:
    """The team of a scenario while its history is written. The first chapter sets the id and the callers."""

    now: datetime
    id: UUID | None = None
    # The members of the team by email address. The owner is the first.
    callers: dict[str, Caller] = field(default_factory=dict)
    # Initial passwords of owners, by email address.
    passwords: Mapping[str, str] = field(default_factory=dict)

    @property
    def team_id(self) -> UUID:
        """Raises LookupError until a chapter has created the team."""
        if self.id is None:
            raise LookupError("No chapter has created the team yet")
        return self.id

    @property
    def owner(self) -> Caller:
        return next(iter(self.callers.values()))

    def at(self, *, days: int, hour: int) -> datetime:
        """An hour of the day in Jakarta, some days ago."""
        day = self.now.astimezone(JAKARTA).date() - timedelta(days=days)
        return datetime(day.year, day.month, day.day, hour, tzinfo=JAKARTA).astimezone(self.now.tzinfo)


@dataclass(frozen=True, slots=True)
class DemoAction:
    at: datetime
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a scenario. Chapters in `after` run their actions first when the dates are equal."""

    scenario: str
    name: str
    plan: Callable[[DemoTeam, Random], Iterable[DemoAction]]
    after: tuple[str, ...] = ()


CHAPTERS = Registry[tuple[str, str], Chapter]("chapter of the demo")


def register(chapter: Chapter) -> None:
    """Raises ValueError for a duplicate name."""
    CHAPTERS.add((chapter.scenario, chapter.name), chapter)


def load() -> None:
    autodiscover_modules("demo")


def write(scenario: str, team: DemoTeam) -> None:
    """Runs the actions of all chapters in date order.

    Raises ValueError if `after` names an unknown chapter or forms a cycle, or if a chapter starts before one in its
    `after`.
    """
    load()
    planned = {
        chapter.name: sorted(chapter.plan(team, _build_random(chapter)), key=lambda action: action.at)
        for chapter in _sort_chapters(scenario)
    }
    _check_dates(scenario, planned)
    actions = [action for name in planned for action in planned[name]]
    for action in sorted(actions, key=lambda action: action.at):
        with clock.freeze(action.at):
            action.run()


def _sort_chapters(scenario: str) -> list[Chapter]:
    chapters = {chapter.name: chapter for chapter in CHAPTERS.values() if chapter.scenario == scenario}
    unknown = {name for chapter in chapters.values() for name in chapter.after} - chapters.keys()
    if unknown:
        raise ValueError(f"The scenario {scenario} has no chapters {sorted(unknown)}")
    order = TopologicalSorter({name: chapter.after for name, chapter in chapters.items()}).static_order()
    return [chapters[name] for name in order]


def _check_dates(scenario: str, planned: Mapping[str, list[DemoAction]]) -> None:
    starts = {name: actions[0].at for name, actions in planned.items() if actions}
    for name, at in starts.items():
        for previous in CHAPTERS[scenario, name].after:
            if previous in starts and starts[previous] > at:
                raise ValueError(f"The chapter {name} of {scenario} starts before {previous}")


def _build_random(chapter: Chapter) -> Random:
    return Random(f"{SEED} {chapter.scenario} {chapter.name}")
