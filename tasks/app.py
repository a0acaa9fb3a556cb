"""The Celery application as workers and beat run it: one task that runs jobs, and a schedule that enqueues nothing."""

import os
from typing import Any

import django
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
django.setup()

from django.conf import settings  # noqa: E402 -- Django must be set up before anything of it is imported

from server.core import logs  # noqa: E402
from server.core.broker import celery as app  # noqa: E402
from tasks import (  # noqa: E402
    advice,
    campaigns,
    contacts,
    dashboard,
    delivery,
    hygiene,
    identity,
    kernel,
    notifications,
    plans,
    reports,
    segments,
    senders,
    stats,
    transactional,
)
from tasks import help as help_  # noqa: E402

__all__ = ["app"]

# Importing a module registers the handlers of its jobs.
HANDLERS = (
    advice,
    campaigns,
    contacts,
    dashboard,
    delivery,
    help_,
    hygiene,
    identity,
    plans,
    reports,
    senders,
    transactional,
)
SCHEDULES = (
    kernel.schedule(sweep_seconds=settings.SWEEP_SECONDS),
    advice.SCHEDULE,
    campaigns.SCHEDULE,
    contacts.SCHEDULE,
    delivery.SCHEDULE,
    hygiene.SCHEDULE,
    identity.SCHEDULE,
    notifications.SCHEDULE,
    plans.SCHEDULE,
    reports.SCHEDULE,
    segments.SCHEDULE,
    senders.SCHEDULE,
    stats.SCHEDULE,
    transactional.SCHEDULE,
)

app.conf.beat_schedule = {
    name: {"task": name, "schedule": seconds, "options": {"expires": seconds}}
    for schedule in SCHEDULES
    for name, seconds in schedule.items()
}


@setup_logging.connect
def configure_logs(**_: Any) -> None:
    """Celery's lines take the same form as ours."""
    logs.configure()
