"""The Celery application as workers and beat run it: one task that runs jobs, and the schedules of all apps."""

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

# Each registers the handlers of its app's jobs, and its schedules.
autodiscover_modules("jobs")


def _task(run: Callable[[], object]) -> Callable[..., None]:
    def call(**_: Any) -> None:
        close_old_connections()
        run()

    return call


kernel.add_schedules(sweep_seconds=settings.SWEEP_SECONDS)
for name, schedule in schedules.SCHEDULES.items():
    app.task(_task(schedule.run), name=name)

# One that a busy worker has not begun by the time of the next is dropped.
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
    """Celery's lines take the same form as ours."""
    logs.configure()


@worker_init.connect
def plan_all_for_values(**_: Any) -> None:
    """A task runs few statements, each over many rows: planning them costs little, a plan for all values may cost
    minutes, and a connection would keep it for 1,000 tasks.
    """
    statement_plans.plan_all_for_values()
