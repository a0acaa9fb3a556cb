"""Recurring work: beat enqueues it, and a worker runs it (tasks/application.py)."""

from collections.abc import Callable
from dataclasses import dataclass

from server.core.registry import Registry

HOUR_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Schedule:
    """A function that is called at a fixed interval.

    Runs can overlap, so `run` must allow that. A run that no worker starts within the interval is dropped.
    """

    seconds: float
    run: Callable[[], object]
    queue: str = "default"


SCHEDULES = Registry[str, Schedule]("schedule")


def add_schedule(seconds: float, name: str, run: Callable[[], object], *, queue: str = "default") -> None:
    """Schedules `run` at an interval. `name` is `<app>.<action>`."""
    SCHEDULES.add(name, Schedule(seconds, run, queue))


def add_purge(name: str, run: Callable[[], object], *, seconds: float = HOUR_SECONDS) -> None:
    """Schedules `run` to delete old data, by default every hour. `name` is `<app>.<deleted data>`."""
    SCHEDULES.add(f"purge.{name}", Schedule(seconds, run))
