"""Bulk actions on all contacts that match a filter, run in the background in batches.

Each batch is one transaction that also stores its position, fenced by the job's lease. After a crash, the action
continues after the last committed batch. Contacts created after the request are not included. A selection by rules is
stored with the request (`selections.py`). Apps register their operations in `OPERATIONS`.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import polars as pl
from django.db import transaction
from django.db.models import QuerySet

from server.activity.references import REFERENCES
from server.activity.services import Author, record
from server.contacts import events, rule_selection
from server.contacts.errors import FieldBusy
from server.contacts.filters import MAX_IDS_PER_REQUEST, ContactFilter
from server.contacts.models import BulkAction, Contact
from server.contacts.selectors import contacts as selectors
from server.contacts.services import contacts, selections
from server.contacts.states import BulkState
from server.core import clock, jobs, rooms, unfinished
from server.core.callers import Caller
from server.core.errors import ApiError, NotAuthorized, NotFound
from server.core.events import publish
from server.core.jobs import Claim
from server.core.registry import Registry
from server.core.statement_plans import plan_for_values

RUN_JOB = "contacts.run_bulk"
ROOM = "bulk"
BATCH_SIZE = MAX_IDS_PER_REQUEST  # contacts per transaction
PROGRESS_SECONDS = 0.34  # at most three events a second

BulkOptions = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BulkOperation:
    """An operation on a batch of contacts.

    `change` runs in the transaction of the batch, publishes nothing and returns the number of changed contacts. Besides
    its own options it gets `by`, the requester.
    """

    permission: str
    change: Callable[[UUID, Sequence[int], BulkOptions], int]
    published: events.Action
    recorded: str | None = None
    # Runs once, in the transaction of the first batch.
    prepare: Callable[[BulkAction], None] | None = None
    # Narrows the contacts that match the filter.
    narrow: Callable[[QuerySet[Contact], BulkOptions], QuerySet[Contact]] = lambda contacts, _options: contacts
    # Whether it can stop half-way.
    can_stop: bool = True


# Keyed by the kind of a BulkAction.
OPERATIONS = Registry[str, BulkOperation]("bulk operation")


def get_operation(row: BulkAction) -> BulkOperation:
    return OPERATIONS[row.kind]


def register_operation(name: str, operation: BulkOperation) -> None:
    """Raises ValueError for a duplicate name or an unknown audit action."""
    if operation.recorded not in (None, *REFERENCES["contact"].actions):
        raise ValueError(f"{operation.recorded} of {name} is no action of contacts")
    OPERATIONS.add(name, operation)


@plan_for_values()
def select_contacts(*, team_id: UUID, ids: list[int], wanted: ContactFilter | None) -> list[int] | ContactFilter:
    """Returns the selected contacts as ids if one transaction can process them, else the filter."""
    if wanted is None:
        return ids
    if rule_selection.has_rules(wanted):
        found = selectors.list_ids(team_id=team_id, wanted=wanted).head(BATCH_SIZE + 1).to_list()
    else:
        matches = selectors.query_matching(team_id=team_id, wanted=wanted).order_by("pk")
        found = list(matches.values_list("pk", flat=True)[: BATCH_SIZE + 1])
    return found if len(found) <= BATCH_SIZE else wanted


def start_and_count(*, team_id: UUID, kind: str, wanted: ContactFilter, options: BulkOptions, by: Caller) -> int:
    return count_expected(start(team_id=team_id, kind=kind, wanted=wanted, options=options, by=by))


def start(*, team_id: UUID, kind: str, wanted: ContactFilter, options: BulkOptions, by: Caller) -> BulkAction:
    """Requests an action on all contacts that match the filter now. A job runs it. Raises TooManyUnfinished."""
    keys = selectors.list_ids(team_id=team_id, wanted=wanted) if rule_selection.has_rules(wanted) else None
    row = BulkAction(team_id=team_id, kind=kind, options=dict(options), filter=wanted.model_dump(mode="json"))
    with transaction.atomic():
        check_unfinished(row.team_id)
        return _start(row, keys, by)


def start_on_ids(*, team_id: UUID, kind: str, keys: pl.Series, options: BulkOptions, by: Author) -> BulkAction:
    """Requests an action on contacts by ascending, unique ids. A job runs it.

    It has no limit of its own on unfinished actions: the caller ran `check_unfinished` when the user requested it.
    """
    return _start(BulkAction(team_id=team_id, kind=kind, options=dict(options), filter={}), keys, by)


def check_unfinished(team_id: UUID, *, others: Callable[[], int] = lambda: 0) -> None:
    """Raises TooManyUnfinished unless the team can start another action. Call it in the same transaction.

    `others` counts work that will start actions later.
    """
    unfinished.check_unfinished(BulkAction.objects.for_team(team_id), team_id=team_id, others=others)


def _start(row: BulkAction, keys: pl.Series | None, by: Author) -> BulkAction:
    newest = Contact.objects.for_team(row.team_id).order_by("-pk").values_list("pk", flat=True).first()
    row.user_id, row.fullname, row.created_at = by.user_id, by.fullname, clock.now()
    row.until_id, row.is_frozen = newest or 0, keys is not None
    with transaction.atomic():
        row.save(force_insert=True)
        if keys is not None:
            selections.store_selection(team_id=row.team_id, selection_id=row.pk, keys=keys)
        jobs.enqueue(RUN_JOB, key=f"bulk:{row.pk}", team_id=str(row.team_id), bulk_id=str(row.pk))
        _publish_to_team(row)
    return row


def count_expected(row: BulkAction) -> int:
    """Returns the number of contacts of a newly requested action. Without rules it counts at most 10,000."""
    if row.is_frozen:
        return selections.count_selected(team_id=row.team_id, selection_id=row.pk)
    return selectors.count_matching(team_id=row.team_id, wanted=ContactFilter.of_stored(row.filter))[0]


def run_action(*, team_id: UUID, bulk_id: UUID, claim: Claim) -> None:
    """Runs the action until it ends or is stopped. No-op if it has ended. Raises LeaseLost.

    An API error, such as contacts in use, ends it as failed and keeps the completed batches.
    """
    told_at = 0.0
    try:
        while True:
            claim.renew()
            with transaction.atomic():
                claim.hold()
                row = _lock_action(team_id, bulk_id)
                if row.state != BulkState.RUNNING or not _process_batch(row):
                    return
                if time.monotonic() - told_at >= PROGRESS_SECONDS:
                    told_at = time.monotonic()
                    publish(events.BulkActionProgressed(**build_state(row)), rooms=[rooms.build_room(ROOM, row.pk)])
    except ApiError as refusal:
        fail_action(team_id=team_id, bulk_id=bulk_id, reason=refusal.code)


def stop(*, team_id: UUID, bulk_id: UUID, by: Caller) -> BulkAction:
    """Stops the action and keeps the completed batches. No-op if it has ended.

    Raises NotFound, NotAuthorized without the permission of the operation, and FieldBusy if it cannot stop half-way.
    """
    with transaction.atomic():
        row = _lock_action(team_id, bulk_id)
        if not by.may(get_operation(row).permission):
            raise NotAuthorized
        if row.state == BulkState.RUNNING:
            if not get_operation(row).can_stop:
                raise FieldBusy
            _finish(row, BulkState.STOPPED)
    return row


def fail_action(*, team_id: UUID, bulk_id: UUID, reason: str) -> None:
    with transaction.atomic():
        row = _lock_action(team_id, bulk_id)
        if row.state == BulkState.RUNNING:
            row.reason = reason
            _finish(row, BulkState.FAILED)


def build_state(row: BulkAction) -> dict[str, Any]:
    return {
        "bulk_id": row.pk,
        "kind": row.kind,
        "user_id": row.user_id,
        "fullname": row.fullname,
        "state": BulkState(row.state),
        "total": row.total,
        "done": row.done,
        "changed": row.changed,
        "reason": row.reason,
        "revision": row.revision,
        "created_at": row.created_at,
        "finished_at": row.finished_at,
    }


def _lock_action(team_id: UUID, bulk_id: UUID) -> BulkAction:
    row = BulkAction.objects.for_team(team_id).select_for_update().filter(pk=bulk_id).first()
    if row is None:
        raise NotFound
    return row


@plan_for_values()
def _count_total(row: BulkAction) -> int:
    if row.is_frozen:
        return selections.count_selected(team_id=row.team_id, selection_id=row.pk)
    return _query_remaining(row, ContactFilter.of_stored(row.filter)).count()


@plan_for_values()
def _list_next_ids(row: BulkAction) -> list[int]:
    if row.is_frozen:
        return selections.list_ids_after(
            team_id=row.team_id, selection_id=row.pk, key=row.last_id, limit=BATCH_SIZE
        ).to_list()
    return list(_query_remaining(row, ContactFilter.of_stored(row.filter)).values_list("pk", flat=True)[:BATCH_SIZE])


def _query_remaining(row: BulkAction, wanted: ContactFilter) -> QuerySet[Contact]:
    found = selectors.query_matching(team_id=row.team_id, wanted=wanted)
    matches = get_operation(row).narrow(found, row.options)
    return matches.filter(pk__gt=row.last_id, pk__lte=row.until_id).order_by("pk")


def _process_batch(row: BulkAction) -> bool:
    """Returns False when all are done."""
    if row.total is None:
        prepare = get_operation(row).prepare
        if prepare is not None:
            prepare(row)
        row.total = _count_total(row)
    ids = _list_next_ids(row)
    if not ids:
        _finish(row, BulkState.DONE)
        return False
    if not row.name:
        row.name = _get_first_name(row.team_id, ids)
    row.changed += get_operation(row).change(row.team_id, ids, {**row.options, "by": row})
    row.done += len(ids)
    row.last_id = ids[-1]
    row.revision += 1
    row.save()
    return True


def _get_first_name(team_id: UUID, ids: Sequence[int]) -> str:
    first = selectors.query_by_ids(team_id=team_id, ids=ids).order_by("pk").first()
    return contacts.get_audit_name(first) if first else ""


def _finish(row: BulkAction, state: BulkState) -> None:
    operation = get_operation(row)
    row.state, row.finished_at = state, clock.now()
    row.revision += 1
    row.save()
    selections.delete_selection(team_id=row.team_id, selection_id=row.pk)
    _publish_to_team(row)
    if row.changed:
        contacts.publish_changes(team_id=row.team_id, action=operation.published, ids=[], count=row.changed)
        if operation.recorded:
            name = contacts.build_audit_name(row.name, row.changed)
            record(team_id=row.team_id, reference="contact", action=operation.recorded, name=name, by=row)


def _publish_to_team(row: BulkAction) -> None:
    publish(
        events.BulkActionChanged(**build_state(row)), rooms=[rooms.team(row.team_id), rooms.build_room(ROOM, row.pk)]
    )
