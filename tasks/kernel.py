"""Runs jobs, and the kernel's own upkeep."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from django.conf import settings
from django.db import close_old_connections, connection

from server.core import idempotency, jobs, outbox
from server.core.broker import celery

HOUR_SECONDS = 3600

log = structlog.get_logger(__name__)


def schedule(*, sweep_seconds: int) -> dict[str, float]:
    """What beat calls, and how often in seconds."""
    return {"tasks.sweep": sweep_seconds, "tasks.forget_old_keys": HOUR_SECONDS}


@celery.task(name=jobs.RUN_TASK)
def run_job(job_id: int, **_: Any) -> None:
    """Takes the job, keeps its lease while it runs, and records how it ended."""
    close_old_connections()
    claimed = jobs.claim(job_id)
    if claimed is None:
        return
    with structlog.contextvars.bound_contextvars(job=claimed.name, job_id=job_id), _lease_kept(claimed):
        log.info("job.started", attempt=claimed.fence)
        jobs.run(claimed)
        log.info("job.ended")


@celery.task(name="tasks.sweep")
def sweep(**_: Any) -> None:
    """Finds what is due and what a crash or an emptied Redis left behind."""
    close_old_connections()
    jobs.sweep()
    outbox.sweep()


@celery.task(name="tasks.forget_old_keys")
def forget_old_keys(**_: Any) -> None:
    """Drops idempotency keys past their time."""
    close_old_connections()
    idempotency.forget_old()


@contextmanager
def _lease_kept(claimed: jobs.Claim) -> Iterator[None]:
    """Renews the lease from a thread, so that a long step is not taken for a crash."""
    ended = threading.Event()

    def renew() -> None:
        while not ended.wait(settings.JOB_LEASE_SECONDS / 3):
            try:
                claimed.renew()
            except jobs.LeaseLost:
                return
        connection.close()

    thread = threading.Thread(target=renew, name=f"lease-{claimed.job_id}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
