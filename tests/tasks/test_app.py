"""Beat's schedules, and the tasks that they call."""

from typing import Any

import pytest

from server.core.schedules import SCHEDULES
from server.plans import quota
from tasks import application as tasks


def test_beat_calls_the_schedules_of_all_apps() -> None:
    entries: dict[str, dict[str, Any]] = tasks.app.conf.beat_schedule

    assert entries.keys() == SCHEDULES.keys() <= set(tasks.app.tasks)
    assert {"kernel.sweep", "plans.close_expired_reservations", "purge.identity.sessions"} <= entries.keys()
    assert entries["campaigns.fire_due"] == {
        "task": "campaigns.fire_due",
        "schedule": 1,
        "options": {"expires": 1, "queue": "punctual"},
    }


def test_a_task_calls_the_service_of_its_schedule(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(tasks, "close_old_connections", lambda: called.append("connections"))
    task = tasks._task(lambda: called.append("service"))

    task(anything="that beat adds")

    assert called == ["connections", "service"]
    assert SCHEDULES["plans.close_expired_reservations"].run is quota.close_expired
