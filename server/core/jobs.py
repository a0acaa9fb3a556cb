"""Jobs: rows written in the transaction that needs the work, run at least once, each by one worker at a time.

Handlers are registered by name in the `jobs` module of each app, which only workers import. Handlers must tolerate
repeated runs: after a crash the lease ends, the sweep finds the row, and another worker claims it with a higher attempt
number.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from kombu.exceptions import OperationalError

from server.core import advisory, clock, requests
from server.core.broker import celery
from server.core.models import Job, JobState
from server.core.registry import Registry

RUN_TASK = "tasks.run_job"
FIRST_RETRY_SECONDS = 5
MAX_RETRY_SECONDS = 900
RETENTION_DAYS = 7
MAX_ATTEMPTS: int = Job._meta.get_field("most_attempts").default
# Also of a job that progresses.
MAX_TOTAL_ATTEMPTS = 1_000
MAX_SWEPT_JOBS = 500

Handler = Callable[..., None]

HANDLERS = Registry[str, Handler]("job")
FAILURE_HANDLERS = Registry[str, Handler]("failed job")
# Jobs that can take minutes. A team runs one at a time, so that its imports and exports do not occupy all workers.
LONG_JOBS = Registry[str, None]("long job")

log = structlog.get_logger(__name__)


class LeaseLost(Exception):
    """Another worker has claimed the job: the current one must stop without writing."""


class WorkerLost(Exception):
    """The worker of the job's last attempt did not record a result: it was killed, or lost its lease."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A job claimed by one worker. Later writes succeed only while the row still has the attempt number `fence`.

    `request_id` is the id of the request that created the job; empty if there was none. `unproductive_attempts` counts
    this attempt and those before it, back to the last that committed a part of its work. Above `max_attempts` the job
    no longer runs, it only fails.
    """

    job_id: int
    name: str
    arguments: dict[str, Any]
    fence: int
    request_id: str = ""
    max_attempts: int = MAX_ATTEMPTS
    unproductive_attempts: int = 1

    def renew(self) -> None:
        """Extends the lease by a full term from now.

        Raises LeaseLost if another worker has the lease, or if it ended and another long job of the team runs.
        """
        held = Job.objects.filter(pk=self.job_id, attempts=self.fence, state=JobState.RUNNING)
        with transaction.atomic():
            if self.name in LONG_JOBS:
                job = held.select_for_update().first()
                if job is None:
                    raise LeaseLost(self.name)
                _lock_team(job)
                now = clock.now()  # after both locks, which might have taken a while
                if job.lease_until is not None and job.lease_until < now and _is_team_busy(job, now):
                    raise LeaseLost(self.name)
            if not held.update(lease_until=clock.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)):
                raise LeaseLost(self.name)

    def hold(self, *, is_progress: bool = True) -> None:
        """Locks the job's row until the transaction ends: only the holder of the lease can commit its writes.

        Progress is work that the next attempt does not repeat. It restores all attempts. Raises LeaseLost.
        """
        held = Job.objects.select_for_update().filter(pk=self.job_id, attempts=self.fence, state=JobState.RUNNING)
        productive_attempt = held.values_list("productive_attempt", flat=True).first()
        if productive_attempt is None:
            raise LeaseLost(self.name)
        if is_progress and productive_attempt != self.fence:
            held.update(productive_attempt=self.fence)


def handler(name: str, *, is_long: bool = False, on_failure: Handler | None = None) -> Callable[[Handler], Handler]:
    """Registers the function that runs the jobs of this name, with their arguments and `claim` as keyword arguments.

    A long job needs a `team_id` argument. It waits while another long job of the team runs. `on_failure` is called
    after the last attempt, with the arguments and `reason`, the name of the error. It must tolerate repeated calls.
    """

    def register(function: Handler) -> Handler:
        HANDLERS.add(name, function)
        if is_long:
            LONG_JOBS.add(name, None)
        if on_failure is not None:
            FAILURE_HANDLERS.add(name, on_failure)
        return function

    return register


def enqueue(
    name: str, *, due: datetime | None = None, key: str | None = None, queue: str = "default", **arguments: Any
) -> None:
    """Adds a job in the current transaction. If the job is due, a worker is notified after the commit.

    With a `key`, no job is added while another one with that key is waiting.
    """
    now = clock.now()
    job = Job(
        name=name,
        arguments=arguments,
        due_at=due or now,
        key=key,
        queue=queue,
        request_id=requests.get_request_id(),
        created_at=now,
    )
    if key is None:
        job.save(force_insert=True)
    else:
        job = _insert_unless_waiting(job)
    if job.due_at <= now:
        transaction.on_commit(lambda: wake(job.pk, queue), robust=True)


def _insert_unless_waiting(job: Job) -> Job:
    """Returns the waiting job with this key, and adds the job if there is none.

    A worker might claim the waiting job between the two statements. The loop then adds this job: the running one might
    have read its data before the current change.
    """
    while True:
        Job.objects.bulk_create([job], ignore_conflicts=True)
        waiting = Job.objects.filter(key=job.key, state=JobState.WAITING).first()
        if waiting is not None:
            return waiting


def count_unfinished(name: str, *, team_id: UUID) -> int:
    unfinished = (JobState.WAITING, JobState.RUNNING)
    return Job.objects.filter(name=name, state__in=unfinished, arguments__team_id=str(team_id)).count()


def wake(job_id: int, queue: str) -> None:
    """If Redis is down, the sweep finds the row later."""
    try:
        celery.send_task(RUN_TASK, args=[job_id], queue=queue)
    except (OperationalError, OSError) as error:
        log.warning("job.wake_failed", job_id=job_id, error=str(error))


def claim(job_id: int) -> Claim | None:
    """Claims the job for one lease.

    Returns None if the job is not due, is done, belongs to another worker, or must wait for a long job of its team.
    A job that has lost a worker with each of its attempts since its last progress is claimed once more, to fail.
    """
    now = clock.now()
    takeable = Q(state=JobState.WAITING, due_at__lte=now) | Q(state=JobState.RUNNING, lease_until__lt=now)
    with transaction.atomic():
        job = Job.objects.select_for_update(skip_locked=True).filter(takeable, pk=job_id).first()
        if job is None:
            return None
        _lock_team(job)
        if _is_team_busy(job, now):
            return None
        job.state = JobState.RUNNING
        job.attempts += 1
        job.lease_until = now + timedelta(seconds=settings.JOB_LEASE_SECONDS)
        job.save(update_fields=["state", "attempts", "lease_until"])
    return Claim(
        job.pk,
        job.name,
        job.arguments,
        job.attempts,
        job.request_id,
        job.most_attempts,
        unproductive_attempts=job.attempts - job.productive_attempt,
    )


def _is_team_busy(job: Job, now: datetime) -> bool:
    return job.name in LONG_JOBS and _filter_running(job.arguments["team_id"], now).exclude(pk=job.pk).exists()


def _lock_team(job: Job) -> None:
    """Until the transaction ends, no other long job of the team can start or renew its lease.

    No deadlock is possible. A worker that waits for this lock has locked only its own job, and the holder of this lock
    waits for no other job.
    """
    if job.name in LONG_JOBS:
        advisory.lock("jobs.long", job.arguments["team_id"])


def _filter_running(team_id: Any, now: datetime) -> QuerySet[Job]:
    return Job.objects.filter(
        state=JobState.RUNNING, lease_until__gte=now, name__in=list(LONG_JOBS), arguments__team_id=team_id
    )


def _wake_next_of_team(claimed: Claim) -> None:
    due = Job.objects.filter(state=JobState.WAITING, due_at__lte=clock.now(), name__in=list(LONG_JOBS))
    found = due.filter(arguments__team_id=claimed.arguments["team_id"]).exclude(pk=claimed.job_id)
    for job_id, queue in found.order_by("due_at", "pk").values_list("pk", "queue")[:1]:
        wake(job_id, queue)


def run(claimed: Claim) -> None:
    """After an error the job runs again later, until its attempts are used up."""
    try:
        _run(claimed)
    finally:
        if claimed.name in LONG_JOBS:
            _wake_next_of_team(claimed)


def _bind_request_id(request_id: str) -> AbstractContextManager[None]:
    return structlog.contextvars.bound_contextvars(request_id=request_id) if request_id else nullcontext()


def _run(claimed: Claim) -> None:
    try:
        if claimed.unproductive_attempts > claimed.max_attempts or claimed.fence > MAX_TOTAL_ATTEMPTS:
            raise WorkerLost("The worker of the last attempt was killed or lost its lease")
        with _bind_request_id(claimed.request_id):
            HANDLERS[claimed.name](claim=claimed, **claimed.arguments)
    except LeaseLost:
        log.warning("job.lease_lost", job=claimed.name, job_id=claimed.job_id)
    except Exception as error:
        _fail(claimed, error)
        raise
    else:
        _close(claimed, state=JobState.DONE)


def mark_done(claimed: Claim) -> None:
    _close(claimed, state=JobState.DONE)


def sweep() -> int:
    """Wakes workers for due jobs and for jobs lost in a crash. Deletes old rows. Returns the number of jobs woken."""
    now = clock.now()
    lost = Q(state=JobState.RUNNING, lease_until__lt=now)
    # Long jobs that wait for another long job of their team would fill the batch, and no other job would start.
    blocked = Q(state=JobState.WAITING, name__in=list(LONG_JOBS)) & Exists(
        _filter_running(OuterRef("arguments__team_id"), now)
    )
    due = list(
        Job.objects.filter(Q(state=JobState.WAITING, due_at__lte=now) | lost)
        .exclude(blocked)
        .order_by("due_at", "pk")
        .values_list("pk", "queue")[:MAX_SWEPT_JOBS]
    )
    for job_id, queue in due:
        wake(job_id, queue)
    Job.objects.filter(state=JobState.DONE, finished_at__lt=now - timedelta(days=RETENTION_DAYS)).delete()
    return len(due)


def _close(claimed: Claim, *, state: JobState) -> None:
    held = Job.objects.filter(pk=claimed.job_id, attempts=claimed.fence, state=JobState.RUNNING)
    held.update(state=state, lease_until=None, finished_at=clock.now())


def _fail(claimed: Claim, error: Exception) -> None:
    """Lets the job run again later. After the last attempt, calls its failure handler and ends it.

    Does nothing if another worker has the job.
    """
    now = clock.now()
    text = f"{type(error).__name__}: {error}"[:2000]
    held = Job.objects.filter(pk=claimed.job_id, attempts=claimed.fence, state=JobState.RUNNING)
    # The failure handler has a whole lease.
    if not held.update(lease_until=now + timedelta(seconds=settings.JOB_LEASE_SECONDS)):
        return
    productive_attempt = held.values_list("productive_attempt", flat=True).get()
    unproductive_attempts = max(claimed.fence - productive_attempt, 1)
    if unproductive_attempts < claimed.max_attempts and claimed.fence < MAX_TOTAL_ATTEMPTS:
        wait = min(FIRST_RETRY_SECONDS * 4 ** (unproductive_attempts - 1), MAX_RETRY_SECONDS)
        due_at = now + timedelta(seconds=wait)
        try:
            with transaction.atomic():
                held.update(state=JobState.WAITING, lease_until=None, due_at=due_at, last_error=text)
        except IntegrityError:
            # Another job with its key waits, and does its work.
            held.update(state=JobState.FAILED, lease_until=None, finished_at=now, last_error=text)
        return
    on_failure = FAILURE_HANDLERS.get(claimed.name)
    try:
        if on_failure is not None:
            with _bind_request_id(claimed.request_id):
                on_failure(**claimed.arguments, reason=type(error).__name__)
    finally:
        held.update(state=JobState.FAILED, lease_until=None, finished_at=now, last_error=text)
