"""Recurring work: beat enqueues it, a worker does it (tasks/application.py)."""

from collections.abc import Callable
from dataclasses import dataclass

from server.core.registry import Registry

HOUR_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Schedule:
    """A function that is called every so many seconds.

    Runs can overlap, so `run` must allow that. A run that no worker starts within the interval is dropped.
    """

    seconds: float
    run: Callable[[], object]
    queue: str = "default"


SCHEDULES = Registry[str, Schedule]("schedule")


def every(seconds: float, name: str, run: Callable[[], object], *, queue: str = "default") -> None:
    """Has `run` called every so many seconds; `name` is `<app>.<what it does>`."""
    SCHEDULES.add(name, Schedule(seconds, run, queue))


def purge(name: str, run: Callable[[], object], *, seconds: float = HOUR_SECONDS) -> None:
    """Has `run` delete old data every hour, or every `seconds`; `name` is `<app>.<what is deleted>`."""
    SCHEDULES.add(f"purge.{name}", Schedule(seconds, run))
