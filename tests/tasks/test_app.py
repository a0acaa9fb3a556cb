"""Beat's schedules, and the tasks that they call."""

import gc
import inspect
import sys
from importlib import import_module
from typing import Any

import django
import pytest
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import worker_init
from django.conf import settings
from django.db import connection
from django.db.backends.signals import connection_created

from server.core.schedules import SCHEDULES
from server.plans import quota
from tasks import application as tasks

# Seconds and queue of each.
EXPECTED = {
    "campaigns.fire_due": (1, "punctual"),
    "contacts.wake_feed_consumers": (5, "default"),
    "delivery.count_destinations": (30, "default"),
    "delivery.evaluate_sending": (15, "default"),
    "hygiene.run_sunset_rules": (900, "default"),
    "kernel.maintain_partitions": (3600, "default"),
    "notifications.notify_of_expiring_plans": (3600, "default"),
    "delivery.find_without_origin": (60, "default"),
    "plans.close_expired_reservations": (60, "default"),
    "purge.contacts.deleted": (60, "default"),
    "purge.contacts.exports": (3600, "default"),
    "purge.contacts.imports": (3600, "default"),
    "purge.contacts.pending": (3600, "default"),
    "purge.delivery.ingested_batches": (3600, "default"),
    "purge.delivery.continuous_batches": (3600, "default"),
    "purge.delivery.continuous_recipients": (3600, "default"),
    "purge.delivery.system_emails": (3600, "default"),
    "purge.hygiene.sunset_touches": (3600, "default"),
    "purge.identity.assertions": (3600, "default"),
    "purge.identity.captchas": (3600, "default"),
    "purge.identity.codes": (3600, "default"),
    "purge.identity.mailed_tokens": (3600, "default"),
    "purge.identity.sessions": (3600, "default"),
    "purge.kernel.attempts": (3600, "default"),
    "purge.kernel.idempotency_keys": (3600, "default"),
    "purge.notifications.notifications": (3600, "default"),
    "purge.plans.closed_reservations": (3600, "default"),
    "purge.reports.files": (3600, "default"),
    "purge.segments.moves": (3600, "default"),
    "purge.transactional.files": (3600, "default"),
    "purge.transactional.messages": (3600, "default"),
    "purge.webhooks.deliveries": (3600, "default"),
    "reports.find_due_advice": (60, "default"),
    "segments.find_changed": (5, "default"),
    "segments.refresh_columns": (5, "default"),
    "senders.check_due_domains": (60, "default"),
    "senders.lay_out_certificates": (300, "default"),
    "senders.order_due_certificates": (300, "default"),
    "senders.sweep_domain_orders": (300, "default"),
    "senders.warn_of_ending_domains": (300, "default"),
    "stats.close_days": (5, "default"),
    "transactional.finish_batches": (5, "default"),
    "transactional.fold_figures": (3600, "default"),
    "transactional.publish_late_activity": (1, "default"),
    "transactional.publish_more_rejections": (15, "default"),
}


def test_beat_calls_the_schedules_of_all_apps() -> None:
    entries: dict[str, dict[str, Any]] = tasks.app.conf.beat_schedule

    found = {name: (entry["schedule"], entry["options"]["queue"]) for name, entry in entries.items()}
    assert found == EXPECTED | {"kernel.sweep": (settings.SWEEP_SECONDS, "default")}
    for name, entry in entries.items():
        assert (entry["task"], entry["options"]["expires"]) == (name, entry["schedule"])
        run = inspect.getclosurevars(tasks.app.tasks[name].run).nonlocals["run"]
        assert run is SCHEDULES[name].run


def test_a_task_calls_the_service_of_its_schedule(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(tasks, "close_old_connections", lambda: called.append("connections"))
    task = tasks._build_task(lambda: called.append("service"))

    task(anything="that beat adds")

    assert called == ["connections", "service"]
    assert SCHEDULES["plans.close_expired_reservations"].run is quota.close_expired


@pytest.mark.django_db
def test_a_worker_keeps_its_database_connection_from_task_to_task() -> None:
    fixup = DjangoWorkerFixup(tasks.app)
    connection.ensure_connection()
    stored = connection.connection

    for _ in range(100):
        fixup.close_database()  # called before and after each task

    assert stored is not None
    assert not stored.closed
    assert connection.connection is stored


@pytest.mark.django_db
def test_workers_plan_each_statement_for_its_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_created, "receivers", list(connection_created.receivers))

    def prepared() -> list[str]:
        line = connection.copy()
        with line.cursor() as cursor:
            for number in range(10):
                cursor.execute("SELECT %s::int", [number])
            cursor.execute("SELECT statement FROM pg_prepared_statements")
            found = [statement for (statement,) in cursor.fetchall()]
        line.close()
        return found

    assert prepared() == ["SELECT $1::int"]

    worker_init.send(sender=None)

    assert prepared() == []


def test_the_entry_loads_without_collection_and_freezes_what_it_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    enabled: list[bool] = []
    monkeypatch.setattr(django, "setup", lambda: enabled.append(gc.isenabled()))
    monkeypatch.delitem(sys.modules, "tasks.app", raising=False)
    kept = [{}]  # type: list[dict[str, object]]

    assert import_module("tasks.app").app is tasks.app

    assert enabled == [False]
    assert gc.isenabled()
    assert not any(one is kept for one in gc.get_objects())


def test_a_worker_leaves_the_system_checks_to_migrate(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[object] = []
    monkeypatch.setattr("django.core.checks.run_checks", lambda *_, **__: ran.append(None))
    monkeypatch.setenv("CELERY_SKIP_CHECKS", "")
    monkeypatch.delenv("CELERY_SKIP_CHECKS")
    monkeypatch.delitem(sys.modules, "tasks.app", raising=False)

    import_module("tasks.app")
    DjangoWorkerFixup(tasks.app).validate_models()

    assert ran == []
