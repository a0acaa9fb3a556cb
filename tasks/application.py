"""The Celery application of workers and beat: one task that runs jobs, and the schedules of all apps."""

from collections.abc import Callable
from typing import Any

from celery.signals import setup_logging, worker_init
from django.conf import settings
from django.db import close_old_connections
from django.utils.module_loading import autodiscover_modules

from server.core import logs, schedules, statement_plans
from server.core.broker import celery as app
from tasks import kernel

__all__ = ["app"]

# Each module registers its app's job handlers and schedules.
autodiscover_modules("jobs")


def _build_task(run: Callable[[], object]) -> Callable[..., None]:
    def call(**_: Any) -> None:
        close_old_connections()
        run()

    return call


kernel.add_schedules(sweep_seconds=settings.SWEEP_SECONDS)
for name, schedule in schedules.SCHEDULES.items():
    app.task(_build_task(schedule.run), name=name)

# A run that no worker has started by the time of the next one is dropped.
app.conf.beat_schedule = {
    name: {
        "task": name,
        "schedule": schedule.seconds,
        "options": {"expires": schedule.seconds, "queue": schedule.queue},
    }
    for name, schedule in schedules.SCHEDULES.items()
}


@setup_logging.connect
def configure_logs(**_: Any) -> None:
    logs.configure()


@worker_init.connect
def plan_all_for_values(**_: Any) -> None:
    """Plans every statement for its values.

    A task runs few statements, each over many rows, so planning costs little. A generic plan can cost minutes, and a
    connection would reuse it for 1,000 tasks.
    """
    statement_plans.plan_all_for_values()
