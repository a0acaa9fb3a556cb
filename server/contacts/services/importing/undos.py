"""Undoes an import within a day: deletes created contacts, restores changed ones and reports the rest.

The row of ImportUndo is processed in batches. Each is one transaction that stores its position, fenced by the job's
lease. Created contacts are walked by id, changed ones by the id block of their before-images. A crash does not change
the result. Suppressions remain, because imports never change them.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from server.activity.services import record
from server.contacts import events, undo_retention
from server.contacts.errors import ImportUndoLate, ImportUnfinished
from server.contacts.importing import undo_plans
from server.contacts.importing.undo_plans import RestoredContact
from server.contacts.models import (
    Contact,
    ContactConsent,
    ContactEntry,
    ContactLabel,
    ContactNote,
    ContactPreference,
    ImportImage,
    ImportJob,
    ImportTouch,
    ImportUndo,
)
from server.contacts.selectors import fields as field_selectors
from server.contacts.selectors import imports as selectors
from server.contacts.services import contacts, labels
from server.contacts.services.importing import imports, undo_reports
from server.contacts.services.importing.undo_reports import ReportLine
from server.contacts.sql import undoing
from server.contacts.sql.imports import IMAGE_BITS
from server.contacts.states import IMPORT_TRANSITIONS, ImportState
from server.core import clock, jobs, rooms
from server.core.callers import Caller
from server.core.errors import InUse, NotFound
from server.core.events import publish
from server.core.jobs import Claim
from server.notifications.services.creation import notify

UNDO_JOB = "contacts.undo_import"
BATCH_SIZE = 1_000  # contacts per transaction
PROGRESS_SECONDS = 0.34  # at most three events a second
# Maximum duration of one preview request before it returns its counts and position. It takes no locks, so its batches
# are larger.
MAX_PREVIEW_SECONDS = 1.0
PREVIEW_BATCH_SIZE = 5_000
# Dependent rows that prove later activity. The last matching reason is reported.
LATER_ACTIVITY_MODELS: tuple[tuple[type[ContactEntry | ContactConsent | ContactPreference | ContactNote], str], ...] = (
    (ContactEntry, "changed"),
    (ContactConsent, "changed"),
    (ContactPreference, "wished"),
    (ContactNote, "noted"),
)


@dataclass(slots=True)
class UndoOutcome:
    """The outcome of a batch of contacts."""

    removed: list[int] = field(default_factory=list)
    restored: dict[Contact, RestoredContact] = field(default_factory=dict)
    kept: list[ReportLine] = field(default_factory=list)
    # Created by the import and retained. They only lose the labels of the whole import.
    kept_ids: list[int] = field(default_factory=list)

    @property
    def whole(self) -> int:
        """The number of completely restored contacts."""
        return sum(not plan.left for plan in self.restored.values())


def start(*, team_id: UUID, import_id: UUID, by: Caller) -> ImportJob:
    """Requests the undo of an import. A job runs it.

    Raises NotFound, ActionNotAllowed for an import that has not ended, ImportUndoLate, and ImportUnfinished while
    another import runs.
    """
    with transaction.atomic():
        job = ImportJob.objects.for_team(team_id).select_for_update().filter(pk=import_id).first()
        if job is None:
            raise NotFound
        check_undo(job)
        imports.check_none_active(team_id)
        changed = undoing.count_changed(team_id, import_id=job.pk)
        values = {"user_id": by.user_id, "fullname": by.fullname, "former": job.state, "total": job.added + changed}
        values |= {"started_at": clock.now(), "finished_at": None, "reason": ""}
        ImportUndo.objects.for_team(team_id).update_or_create(
            import_job=job, defaults=values, create_defaults={**values, "team_id": team_id}
        )
        _set_state(job, ImportState.UNDOING)
        jobs.enqueue(UNDO_JOB, key=imports.build_job_key(job.pk), team_id=str(team_id), import_id=str(job.pk))
        record(team_id=team_id, reference="contact", action="UNDO", name=job.file, by=by)
        _publish(job, events.ImportUndoStarted)
    return job


def check_undo(job: ImportJob) -> None:
    """Raises ActionNotAllowed, ImportUndoLate."""
    IMPORT_TRANSITIONS.require(job.state, ImportState.UNDOING)
    if job.undo_until is None or job.undo_until <= clock.now():
        raise ImportUndoLate


@dataclass(slots=True)
class UndoPreview:
    """The predicted result of an undo for the checked contacts, `done` of `total`.

    With `next_id` and `next_block`, there are more to check from there.
    """

    total: int
    until: datetime | None
    removed: int = 0
    restored: int = 0
    kept: int = 0
    done: int = 0
    next_id: int | None = None
    next_block: int | None = None


def preview_undo(*, team_id: UUID, import_id: UUID, after_id: int = 0, after_block: int = -1) -> UndoPreview:
    """Predicts the result of an undo from a position on, for MAX_PREVIEW_SECONDS. Changes nothing.

    Raises NotFound, ActionNotAllowed, ImportUndoLate.
    """
    job = selectors.get_import(team_id=team_id, import_id=import_id)
    check_undo(job)
    until = time.monotonic() + MAX_PREVIEW_SECONDS
    total = job.added + undoing.count_changed(team_id, import_id=job.pk)
    told = UndoPreview(total=total, until=job.undo_until)
    while made := _list_created_after(job, after_id, PREVIEW_BATCH_SIZE):
        outcome = _build_created_outcome(job, made)
        told.removed += len(outcome.removed)
        told.kept += len(outcome.kept)
        told.done += len(made)
        after_id = made[-1].pk
        if time.monotonic() > until:
            return replace(told, next_id=after_id, next_block=after_block)
    while (block := _find_next_block(job, after_block)) is not None:
        outcome, looked_at = _build_changed_outcome(job, block)
        told.restored += outcome.whole
        told.kept += len(outcome.kept)
        told.done += looked_at
        after_block = block
        if time.monotonic() > until:
            return replace(told, next_id=after_id, next_block=after_block)
    return told


def run_undo(*, team_id: UUID, import_id: UUID, claim: Claim) -> None:
    """No-op unless an undo was requested. Raises LeaseLost."""
    told_at = 0.0
    while True:
        claim.renew()
        with transaction.atomic():
            claim.hold()
            rows = ImportJob.objects.for_team(team_id).select_for_update()
            job = rows.filter(pk=import_id, state=ImportState.UNDOING).first()
            if job is None or not _undo_batch(job):
                return
            if time.monotonic() - told_at >= PROGRESS_SECONDS:
                told_at = time.monotonic()
                progress = events.ImportProgressed(**imports.build_state(job))
                publish(progress, rooms=[rooms.build_room(imports.ROOM, job.pk)])


def read_report(*, team_id: UUID, import_id: UUID, language: str) -> Any:
    """Raises NotFound if no contact was retained."""
    job = selectors.get_import(team_id=team_id, import_id=import_id)
    undo = ImportUndo.objects.for_team(team_id).filter(import_job=job).first()
    if undo is None or not undo.report_bytes or not undo_reports.get_path(job.pk).exists():
        raise NotFound
    custom = {f"custom:{known.pk}": known.name for known in field_selectors.query_fields(team_id)}
    return undo_reports.read_lines(job.pk, length=undo.report_bytes, language=language, custom=custom)


def _undo_batch(job: ImportJob) -> bool:
    """Returns False when all are done."""
    undo: ImportUndo = job.undo
    if made := _list_created_after(job, undo.last_id, BATCH_SIZE, hold=True):
        _write_outcome(job, _build_created_outcome(job, made), undo)
        undo.last_id = made[-1].pk
        undo.done += len(made)
    elif (block := _find_next_block(job, undo.last_block)) is not None:
        outcome, looked_at = _build_changed_outcome(job, block, hold=True)
        _write_outcome(job, outcome, undo)
        undo.last_block = block
        undo.done += looked_at
    else:
        _finish(job, undo)
        return False
    undo.save()
    job.revision += 1
    job.save(update_fields=["revision"])
    return True


def _write_outcome(job: ImportJob, outcome: UndoOutcome, undo: ImportUndo) -> None:
    """Locks in the order of services/contacts.py: contacts, labels, quota."""
    team_id = job.team_id
    undoing.restore_contacts(team_id, plans=outcome.restored, now=clock.now())
    lost = Counter[int]()
    for plan in outcome.restored.values():
        lost.subtract(plan.unlabelled)
    contacts.update_label_counts(team_id=team_id, changes=lost)
    if outcome.kept_ids and job.label_ids:
        labels.change_labels(team_id=team_id, ids=outcome.kept_ids, add=[], remove=job.label_ids, by=undo, quiet=True)
    contacts.remove(team_id=team_id, ids=outcome.removed)
    undo.removed += len(outcome.removed)
    undo.restored += outcome.whole
    undo.kept += len(outcome.kept)
    undo.report_bytes = undo_reports.append_lines(job.pk, outcome.kept, length=undo.report_bytes)


def _list_created_after(job: ImportJob, last_id: int, limit: int, *, hold: bool = False) -> list[Contact]:
    """Returns the next existing contacts in id order, with only the needed columns."""
    touches = ImportTouch.objects.for_team(job.team_id).filter(import_id=job.pk, is_new=True, high__gt=last_id)
    for touch in touches.order_by("low"):
        rows = Contact.objects.for_team(job.team_id).filter(
            pk__gt=max(last_id, touch.low - 1), pk__lte=touch.high, created_at=touch.at
        )
        asked = rows.only("email", "revision").order_by("pk")[:limit]
        found = list(asked.select_for_update() if hold else asked)
        if found:
            return found
    return []


def _build_created_outcome(job: ImportJob, made: Sequence[Contact]) -> UndoOutcome:
    reasons = _find_retention_reasons(job, made)
    return UndoOutcome(
        removed=[contact.pk for contact in made if contact.pk not in reasons],
        kept=[(contact.email, reasons[contact.pk], ()) for contact in made if contact.pk in reasons],
        kept_ids=[contact.pk for contact in made if contact.pk in reasons],
    )


def _find_retention_reasons(job: ImportJob, made: Sequence[Contact]) -> dict[int, str]:
    team_id, ids = job.team_id, [contact.pk for contact in made]
    written = _find_import_revisions(job, ids)
    reasons = {contact.pk: "changed" for contact in made if contact.revision != written.get(contact.pk, 1)}
    found: dict[int, str] = {}
    for model, reason in LATER_ACTIVITY_MODELS:
        rows = model.objects.for_team(team_id).filter(contact_id__in=ids)
        found |= dict.fromkeys(rows.values_list("contact_id", flat=True), reason)
    since = job.started_at or job.created_at
    later = undoing.find_imported_since(team_id, import_id=job.pk, since=since, ids=ids)
    return {**undo_retention.find_retained(team_id, ids), **dict.fromkeys(later, "imported"), **found, **reasons}


def _find_import_revisions(job: ImportJob, ids: Sequence[int]) -> dict[int, int]:
    """Returns the revisions that the import itself made of contacts it had created.

    A later row with the same address makes them.
    """
    wanted = set(ids)
    blocks = {key >> IMAGE_BITS for key in ids}
    images = ImportImage.objects.for_team(job.team_id).filter(import_id=job.pk, block__in=blocks).order_by("pk")
    found: dict[int, int] = {}
    for keys, revisions in images.values_list("contact_ids", "revisions"):
        found |= {key: revision for key, revision in zip(keys, revisions, strict=True) if key in wanted}
    return found


def _find_next_block(job: ImportJob, last_block: int) -> int | None:
    images = ImportImage.objects.for_team(job.team_id).filter(import_id=job.pk, block__gt=last_block)
    return images.order_by("block").values_list("block", flat=True).first()


def _build_changed_outcome(job: ImportJob, block: int, *, hold: bool = False) -> tuple[UndoOutcome, int]:
    """Also returns the number of before-images in the block."""
    images = ImportImage.objects.for_team(job.team_id).filter(import_id=job.pk, block=block).order_by("-pk")
    changes: defaultdict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for ids, of_ids in images.values_list("contact_ids", "changes"):
        for key, change in zip(ids, of_ids, strict=True):
            changes[key].append(change)
    rows = Contact.objects.for_team(job.team_id).filter(pk__in=list(changes)).order_by("pk")
    is_own = partial(_is_created_by_import, _list_creating_touches(job, block))
    fits = field_selectors.build_validator(job.team_id)
    outcome = UndoOutcome()
    for contact in rows.select_for_update() if hold else rows:
        if is_own(contact):
            continue
        plan = undo_plans.build_plan(contact, changes[contact.pk], fits)
        if plan.is_changed:
            outcome.restored[contact] = plan
        if plan.left:
            outcome.kept.append((contact.email, "written", plan.left))
    return outcome, sum(map(len, changes.values()))


def _list_creating_touches(job: ImportJob, block: int) -> list[ImportTouch]:
    low, high = block << IMAGE_BITS, ((block + 1) << IMAGE_BITS) - 1
    touches = ImportTouch.objects.for_team(job.team_id).filter(import_id=job.pk, is_new=True)
    return list(touches.filter(low__lte=high, high__gte=low))


def _is_created_by_import(touches: Sequence[ImportTouch], contact: Contact) -> bool:
    return any(touch.low <= contact.pk <= touch.high and touch.at == contact.created_at for touch in touches)


def _finish(job: ImportJob, undo: ImportUndo) -> None:
    team_id = job.team_id
    undo.done, undo.finished_at = undo.total, clock.now()
    undo.save()
    job.undo_until = None
    ImportImage.objects.for_team(team_id).filter(import_id=job.pk).delete()
    _delete_empty_labels(job, undo)
    _set_state(job, ImportState.UNDONE)
    _publish(job, events.ImportUndoFinished)
    if undo.removed:
        contacts.publish_changes(team_id=team_id, action="deleted", ids=[], count=undo.removed)
    if undo.restored + undo.kept:
        contacts.publish_changes(team_id=team_id, action="updated", ids=[], count=undo.restored + undo.kept)
    notify(
        "import.undone",
        team_id=team_id,
        file=job.file,
        removed=undo.removed,
        restored=undo.restored,
        kept=undo.kept,
    )


def _delete_empty_labels(job: ImportJob, undo: ImportUndo) -> None:
    """Deletes labels that the import created, except those that have contacts, were renamed or are in use."""
    made = ContactLabel.objects.for_team(job.team_id).filter(pk__in=job.made_label_ids, deleted_at__isnull=True)
    empty = made.filter(contact_count=0, updated_at=F("created_at")).order_by("pk").select_for_update()
    for label_id in list(empty.values_list("pk", flat=True)):
        with suppress(InUse):
            labels.delete(team_id=job.team_id, label_id=label_id, by=undo)


def _set_state(job: ImportJob, state: ImportState) -> None:
    IMPORT_TRANSITIONS.require(job.state, state)
    job.state = state
    job.revision += 1
    try:
        with transaction.atomic():
            job.save(update_fields=["state", "revision", "undo_until"])
    except IntegrityError as error:  # a concurrent request: the partial unique index admits one
        raise ImportUnfinished from error


def _publish(job: ImportJob, event: type[events.ImportSnapshot]) -> None:
    publish(event(**imports.build_state(job)), rooms=[rooms.team(job.team_id), rooms.build_room(imports.ROOM, job.pk)])
