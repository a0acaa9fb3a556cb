"""Writes of labels, and of which contacts carry them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import IntegrityError, transaction

from server.activity.acts import Action
from server.activity.services import record
from server.contacts import events
from server.contacts.errors import LabelEmpty, LabelUsed
from server.contacts.models import Contact, ContactLabel
from server.contacts.schemas.contacts import ApplyLabelIn, ContactFilter
from server.contacts.selectors import contacts as contact_selectors
from server.contacts.selectors import labels as label_selectors
from server.contacts.services.contacts import count_labels, tell
from server.contacts.sql import contacts as contacts_sql
from server.contacts.values import LABEL_LENGTH
from server.core import clock, in_use, jobs, rooms
from server.core.callers import Caller
from server.core.errors import FieldsInvalid
from server.core.events import publish
from server.core.text import clean_label

RANGE = 1_000  # contacts changed in one transaction
ACTS: dict[events.Action, Action] = {"created": "CREATED", "updated": "UPDATED", "deleted": "DELETED"}


def create(*, team_id: UUID, name: str, by: Caller | None) -> ContactLabel:
    """A new label. Raises LabelEmpty, LabelUsed."""
    now = clock.now()
    label = ContactLabel(team_id=team_id, name=_cleaned(name), created_at=now, updated_at=now)
    with transaction.atomic():
        _save_once(label)
        _tell(label, "created", by)
    return label


def rename(*, team_id: UUID, label_id: int, name: str, by: Caller) -> ContactLabel:
    """Gives a label another name. Raises NotFound, LabelEmpty, LabelUsed."""
    cleaned = _cleaned(name)
    with transaction.atomic():
        label = label_selectors.get(team_id=team_id, label_id=label_id)
        label.name, label.updated_at = cleaned, clock.now()
        _save_once(label)
        _tell(label, "updated", by)
    return label


def delete(*, team_id: UUID, label_id: int, by: Caller) -> None:
    """Takes a label away at once; a job takes it off its contacts. Raises NotFound, InUse."""
    with transaction.atomic():
        label = label_selectors.get(team_id=team_id, label_id=label_id)
        in_use.check("contacts.label", team_id=team_id, ids=[str(label_id)])
        ContactLabel.objects.for_team(team_id).filter(pk=label_id).update(deleted_at=clock.now())
        jobs.enqueue("contacts.forget_label", team_id=str(team_id), label_id=label_id)
        _tell(label, "deleted", by)


def forget(*, team_id: UUID, label_id: int) -> None:
    """Takes a deleted label off its contacts, a range at a time, then drops its row. Safe to run again."""
    while True:
        with transaction.atomic():
            carriers = Contact.objects.for_team(team_id).filter(label_ids__contains=[label_id])
            ids = list(carriers.order_by("pk").select_for_update().values_list("pk", flat=True)[:RANGE])
            if not ids:
                break
            contacts_sql.change_labels(team_id, ids=ids, add=[], remove=[label_id])
    ContactLabel.objects.for_team(team_id).filter(pk=label_id, deleted_at__isnull=False).delete()


def apply(*, team_id: UUID, wanted: ApplyLabelIn, by: Caller) -> tuple[int, bool]:
    """Puts labels on contacts and takes labels off; answers how many it means and whether the rest is queued.

    By ids, or up to 1,000 by filter, it is done at once; for more a job walks through. Raises FieldsInvalid.
    """
    add = label_selectors.check(team_id=team_id, ids=wanted.add, field="add")
    remove = label_selectors.check(team_id=team_id, ids=wanted.remove, field="remove")
    if not add and not remove:
        raise FieldsInvalid.of("add", "Choose a label.")
    if wanted.filter is None:
        return change(team_id=team_id, ids=wanted.ids, add=add, remove=remove), False
    matches = contact_selectors.matching(team_id=team_id, wanted=wanted.filter)
    ids = list(matches.order_by("pk").values_list("pk", flat=True)[: RANGE + 1])
    if len(ids) <= RANGE:
        return change(team_id=team_id, ids=ids, add=add, remove=remove), False
    with transaction.atomic():
        chosen = wanted.filter.model_dump(mode="json")
        jobs.enqueue("contacts.apply_label", team_id=str(team_id), wanted=chosen, add=add, remove=remove)
    return contact_selectors.count(team_id=team_id, wanted=wanted.filter)[0], True


def apply_by_filter(*, team_id: UUID, wanted: ContactFilter, add: Sequence[int], remove: Sequence[int]) -> None:
    """What `apply` queues: walks through the matching contacts by key. Safe to run again."""
    last, changed = 0, 0
    while True:
        matches = contact_selectors.matching(team_id=team_id, wanted=wanted)
        ids = list(matches.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:RANGE])
        if not ids:
            break
        changed += change(team_id=team_id, ids=ids, add=add, remove=remove, quiet=True)
        last = ids[-1]
    if changed:
        tell(team_id=team_id, action="updated", ids=[], count=changed)


def change(*, team_id: UUID, ids: Iterable[int], add: Sequence[int], remove: Sequence[int], quiet: bool = False) -> int:
    """Changes the labels of contacts in one transaction; answers how many were changed by it."""
    with transaction.atomic():
        rows = Contact.objects.for_team(team_id).filter(pk__in=list(ids)).order_by("pk").select_for_update()
        moves, changed = Counter[int](), list[int]()
        for key, labels in rows.values_list("pk", "label_ids"):
            gained = set(add) - set(labels) - set(remove)
            lost = set(remove) & set(labels)
            if gained or lost:
                changed.append(key)
                moves.update(gained)
                moves.subtract(lost)
        if changed:
            contacts_sql.change_labels(team_id, ids=changed, add=add, remove=remove)
            count_labels(team_id=team_id, changes=moves)
            if not quiet:
                tell(team_id=team_id, action="updated", ids=changed, count=len(changed))
    return len(changed)


def _cleaned(name: str) -> str:
    cleaned = clean_label(name)[:LABEL_LENGTH].strip()
    if not cleaned:
        raise LabelEmpty
    return cleaned


def _save_once(label: ContactLabel) -> None:
    try:
        with transaction.atomic():
            # Never the count: it moves by itself meanwhile.
            label.save(update_fields=["name", "updated_at"] if label.pk else None)
    except IntegrityError as error:
        raise LabelUsed(payload={"field": "name", "value": label.name}) from error


def _tell(label: ContactLabel, action: events.Action, by: Caller | None) -> None:
    act = ACTS[action]
    record(team_id=label.team_id, reference="contact-label", action=act, name=label.name, by=by)
    publish(events.LabelChanged(action=action, label_id=label.pk), rooms=[rooms.team(label.team_id)])
