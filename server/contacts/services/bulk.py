"""Acts on all contacts that a filter finds: a row each, walked by key in the background, range by range.

Each range is one transaction with the place that it reached, fenced by the job's lease: killed at any moment, the walk
goes on after the last committed range. A contact that was made after the decision is not touched; those that rules
chose are written down with the decision (`selections.py`). A new act is one function and a row in ACTS.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import polars as pl
from django.db import transaction
from django.db.models import QuerySet

from server.activity.services import Doer, record
from server.contacts import choosing, events, permissions, unfinished
from server.contacts.errors import FieldBusy
from server.contacts.models import BulkAction, Contact
from server.contacts.schemas.contacts import MOST_AT_ONCE, ContactFilter
from server.contacts.selectors import contacts as selectors
from server.contacts.selectors import labels as label_selectors
from server.contacts.services import contacts, decisions, funnel, labels, retyping, selections
from server.contacts.states import BulkState, ContactState
from server.core import clock, jobs, rooms
from server.core.callers import Caller
from server.core.errors import ApiError, NotAuthorized, NotFound
from server.core.events import publish
from server.core.jobs import Claim

JOB = "contacts.run_bulk"
ROOM = "bulk"
RANGE = MOST_AT_ONCE  # contacts changed in one transaction
PROGRESS_SECONDS = 0.34  # at most three events a second

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Act:
    """What is done to a range of contacts, in the caller's transaction and untold; answers how many it changed.

    Besides its own options it is told `by`, who asked for it.
    """

    permission: str
    change: Callable[[UUID, Sequence[int], Options], int]
    told: events.Action
    recorded: str | None = None
    # Done once, in the transaction of the first range.
    begin: Callable[[BulkAction], None] | None = None
    # Which of the contacts that the filter finds are meant.
    among: Callable[[QuerySet[Contact], Options], QuerySet[Contact]] = lambda contacts, _options: contacts
    # Whether it may be left half done.
    may_stop: bool = True


def _label(team_id: UUID, ids: Sequence[int], options: Options) -> int:
    # A label that was deleted since is left out.
    known = label_selectors.by_ids(team_id=team_id, ids=[*options["add"], *options["remove"]])
    add, remove = ([label for label in options[way] if label in known] for way in ("add", "remove"))
    return labels.change(team_id=team_id, ids=ids, add=add, remove=remove, by=options.get("by"), quiet=True)


def _delete(team_id: UUID, ids: Sequence[int], _options: Options) -> int:
    return len(contacts.remove(team_id=team_id, ids=ids))


def _decide(to: ContactState) -> Callable[[UUID, Sequence[int], Options], int]:
    def change(team_id: UUID, ids: Sequence[int], options: Options) -> int:
        words, by = options["words"], options.get("by")
        return decisions.decide(team_id=team_id, ids=ids, to=to, words=words, by=by, quiet=True)

    return change


def _stage(team_id: UUID, ids: Sequence[int], options: Options) -> int:
    return funnel.move(team_id=team_id, ids=ids, stage=options["stage"], by=options.get("by"), quiet=True)


ACTS: Mapping[str, Act] = {
    "label": Act(permissions.EDIT, _label, "updated"),
    "stage": Act(permissions.EDIT, _stage, "updated"),
    "delete": Act(permissions.DELETE, _delete, "deleted", "DELETED"),
    "subscribe": Act(permissions.EDIT, _decide(ContactState.SUBSCRIBED), "updated", "UPDATED"),
    "unsubscribe": Act(permissions.EDIT, _decide(ContactState.UNSUBSCRIBED), "updated", "UPDATED"),
    retyping.KIND: Act(
        permissions.FIELD,
        retyping.change,
        "updated",
        begin=retyping.begin,
        among=retyping.among,
        may_stop=False,
    ),
}


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
        if not by.may(ACTS[row.kind].permission):
            raise NotAuthorized
        if row.state == BulkState.RUNNING:
            if not ACTS[row.kind].may_stop:
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


def _total(row: BulkAction) -> int:
    if row.is_frozen:
        return selections.size(team_id=row.team_id, selection_id=row.pk)
    return _meant(row, ContactFilter.of_stored(row.filter)).count()


def _next(row: BulkAction) -> list[int]:
    """The contacts of the next range."""
    if row.is_frozen:
        return selections.after(team_id=row.team_id, selection_id=row.pk, key=row.last_id, most=RANGE).to_list()
    return list(_meant(row, ContactFilter.of_stored(row.filter)).values_list("pk", flat=True)[:RANGE])


def _meant(row: BulkAction, wanted: ContactFilter) -> QuerySet[Contact]:
    """Those that the filter finds of the contacts that there were, from where the walk is."""
    found = selectors.matching(team_id=row.team_id, wanted=wanted)
    matches = ACTS[row.kind].among(found, row.options)
    return matches.filter(pk__gt=row.last_id, pk__lte=row.until_id).order_by("pk")


def _step(row: BulkAction) -> bool:
    """Does the next range; False when there was none, and the whole is done."""
    if row.total is None:
        begin = ACTS[row.kind].begin
        if begin is not None:
            begin(row)
        row.total = _total(row)
    ids = _next(row)
    if not ids:
        _end(row, BulkState.DONE)
        return False
    if not row.name:
        row.name = _name_of_first(row.team_id, ids)
    row.changed += ACTS[row.kind].change(row.team_id, ids, {**row.options, "by": row})
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
    act = ACTS[row.kind]
    row.state, row.finished_at = state, clock.now()
    row.revision += 1
    row.save()
    selections.forget(team_id=row.team_id, selection_id=row.pk)
    _tell_team(row)
    if row.changed:
        contacts.tell(team_id=row.team_id, action=act.told, ids=[], count=row.changed)
        if act.recorded:
            name = contacts.name_of_many(row.name, row.changed)
            record(team_id=row.team_id, reference="contact", action=act.recorded, name=name, by=row)


def _tell_team(row: BulkAction) -> None:
    publish(events.BulkChanged(**state_of(row)), rooms=[rooms.team(row.team_id), rooms.watching(ROOM, row.pk)])
