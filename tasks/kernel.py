"""Running jobs, and maintenance of the core."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections, connection

from server.core import attempts, idempotency, jobs, outbox, partitions, schedules
from server.core.broker import celery

log = structlog.get_logger(__name__)


def add_schedules(*, sweep_seconds: int) -> None:
    schedules.add_schedule(sweep_seconds, "kernel.sweep", sweep)
    schedules.add_schedule(schedules.HOUR_SECONDS, "kernel.maintain_partitions", partitions.maintain)
    schedules.add_purge("kernel.attempts", attempts.purge_expired)
    schedules.add_purge("kernel.idempotency_keys", idempotency.purge_keys)


@celery.task(name=jobs.RUN_TASK)
def run_job(job_id: int, **_: Any) -> None:
    close_old_connections()
    claimed = jobs.claim(job_id)
    if claimed is None:
        return
    with structlog.contextvars.bound_contextvars(job=claimed.name, job_id=job_id), _renew_lease(claimed):
        log.info("job.started", attempt=claimed.fence)
        jobs.run(claimed)
        log.info("job.ended")


def sweep() -> None:
    """Finds due work, and work left behind by a crash or an emptied Redis."""
    jobs.sweep()
    outbox.sweep()


@contextmanager
def _renew_lease(claimed: jobs.Claim) -> Iterator[None]:
    """Renews the lease from a thread, so that a long step is not mistaken for a crash.

    A database error does not end the thread: the lease lasts for another attempt.
    """
    ended = threading.Event()

    def renew() -> None:
        try:
            while not ended.wait(settings.JOB_LEASE_SECONDS / 3):
                try:
                    claimed.renew()
                except DatabaseError as error:
                    log.warning("job.lease_not_renewed", job=claimed.name, job_id=claimed.job_id, error=str(error))
                    connection.close()  # it might be broken
        except jobs.LeaseLost:
            pass  # the job notices it at its next commit
        finally:
            connection.close()

    thread = threading.Thread(target=renew, name=f"lease-{claimed.job_id}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
