"""Daily runs of the sunset rule in batches, and their undo.

Each batch is one transaction that stores its position, fenced by the job's lease. After a crash, the next worker
continues after the last committed batch, and no batch runs twice.
"""

from array import array
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db import transaction

from server.contacts.services import contacts
from server.core import clock, jobs, rooms
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, NotFound
from server.core.events import publish
from server.core.jobs import Claim
from server.hygiene import selectors
from server.hygiene.events import SunsetChanged
from server.hygiene.models import SunsetRule, SunsetRun, SunsetTouch
from server.hygiene.services.actions import ACTIONS
from server.hygiene.states import SunsetRunState
from server.notifications.services.creation import notify

UNDO_JOB = "hygiene.undo_sunset"
RUN_INTERVAL = timedelta(days=1)
BATCH_SIZE = 1_000  # contacts per transaction
TOUCH_RETENTION = timedelta(days=2)


def run_due(*, team_id: UUID, claim: Claim) -> None:
    """Continues an interrupted run, or starts the due one, if any. Raises LeaseLost."""
    unfinished = SunsetRun.objects.for_team(team_id).filter(state=SunsetRunState.RUNNING).first()
    current = unfinished or _create_run(team_id, claim)
    if current is None or current.is_trial:
        return
    keys = array("q", bytes(current.keys))
    while _process_batch(current, keys, claim):
        claim.renew()


def request_undo(*, team_id: UUID, run_id: UUID, by: Caller) -> SunsetRun:
    """A job runs the undo. Raises NotFound, and ActionNotAllowed if the run cannot be undone."""
    with transaction.atomic():
        row = SunsetRun.objects.for_team(team_id).select_for_update().filter(pk=run_id).first()
        if row is None:
            raise NotFound
        if selectors.get_undo_until(row) is None:
            raise ActionNotAllowed(payload={"action": "undo", "status": row.state})
        row.undone_by = by.fullname
        row.save(update_fields=["undone_by"])
        _set_state(row, SunsetRunState.UNDOING)
        jobs.enqueue(UNDO_JOB, key=f"sunset-undo:{run_id}", team_id=str(team_id), run_id=str(run_id))
    return row


def revert_run(*, team_id: UUID, run_id: UUID, claim: Claim) -> None:
    """Raises LeaseLost."""
    while True:
        claim.renew()
        with transaction.atomic():
            claim.hold()
            row = SunsetRun.objects.for_team(team_id).select_for_update().filter(pk=run_id).first()
            if row is None or row.state != SunsetRunState.UNDOING:
                return
            touch = SunsetTouch.objects.for_team(team_id).filter(run_id=run_id).order_by("pk").first()
            if touch is None:
                _set_state(row, SunsetRunState.UNDONE)
                _publish_lists(row)
                return
            ACTIONS[row.act].undo(row, touch.contact_ids)
            touch.delete()


def fail_run(*, team_id: UUID) -> None:
    """Ends a run that cannot continue. Its changes remain, and can be undone."""
    with transaction.atomic():
        row = SunsetRun.objects.for_team(team_id).select_for_update().filter(state=SunsetRunState.RUNNING).first()
        if row is not None:
            row.has_failed = True
            row.save(update_fields=["has_failed"])
            _end(row, SunsetRunState.FAILED)


def fail_undo(*, team_id: UUID, run_id: UUID) -> None:
    """Ends an undo that cannot continue. Reverted contacts stay so, the others can be undone again."""
    with transaction.atomic():
        rows = SunsetRun.objects.for_team(team_id).select_for_update()
        row = rows.filter(pk=run_id, state=SunsetRunState.UNDOING).first()
        if row is not None:
            row.state = SunsetRunState.FAILED if row.has_failed else SunsetRunState.DONE
            row.save(update_fields=["state"])  # `finished_at` stays: it limits the time for the next undo
            _publish(row)


def purge_changes() -> None:
    """Deletes the change records of runs that can no longer be undone."""
    # across teams: the schedule of all teams
    ended = SunsetRun.objects.exclude(state__in=(SunsetRunState.RUNNING, SunsetRunState.UNDOING))
    old = ended.filter(finished_at__lt=clock.now() - TOUCH_RETENTION)
    # across teams: the same runs
    SunsetTouch.objects.filter(run__in=old.values("pk")).delete()


def _create_run(team_id: UUID, claim: Claim) -> SunsetRun | None:
    """Creates the run of the day with its matching contacts. A trial ends immediately."""
    now = clock.now()
    with transaction.atomic():
        claim.hold()
        rule = SunsetRule.objects.for_team(team_id).select_for_update().filter(enabled=True, next_at__lte=now).first()
        if rule is None:
            return None
        found = selectors.list_matching_ids(
            team_id=team_id, months=rule.months, least_sent=rule.least_sent, act=rule.act, label_id=rule.label_id
        )
        row = SunsetRun.objects.create(
            team_id=team_id,
            at=now,
            months=rule.months,
            least_sent=rule.least_sent,
            act=rule.act,
            label_id=rule.label_id,
            is_trial=not rule.announced,
            keys=array("q", found.to_list()).tobytes() if rule.announced else b"",
            found=len(found),
            user_id=rule.user_id,
            fullname=rule.fullname,
        )
        if row.is_trial:
            _set_state(row, SunsetRunState.DONE)
            notify("sunset.announced", team_id=team_id, count=len(found), months=rule.months)
        else:
            _publish(row)
        rule.announced, rule.next_at = True, now + RUN_INTERVAL
        rule.save(update_fields=["announced", "next_at"])
    return row


def _process_batch(current: SunsetRun, keys: Sequence[int], claim: Claim) -> bool:
    """Returns False when all are done."""
    with transaction.atomic():
        claim.hold()
        rows = SunsetRun.objects.for_team(current.team_id).select_for_update().defer("keys")
        row = rows.get(pk=current.pk)
        if row.state != SunsetRunState.RUNNING:
            return False
        part = list(keys[row.done : row.done + BATCH_SIZE])
        if not part:
            _finish(row)
            return False
        changed = ACTIONS[row.act].do(row, part)
        if changed:
            SunsetTouch.objects.create(team_id=row.team_id, run_id=row.pk, contact_ids=changed)
        row.done += len(part)
        row.changed += len(changed)
        row.save(update_fields=["done", "changed"])
    return True


def _finish(row: SunsetRun) -> None:
    _end(row, SunsetRunState.DONE)
    if row.changed:
        notify("sunset.done", team_id=row.team_id, count=row.changed, months=row.months)


def _end(row: SunsetRun, state: SunsetRunState) -> None:
    row.keys = b""
    row.save(update_fields=["keys"])
    _set_state(row, state)
    if row.changed:
        _publish_lists(row)


def _set_state(row: SunsetRun, state: SunsetRunState) -> None:
    row.state = state
    if state in (SunsetRunState.DONE, SunsetRunState.FAILED):
        row.finished_at = clock.now()
    row.save(update_fields=["state", "finished_at"])
    _publish(row)


def _publish(row: SunsetRun) -> None:
    publish(SunsetChanged(run_id=row.pk, state=SunsetRunState(row.state)), rooms=[rooms.team(row.team_id)])


def _publish_lists(row: SunsetRun) -> None:
    contacts.publish_changes(team_id=row.team_id, action="updated", ids=[], count=row.changed)
