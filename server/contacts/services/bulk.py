"""Acts on all contacts that a filter finds: a row each, walked by key in the background, range by range.

Each range is one transaction with the place that it reached, fenced by the job's lease: killed at any moment, the walk
goes on after the last committed range. A contact that was made after the decision is not touched; those that rules
chose are written down with the decision (`selections.py`). An app adds its own operations to `OPERATIONS`.
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
from server.activity.services import Doer, record
from server.contacts import choosing, events
from server.contacts.errors import FieldBusy
from server.contacts.filters import MAX_IDS_AT_ONCE, ContactFilter
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
from server.core.statement_plans import planned_for_values

JOB = "contacts.run_bulk"
ROOM = "bulk"
RANGE = MAX_IDS_AT_ONCE  # contacts changed in one transaction
PROGRESS_SECONDS = 0.34  # at most three events a second

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BulkOperation:
    """An operation on a range of contacts.

    `change` runs in the transaction of the range and publishes nothing; it returns how many contacts it changed.
    Besides its own options it gets `by`, who requested it.
    """

    permission: str
    change: Callable[[UUID, Sequence[int], Options], int]
    published: events.Action
    recorded: str | None = None
    # Runs once, in the transaction of the first range.
    prepare: Callable[[BulkAction], None] | None = None
    # Narrows the contacts that the filter finds.
    narrow: Callable[[QuerySet[Contact], Options], QuerySet[Contact]] = lambda contacts, _options: contacts
    # Whether it can be left half done.
    can_stop: bool = True


# By the kind of a BulkAction.
OPERATIONS = Registry[str, BulkOperation]("bulk operation")


def operation_of(row: BulkAction) -> BulkOperation:
    """What the action does."""
    return OPERATIONS[row.kind]


def register(name: str, operation: BulkOperation) -> None:
    """Adds an operation. Raises ValueError for a name that is taken, and for an action that contacts do not have."""
    if operation.recorded not in (None, *REFERENCES["contact"].actions):
        raise ValueError(f"{operation.recorded} of {name} is no action of contacts")
    OPERATIONS.add(name, operation)


@planned_for_values()
def chosen(*, team_id: UUID, ids: list[int], wanted: ContactFilter | None) -> list[int] | ContactFilter:
    """The contacts that an act means, by id or else by filter: as ids where one transaction can take them all."""
    if wanted is None:
        return ids
    if choosing.chooses(wanted):
        found = selectors.keys(team_id=team_id, wanted=wanted).head(RANGE + 1).to_list()
    else:
        matches = selectors.matching(team_id=team_id, wanted=wanted).order_by("pk")
        found = list(matches.values_list("pk", flat=True)[: RANGE + 1])
    return found if len(found) <= RANGE else wanted


def start_counted(*, team_id: UUID, kind: str, wanted: ContactFilter, options: Options, by: Caller) -> int:
    """Starts an act and answers how many contacts it means, as far as they are counted."""
    return expected(start(team_id=team_id, kind=kind, wanted=wanted, options=options, by=by))


def start(*, team_id: UUID, kind: str, wanted: ContactFilter, options: Options, by: Caller) -> BulkAction:
    """Decides on an act on all that the filter finds now; a job does it. Raises TooManyUnfinished."""
    keys = selectors.keys(team_id=team_id, wanted=wanted) if choosing.chooses(wanted) else None
    row = BulkAction(team_id=team_id, kind=kind, options=dict(options), filter=wanted.model_dump(mode="json"))
    with transaction.atomic():
        check_waiting(row.team_id)
        return _begin(row, keys, by)


def start_on(*, team_id: UUID, kind: str, keys: pl.Series, options: Options, by: Doer) -> BulkAction:
    """Decides on an act on contacts by key, which come smallest first, once each; a job does it.

    It isn't refused for the number of others: its caller asked `check_waiting` when somebody decided on it.
    """
    return _begin(BulkAction(team_id=team_id, kind=kind, options=dict(options), filter={}), keys, by)


def check_waiting(team_id: UUID, *, others: Callable[[], int] = lambda: 0) -> None:
    """Whether the team may start another act, in the transaction that does; `others` counts what will start one.

    Raises TooManyUnfinished.
    """
    unfinished.check_unfinished(BulkAction.objects.for_team(team_id), team_id=team_id, others=others)


def _begin(row: BulkAction, keys: pl.Series | None, by: Doer) -> BulkAction:
    newest = Contact.objects.for_team(row.team_id).order_by("-pk").values_list("pk", flat=True).first()
    row.user_id, row.fullname, row.created_at = by.user_id, by.fullname, clock.now()
    row.until_id, row.is_frozen = newest or 0, keys is not None
    with transaction.atomic():
        row.save(force_insert=True)
        if keys is not None:
            selections.freeze(team_id=row.team_id, selection_id=row.pk, keys=keys)
        jobs.enqueue(JOB, key=f"bulk:{row.pk}", team_id=str(row.team_id), bulk_id=str(row.pk))
        _tell_team(row)
    return row


def expected(row: BulkAction) -> int:
    """How many contacts one that was just decided on means; without rules they are counted to at most 10,000."""
    if row.is_frozen:
        return selections.size(team_id=row.team_id, selection_id=row.pk)
    return selectors.count(team_id=row.team_id, wanted=ContactFilter.of_stored(row.filter))[0]


def run(*, team_id: UUID, bulk_id: UUID, claim: Claim) -> None:
    """Walks through the contacts to their end, or until it is stopped. Harmless for one that has ended.

    A refusal, as of contacts that are in use, ends it as failed with what was done before. Raises LeaseLost.
    """
    told_at = 0.0
    try:
        while True:
            claim.renew()
            with transaction.atomic():
                claim.hold()
                row = _held(team_id, bulk_id)
                if row.state != BulkState.RUNNING or not _step(row):
                    return
                if time.monotonic() - told_at >= PROGRESS_SECONDS:
                    told_at = time.monotonic()
                    publish(events.BulkProgressed(**state_of(row)), rooms=[rooms.watching(ROOM, row.pk)])
    except ApiError as refusal:
        fail(team_id=team_id, bulk_id=bulk_id, reason=refusal.code)


def stop(*, team_id: UUID, bulk_id: UUID, by: Caller) -> BulkAction:
    """Ends it where it is; what is done stays done. Harmless for one that has ended.

    Raises NotFound, NotAuthorized for who may not do what it does, and FieldBusy for what must not be left half done.
    """
    with transaction.atomic():
        row = _held(team_id, bulk_id)
        if not by.may(operation_of(row).permission):
            raise NotAuthorized
        if row.state == BulkState.RUNNING:
            if not operation_of(row).can_stop:
                raise FieldBusy
            _end(row, BulkState.STOPPED)
    return row


def fail(*, team_id: UUID, bulk_id: UUID, reason: str) -> None:
    """Ends one that runs as failed."""
    with transaction.atomic():
        row = _held(team_id, bulk_id)
        if row.state == BulkState.RUNNING:
            row.reason = reason
            _end(row, BulkState.FAILED)


def state_of(row: BulkAction) -> dict[str, Any]:
    """A bulk action as its events and its answers show it."""
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


def _held(team_id: UUID, bulk_id: UUID) -> BulkAction:
    row = BulkAction.objects.for_team(team_id).select_for_update().filter(pk=bulk_id).first()
    if row is None:
        raise NotFound
    return row


@planned_for_values()
def _total(row: BulkAction) -> int:
    if row.is_frozen:
        return selections.size(team_id=row.team_id, selection_id=row.pk)
    return _meant(row, ContactFilter.of_stored(row.filter)).count()


@planned_for_values()
def _next(row: BulkAction) -> list[int]:
    """The contacts of the next range."""
    if row.is_frozen:
        return selections.after(team_id=row.team_id, selection_id=row.pk, key=row.last_id, most=RANGE).to_list()
    return list(_meant(row, ContactFilter.of_stored(row.filter)).values_list("pk", flat=True)[:RANGE])


def _meant(row: BulkAction, wanted: ContactFilter) -> QuerySet[Contact]:
    """Those that the filter finds of the contacts that there were, from where the walk is."""
    found = selectors.matching(team_id=row.team_id, wanted=wanted)
    matches = operation_of(row).narrow(found, row.options)
    return matches.filter(pk__gt=row.last_id, pk__lte=row.until_id).order_by("pk")


def _step(row: BulkAction) -> bool:
    """Does the next range; False when there was none, and the whole is done."""
    if row.total is None:
        prepare = operation_of(row).prepare
        if prepare is not None:
            prepare(row)
        row.total = _total(row)
    ids = _next(row)
    if not ids:
        _end(row, BulkState.DONE)
        return False
    if not row.name:
        row.name = _name_of_first(row.team_id, ids)
    row.changed += operation_of(row).change(row.team_id, ids, {**row.options, "by": row})
    row.done += len(ids)
    row.last_id = ids[-1]
    row.revision += 1
    row.save()
    return True


def _name_of_first(team_id: UUID, ids: Sequence[int]) -> str:
    """The name of the first of these contacts that there still is."""
    first = selectors.by_ids(team_id=team_id, ids=ids).order_by("pk").first()
    return contacts.name_of(first) if first else ""


def _end(row: BulkAction, state: BulkState) -> None:
    operation = operation_of(row)
    row.state, row.finished_at = state, clock.now()
    row.revision += 1
    row.save()
    selections.forget(team_id=row.team_id, selection_id=row.pk)
    _tell_team(row)
    if row.changed:
        contacts.tell(team_id=row.team_id, action=operation.published, ids=[], count=row.changed)
        if operation.recorded:
            name = contacts.name_of_many(row.name, row.changed)
            record(team_id=row.team_id, reference="contact", action=operation.recorded, name=name, by=row)


def _tell_team(row: BulkAction) -> None:
    publish(events.BulkChanged(**state_of(row)), rooms=[rooms.team(row.team_id), rooms.watching(ROOM, row.pk)])
