"""Writes of labels and their assignment to contacts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import IntegrityError, transaction

from server.activity.services import Author, record
from server.contacts import events
from server.contacts.causes import LABEL_REQUIRED
from server.contacts.errors import LabelEmpty, LabelExists
from server.contacts.models import Contact, ContactLabel
from server.contacts.selectors import labels as label_selectors
from server.contacts.services import history
from server.contacts.services.contacts import (
    build_audit_name,
    build_link,
    get_audit_name,
    publish_changes,
    update_label_counts,
)
from server.contacts.sql import contacts as contacts_sql
from server.contacts.values import MAX_LABEL_LENGTH
from server.core import clock, in_use, jobs, rooms
from server.core.callers import Caller
from server.core.errors import FieldsInvalid
from server.core.events import publish
from server.core.text import clean_label

NOUN = "contacts.label"
BATCH_SIZE = 1_000  # contacts per transaction
AUDIT_ACTIONS: dict[events.Action, str] = {"created": "CREATED", "updated": "UPDATED", "deleted": "DELETED"}


def create(*, team_id: UUID, name: str, by: Caller | None) -> ContactLabel:
    """Raises LabelEmpty, LabelExists."""
    now = clock.now()
    label = ContactLabel(team_id=team_id, name=_clean_name(name), created_at=now, updated_at=now)
    with transaction.atomic():
        _save_once(label)
        _publish(label, "created", by)
    return label


def rename(*, team_id: UUID, label_id: int, name: str, by: Caller) -> ContactLabel:
    """Raises NotFound, LabelEmpty, LabelExists."""
    cleaned = _clean_name(name)
    with transaction.atomic():
        label = label_selectors.get_label(team_id=team_id, label_id=label_id)
        label.name, label.updated_at = cleaned, clock.now()
        _save_once(label)
        _publish(label, "updated", by)
    return label


def delete(*, team_id: UUID, label_id: int, by: Author) -> None:
    """Hides a label immediately; a job removes it from its contacts. Raises NotFound, InUse."""
    with transaction.atomic():
        label = label_selectors.get_label(team_id=team_id, label_id=label_id)
        in_use.check(NOUN, team_id=team_id, ids=[str(label_id)])
        ContactLabel.objects.for_team(team_id).filter(pk=label_id).update(deleted_at=clock.now())
        jobs.enqueue("contacts.remove_deleted_label", team_id=str(team_id), label_id=label_id)
        _publish(label, "deleted", by)


def purge_deleted(*, team_id: UUID, label_id: int) -> None:
    """Runs in batches. Idempotent."""
    while True:
        with transaction.atomic():
            carriers = Contact.objects.for_team(team_id).filter(label_ids__contains=[label_id])
            ids = list(carriers.order_by("pk").select_for_update().values_list("pk", flat=True)[:BATCH_SIZE])
            if not ids:
                break
            contacts_sql.change_labels(team_id, ids=ids, add=[], remove=[label_id])
    ContactLabel.objects.for_team(team_id).filter(pk=label_id, deleted_at__isnull=False).delete()


def check_labels(*, team_id: UUID, add: Sequence[int], remove: Sequence[int]) -> tuple[list[int], list[int]]:
    """Raises FieldsInvalid for an unknown label, or without any label."""
    on = label_selectors.check_labels(team_id=team_id, ids=add, field="add")
    off = label_selectors.check_labels(team_id=team_id, ids=remove, field="remove")
    if not on and not off:
        raise FieldsInvalid.of("add", LABEL_REQUIRED)
    return on, off


def change_labels(
    *,
    team_id: UUID,
    ids: Iterable[int],
    add: Sequence[int],
    remove: Sequence[int],
    by: Author | None = None,
    quiet: bool = False,
) -> int:
    """Changes the labels of contacts in one transaction. Returns the number of changed contacts.

    With `quiet`, the caller publishes the change and writes the audit log.
    """
    with transaction.atomic():
        rows = Contact.objects.for_team(team_id).filter(pk__in=list(ids)).order_by("pk").select_for_update()
        moves, changed = Counter[int](), list[tuple[int, set[int], set[int]]]()
        for key, labels in rows.values_list("pk", "label_ids"):
            gained = set(add) - set(labels) - set(remove)
            lost = set(remove) & set(labels)
            if gained or lost:
                changed.append((key, gained, lost))
                moves.update(gained)
                moves.subtract(lost)
        if changed:
            keys = [key for key, _, _ in changed]
            contacts_sql.change_labels(team_id, ids=keys, add=add, remove=remove)
            update_label_counts(team_id=team_id, changes=moves)
            history.record_label_changes(team_id=team_id, changes=changed, by=by)
            if not quiet:
                first = get_audit_name(Contact.objects.for_team(team_id).get(pk=keys[0]))
                record(
                    team_id=team_id,
                    reference="contact",
                    action="UPDATED",
                    name=build_audit_name(first, len(keys)),
                    by=by,
                    link=build_link(keys[0]) if len(keys) == 1 else "",
                )
                publish_changes(team_id=team_id, action="updated", ids=keys, count=len(changed))
    return len(changed)


def _clean_name(name: str) -> str:
    cleaned = clean_label(name)[:MAX_LABEL_LENGTH].strip()
    if not cleaned:
        raise LabelEmpty
    return cleaned


def _save_once(label: ContactLabel) -> None:
    try:
        with transaction.atomic():
            # Excludes the count, which changes concurrently.
            label.save(update_fields=["name", "updated_at"] if label.pk else None)
    except IntegrityError as error:
        raise LabelExists(payload={"field": "name", "value": label.name}) from error


def _publish(label: ContactLabel, action: events.Action, by: Author | None) -> None:
    act = AUDIT_ACTIONS[action]
    link = f"/contacts?label={label.pk}"
    record(team_id=label.team_id, reference="contact-label", action=act, name=label.name, by=by, link=link)
    publish(events.LabelChanged(action=action, label_id=label.pk), rooms=[rooms.team(label.team_id)])
