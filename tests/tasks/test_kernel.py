"""The lease of a running job."""

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError, connection

from server.core import jobs
from server.core.broker import celery
from server.core.models import Job, JobState
from tasks import kernel

pytestmark = pytest.mark.django_db(transaction=True)

WAIT_SECONDS = 10


class Renewals:
    """Replaces the renewal of leases: the first calls raise the errors, the others succeed."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.failed, self.renewed = Event(), Event()
        # The driver's connection of each call.
        self.connections: list[Any] = []

    def renew(self) -> None:
        connection.ensure_connection()
        self.connections.append(connection.connection)
        if not self.errors:
            self.renewed.set()
            return
        error = self.errors.pop(0)
        if not self.errors:
            self.failed.set()
        raise error


@pytest.fixture
def run(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[Renewals, Event], Job]:
    """Runs a job that lasts until the event. Its lease is renewed without a noticeable pause."""
    settings.JOB_LEASE_SECONDS = 0.003
    monkeypatch.setattr(celery, "send_task", lambda *_args, **_kwargs: None)

    def run(renewals: Renewals, until: Event) -> Job:
        seen: list[bool] = []
        monkeypatch.setattr(jobs.Claim, "renew", renewals.renew)
        monkeypatch.setitem(jobs.HANDLERS.entries, "test.slow", lambda claim: seen.append(until.wait(WAIT_SECONDS)))
        jobs.enqueue("test.slow")
        kernel.run_job(Job.objects.get().pk)
        assert seen == [True]
        return Job.objects.get()

    return run


def test_a_database_error_does_not_end_the_renewal_of_a_lease(run: Callable[[Renewals, Event], Job]) -> None:
    renewals = Renewals(OperationalError("the database restarts"), OperationalError("it still does"))

    job = run(renewals, renewals.renewed)

    assert job.state == JobState.DONE
    first, second, third = renewals.connections[:3]
    assert len({id(first), id(second), id(third)}) == 3
    assert [each.closed for each in renewals.connections] == [True] * len(renewals.connections)


def test_the_thread_that_lost_a_lease_closes_its_connection(run: Callable[[Renewals, Event], Job]) -> None:
    renewals = Renewals(jobs.LeaseLost("test.slow"))

    run(renewals, renewals.failed)

    assert [each.closed for each in renewals.connections] == [True]
