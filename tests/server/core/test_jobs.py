import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from threading import Thread
from typing import Any

import pytest
import structlog
import time_machine
from django.db import connection, transaction
from kombu.exceptions import OperationalError

from server.core import clock, jobs, requests
from server.core.broker import celery
from server.core.models import Job, JobState
from tests.locks import is_lock_awaited

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Woken:
    """Replaces Celery's sender and records its calls."""

    def __init__(self) -> None:
        self.ids: list[int] = []

    def __call__(self, name: str, args: list[int], queue: str) -> None:
        self.ids.append(args[0])


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> Woken:
    sender = Woken()
    monkeypatch.setattr(celery, "send_task", sender)
    return sender


@pytest.fixture(autouse=True)
def at_noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The arguments of executed jobs named 'test.note'; 'bad' raises."""
    seen: list[str] = []

    def note(*, word: str, claim: jobs.Claim) -> None:
        if word == "bad":
            raise RuntimeError("no such word")
        seen.append(word)

    monkeypatch.setitem(jobs.HANDLERS.entries, "test.note", note)
    return seen


@pytest.mark.django_db(transaction=True)
def test_a_job_of_a_rolled_back_transaction_never_was(woken: Woken) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        jobs.enqueue("test.note", word="a")
        raise RuntimeError

    assert Job.objects.count() == 0
    assert woken.ids == []


@pytest.mark.django_db(transaction=True)
def test_a_worker_is_woken_after_commit(woken: Woken, done: list[str]) -> None:
    jobs.enqueue("test.note", word="a")

    claim = jobs.claim(woken.ids[0])
    assert claim is not None
    jobs.run(claim)

    assert done == ["a"]
    assert Job.objects.get().state == JobState.DONE


@pytest.mark.django_db(transaction=True)
def test_a_second_worker_does_not_get_a_claimed_job(woken: Woken) -> None:
    jobs.enqueue("test.note", word="a")

    first, second = jobs.claim(woken.ids[0]), jobs.claim(woken.ids[0])

    assert first is not None
    assert second is None


@pytest.mark.django_db(transaction=True)
def test_a_lost_job_is_swept_up_when_its_lease_ends(woken: Woken, at_noon: time_machine.Traveller) -> None:
    jobs.enqueue("test.note", word="a")
    lost = jobs.claim(woken.ids[0])
    assert lost is not None

    assert jobs.sweep() == 0
    at_noon.shift(timedelta(seconds=61))
    assert jobs.sweep() == 1
    taken = jobs.claim(woken.ids[-1])

    assert taken is not None
    assert taken.fence == lost.fence + 1
    with pytest.raises(jobs.LeaseLost):
        lost.renew()
    with pytest.raises(jobs.LeaseLost), transaction.atomic():
        lost.hold()


@pytest.mark.django_db(transaction=True)
def test_a_failing_job_is_tried_five_times_with_growing_waits(
    woken: Woken, done: list[str], at_noon: time_machine.Traveller
) -> None:
    jobs.enqueue("test.note", word="bad")
    waits: list[float] = []

    for _ in range(5):
        claim = jobs.claim(woken.ids[0])
        assert claim is not None
        with pytest.raises(RuntimeError):
            jobs.run(claim)
        job = Job.objects.get()
        waits.append((job.due_at - NOON).total_seconds())
        at_noon.move_to(max(job.due_at, NOON))

    assert waits == [5, 25, 105, 425, 425]
    assert job.state == JobState.FAILED
    assert job.last_error == "RuntimeError: no such word"
    assert done == []


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The argument and the reason of failed jobs named 'test.note'."""
    seen: list[tuple[str, str]] = []

    def fail(*, word: str, reason: str) -> None:
        seen.append((word, reason))

    monkeypatch.setitem(jobs.FAILURE_HANDLERS.entries, "test.note", fail)
    return seen


@pytest.mark.django_db(transaction=True)
def test_a_job_that_kills_its_workers_fails_after_five_of_them(
    woken: Woken, done: list[str], failures: list[tuple[str, str]], at_noon: time_machine.Traveller
) -> None:
    jobs.enqueue("test.note", word="huge")
    for _ in range(5):
        assert jobs.claim(woken.ids[0]) is not None  # and the worker is killed
        at_noon.shift(timedelta(seconds=61))
    assert failures == []
    assert jobs.sweep() == 1

    claim = jobs.claim(woken.ids[0])
    assert claim is not None
    with pytest.raises(jobs.WorkerLost):
        jobs.run(claim)

    job = Job.objects.get()
    assert (job.state, job.attempts, job.lease_until) == (JobState.FAILED, 6, None)
    assert job.last_error == "WorkerLost: The worker of the last attempt was killed or lost its lease"
    assert failures == [("huge", "WorkerLost")]
    assert done == []
    at_noon.shift(timedelta(hours=1))
    assert jobs.sweep() == 0
    assert jobs.claim(job.pk) is None


@pytest.mark.django_db(transaction=True)
def test_progress_lets_a_job_lose_five_more_workers(
    woken: Woken, done: list[str], failures: list[tuple[str, str]], at_noon: time_machine.Traveller
) -> None:
    jobs.enqueue("test.note", word="long")
    for attempt in range(1, 13):
        claim = jobs.claim(woken.ids[0])
        assert claim is not None
        assert claim.unproductive_attempts <= 5
        if attempt in {5, 9}:
            with transaction.atomic():
                claim.hold()  # a part of the work is committed before the worker is killed
        at_noon.shift(timedelta(seconds=61))

    claim = jobs.claim(woken.ids[0])
    assert claim is not None
    assert (claim.fence, claim.unproductive_attempts) == (13, 4)
    jobs.run(claim)
    assert done == ["long"]
    assert failures == []


@pytest.mark.django_db(transaction=True)
def test_after_progress_an_error_is_retried_as_the_first(
    woken: Woken, done: list[str], failures: list[tuple[str, str]], at_noon: time_machine.Traveller
) -> None:
    jobs.enqueue("test.note", word="bad")
    for _ in range(6):
        claim = jobs.claim(woken.ids[0])
        assert claim is not None
        with transaction.atomic():
            claim.hold()
        at_noon.shift(timedelta(seconds=61))  # the worker was killed

    waits = []
    for _ in range(5):
        claim = jobs.claim(woken.ids[0])
        assert claim is not None
        with pytest.raises(RuntimeError):
            jobs.run(claim)
        job = Job.objects.get()
        waits.append((job.state, (job.due_at - clock.now()).total_seconds()))
        at_noon.move_to(max(job.due_at, clock.now()))

    assert waits[:4] == [("waiting", 5), ("waiting", 20), ("waiting", 80), ("waiting", 320)]
    assert waits[4][0] == "failed"
    assert failures == [("bad", "RuntimeError")]


@pytest.mark.django_db(transaction=True)
def test_a_job_has_a_limit_of_attempts_in_total(
    woken: Woken, done: list[str], failures: list[tuple[str, str]], at_noon: time_machine.Traveller
) -> None:
    jobs.enqueue("test.note", word="long")
    Job.objects.update(attempts=jobs.MAX_TOTAL_ATTEMPTS, productive_attempt=jobs.MAX_TOTAL_ATTEMPTS)

    claim = jobs.claim(woken.ids[0])
    assert claim is not None
    with pytest.raises(jobs.WorkerLost):
        jobs.run(claim)

    assert Job.objects.get().state == JobState.FAILED
    assert (done, failures) == ([], [("long", "WorkerLost")])


@pytest.mark.django_db(transaction=True)
def test_an_error_of_a_worker_that_lost_the_job_does_not_fail_it(
    woken: Woken, done: list[str], failures: list[tuple[str, str]], at_noon: time_machine.Traveller
) -> None:
    jobs.enqueue("test.note", word="bad")
    Job.objects.update(most_attempts=1)
    lost = jobs.claim(woken.ids[0])
    at_noon.shift(timedelta(seconds=61))
    Job.objects.update(most_attempts=5)
    assert lost is not None
    assert jobs.claim(woken.ids[0]) is not None

    with pytest.raises(RuntimeError):
        jobs.run(lost)

    assert (Job.objects.get().state, failures) == (JobState.RUNNING, [])


@pytest.mark.django_db(transaction=True)
def test_a_commit_that_saves_no_work_is_no_progress(woken: Woken) -> None:
    jobs.enqueue("test.note", word="long")
    claim = jobs.claim(woken.ids[0])
    assert claim is not None

    with transaction.atomic():
        claim.hold(is_progress=False)
    assert Job.objects.get().productive_attempt == 0
    with transaction.atomic():
        claim.hold()
    assert Job.objects.get().productive_attempt == 1


@pytest.mark.django_db(transaction=True)
def test_work_that_is_rolled_back_is_no_progress(woken: Woken) -> None:
    jobs.enqueue("test.note", word="long")
    claim = jobs.claim(woken.ids[0])
    assert claim is not None
    with pytest.raises(RuntimeError), transaction.atomic():
        claim.hold()
        raise RuntimeError

    assert Job.objects.get().productive_attempt == 0


@pytest.mark.django_db(transaction=True)
def test_a_job_fails_after_its_own_number_of_attempts(
    woken: Woken, done: list[str], failures: list[tuple[str, str]], at_noon: time_machine.Traveller
) -> None:
    jobs.enqueue("test.note", word="bad")
    Job.objects.update(most_attempts=2)

    states = []
    for _ in range(2):
        claim = jobs.claim(woken.ids[0])
        assert claim is not None
        with pytest.raises(RuntimeError):
            jobs.run(claim)
        states.append((Job.objects.get().state, list(failures)))
        at_noon.shift(timedelta(hours=1))

    assert states == [(JobState.WAITING, []), (JobState.FAILED, [("bad", "RuntimeError")])]


@pytest.mark.django_db(transaction=True)
def test_a_job_whose_failure_handler_raises_has_failed(
    woken: Woken, done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(jobs.FAILURE_HANDLERS.entries, "test.note", lambda word, reason: 1 / 0)
    jobs.enqueue("test.note", word="bad")
    Job.objects.update(most_attempts=1)
    claim = jobs.claim(woken.ids[0])
    assert claim is not None

    with pytest.raises(ZeroDivisionError):
        jobs.run(claim)

    job = Job.objects.get()
    assert (job.state, job.last_error) == (JobState.FAILED, "RuntimeError: no such word")


@pytest.mark.django_db(transaction=True)
def test_one_job_of_a_key_waits_at_a_time(woken: Woken) -> None:
    jobs.enqueue("test.note", key="only", word="a")
    jobs.enqueue("test.note", key="only", word="b")

    assert list(Job.objects.values_list("arguments", flat=True)) == [{"word": "a"}]
    assert jobs.claim(woken.ids[0]) is not None
    jobs.enqueue("test.note", key="only", word="c")
    assert Job.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_failing_job_leaves_its_work_to_the_one_that_waits_with_its_key(
    woken: Woken, done: list[str], failures: list[tuple[str, str]]
) -> None:
    jobs.enqueue("test.note", key="only", word="bad")
    first = jobs.claim(woken.ids[0])
    assert first is not None
    jobs.enqueue("test.note", key="only", word="b")

    with pytest.raises(RuntimeError, match="no such word"):
        jobs.run(first)
    second = jobs.claim(woken.ids[1])
    assert second is not None
    jobs.run(second)

    rows = Job.objects.order_by("pk").values_list("state", "last_error", "lease_until")
    assert list(rows) == [(JobState.FAILED, "RuntimeError: no such word", None), (JobState.DONE, "", None)]
    assert (done, failures) == (["b"], [])


@pytest.mark.django_db(transaction=True)
def test_a_job_of_the_future_waits_for_its_time(woken: Woken, at_noon: time_machine.Traveller) -> None:
    jobs.enqueue("test.note", due=NOON + timedelta(hours=1), word="a")

    assert woken.ids == []
    assert jobs.sweep() == 0
    at_noon.shift(timedelta(hours=1))
    assert jobs.sweep() == 1


@pytest.mark.django_db(transaction=True)
def test_a_job_is_done_for_the_request_that_wanted_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setitem(jobs.HANDLERS.entries, "test.request", lambda claim: seen.append(requests.get_request_id()))
    monkeypatch.setattr(celery, "send_task", lambda *_args, **_kwargs: None)

    structlog.contextvars.clear_contextvars()
    with structlog.contextvars.bound_contextvars(request_id="tab00001-7"):
        jobs.enqueue("test.request")
    jobs.enqueue("test.request")
    for job in Job.objects.order_by("pk"):
        claim = jobs.claim(job.pk)
        assert claim
        jobs.run(claim)

    assert seen == ["tab00001-7", ""]


@pytest.mark.django_db(transaction=True)
def test_without_redis_the_row_stays_for_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(celery, "send_task", refuse)

    jobs.enqueue("test.note", word="a")

    assert Job.objects.get().state == JobState.WAITING


@pytest.fixture
def long_jobs(monkeypatch: pytest.MonkeyPatch, done: list[str]) -> list[str]:
    """Jobs named 'test.export' are long; 'bad' raises."""

    def export(*, team_id: str, word: str, claim: jobs.Claim) -> None:
        if word == "bad":
            raise RuntimeError("no such word")
        done.append(word)

    monkeypatch.setitem(jobs.HANDLERS.entries, "test.export", export)
    monkeypatch.setattr(jobs.LONG_JOBS, "entries", {"test.export": None})
    return done


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("first", ["a", "bad"])
def test_of_one_team_one_long_job_runs_and_the_next_is_woken_when_it_ends(
    woken: Woken, long_jobs: list[str], first: str
) -> None:
    for team, word in (("kopi", first), ("kopi", "b"), ("kopi", "c"), ("teh", "d")):
        jobs.enqueue("test.export", team_id=team, word=word)
    jobs.enqueue("test.note", word="short")
    one, two, three, other, short = woken.ids

    running = jobs.claim(one)
    assert running is not None
    assert [jobs.claim(two), jobs.claim(three)] == [None, None]
    assert Job.objects.get(pk=two).attempts == 0
    for free in (other, short):
        claimed = jobs.claim(free)
        assert claimed is not None
        jobs.run(claimed)
    assert woken.ids == [one, two, three, other, short]

    with contextlib.suppress(RuntimeError):
        jobs.run(running)

    assert woken.ids[5:] == [two]
    following = jobs.claim(two)
    assert following is not None
    jobs.run(following)
    assert woken.ids[6:] == [three]
    assert long_jobs == ["d", "short", *(["a"] if first == "a" else []), "b"]


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_claim_long_jobs_of_one_team_in_one_moment_run_one(woken: Woken, long_jobs: list[str]) -> None:
    for team, word in (("kopi", "a"), ("kopi", "b"), ("teh", "c")):
        jobs.enqueue("test.export", team_id=team, word=word)
    jobs.enqueue("test.note", word="short")
    one, two, other, short = woken.ids
    claimed: dict[int, jobs.Claim | None] = {}

    def claim(job_id: int) -> None:
        claimed[job_id] = jobs.claim(job_id)
        connection.close()

    with transaction.atomic():
        # The first worker's claim is not yet committed when the second one starts.
        first = jobs.claim(one)
        for free in (other, short):
            thread = Thread(target=claim, args=[free])
            thread.start()
            thread.join(10)
        second = Thread(target=claim, args=[two])
        second.start()
        while second.is_alive() and not is_lock_awaited():
            second.join(0.01)
    second.join(10)

    assert first is not None
    assert [claimed[free] is not None for free in (other, short)] == [True, True]
    assert claimed[two] is None
    assert Job.objects.get(pk=two).state == JobState.WAITING
    assert Job.objects.get(pk=two).attempts == 0


@pytest.mark.django_db(transaction=True)
def test_claiming_a_short_job_takes_two_statements(
    woken: Woken, long_jobs: list[str], django_assert_num_queries: Any
) -> None:
    jobs.enqueue("test.note", word="short")

    with transaction.atomic(), django_assert_num_queries(4):  # including the savepoint and its release
        assert jobs.claim(woken.ids[0]) is not None


@pytest.mark.django_db(transaction=True)
def test_a_long_job_whose_lease_ended_gives_way_to_the_one_that_runs_now(
    woken: Woken, long_jobs: list[str], at_noon: time_machine.Traveller
) -> None:
    for word in ("a", "b"):
        jobs.enqueue("test.export", team_id="kopi", word=word)
    late = jobs.claim(woken.ids[0])
    assert late is not None

    at_noon.shift(timedelta(seconds=61))
    late.renew()  # no other job is running
    at_noon.shift(timedelta(seconds=61))
    following = jobs.claim(woken.ids[1])
    assert following is not None
    with pytest.raises(jobs.LeaseLost):
        late.renew()

    following.renew()
    assert Job.objects.get(pk=late.job_id).lease_until == NOON + timedelta(seconds=121)


@pytest.mark.django_db(transaction=True)
def test_a_lease_is_not_renewed_in_the_moment_in_which_another_long_job_starts(
    woken: Woken, long_jobs: list[str], at_noon: time_machine.Traveller
) -> None:
    for word in ("a", "b"):
        jobs.enqueue("test.export", team_id="kopi", word=word)
    late = jobs.claim(woken.ids[0])
    assert late is not None
    at_noon.shift(timedelta(seconds=61))
    lost = []

    def renew() -> None:
        try:
            late.renew()
        except jobs.LeaseLost:
            lost.append(late)
        connection.close()

    with transaction.atomic():
        following = jobs.claim(woken.ids[1])
        renewing = Thread(target=renew)
        renewing.start()
        while renewing.is_alive() and not is_lock_awaited():
            renewing.join(0.01)
    renewing.join(10)

    assert following is not None
    assert lost == [late]
    assert Job.objects.get(pk=late.job_id).lease_until == NOON + timedelta(seconds=60)


@pytest.mark.django_db(transaction=True)
def test_long_jobs_that_wait_for_their_team_leave_the_sweep_to_others(
    woken: Woken, long_jobs: list[str], at_noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MAX_SWEPT_JOBS", 2)
    for word in ("a", "b", "c", "d"):
        jobs.enqueue("test.export", team_id="kopi", word=word)
    jobs.enqueue("test.export", team_id="teh", word="e")
    *ours, other = woken.ids
    assert jobs.claim(ours[0]) is not None
    woken.ids.clear()

    at_noon.shift(60)
    assert jobs.sweep() == 1

    assert woken.ids == [other]


@pytest.mark.django_db(transaction=True)
def test_a_long_job_whose_worker_was_killed_holds_its_team_for_a_lease(
    woken: Woken, long_jobs: list[str], at_noon: time_machine.Traveller, settings: Any
) -> None:
    settings.JOB_LEASE_SECONDS = 60
    for word in ("a", "b"):
        jobs.enqueue("test.export", team_id="kopi", word=word)
    assert jobs.claim(woken.ids[0]) is not None

    at_noon.move_to(NOON + timedelta(seconds=60), tick=False)
    assert jobs.claim(woken.ids[1]) is None
    at_noon.move_to(NOON + timedelta(seconds=61), tick=False)

    assert jobs.claim(woken.ids[1]) is not None
