"""Deletes contacts and restores them for a few minutes.

A deleted contact disappears immediately from every list, segment and campaign; its rows are copied first. Undoing
restores the rows with their ids, labels, notes, consents and history.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from server.activity.services import record
from server.contacts.errors import DeletionUndoLate
from server.contacts.events import ContactsRestored
from server.contacts.models import (
    Contact,
    ContactDeletion,
    ContactLabel,
    DeletedRecord,
    PendingContact,
    StageChange,
)
from server.contacts.selectors import fields as field_selectors
from server.contacts.services import contacts
from server.contacts.sql import contacts as contacts_sql
from server.contacts.sql import deletions as sql
from server.core import clock, rooms
from server.core.callers import Caller
from server.core.errors import NotFound
from server.core.events import publish
from server.plans import quota
from server.plans.features import CONTACT

UNDO_PERIOD: Final = timedelta(minutes=10)
DELETION_RETENTION: Final = timedelta(days=1)
# Per team. Beyond that, the oldest deletion can no longer be undone.
MAX_UNDOABLE_DELETIONS: Final = 20


@dataclass(frozen=True, slots=True)
class ContactsDeleted:
    """The number of deleted contacts, and the deletion that can be undone; None if nothing was deleted."""

    count: int
    deletion_id: UUID | None


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """The number of restored contacts, and of those skipped because another contact has their address."""

    count: int
    skipped: int


@transaction.atomic
def delete(*, team_id: UUID, ids: Sequence[int], by: Caller) -> ContactsDeleted:
    """Ignores ids of other teams. Raises InUse."""
    rows = Contact.objects.for_team(team_id).filter(pk__in=ids).order_by("pk").select_for_update()
    keys = list(rows.values_list("pk", flat=True))
    if not keys:
        return ContactsDeleted(0, None)
    deletion = ContactDeletion.objects.create(team_id=team_id, deleted_at=clock.now())
    sql.copy_contacts(team_id, deletion_id=deletion.pk, ids=keys)
    _delete_oldest_copies(team_id)
    gone = contacts.remove(team_id=team_id, ids=keys)
    contacts.publish_changes(team_id=team_id, action="deleted", ids=keys, count=len(gone))
    name = contacts.build_audit_name(contacts.get_audit_name(gone[0]), len(gone))
    record(team_id=team_id, reference="contact", action="DELETED", name=name, by=by)
    return ContactsDeleted(len(gone), deletion.pk)


@transaction.atomic
def undo_deletion(*, team_id: UUID, deletion_id: UUID, by: Caller) -> RestoreResult:
    """Restores the contacts of a deletion, except those with an address that has been added again.

    Labels and custom fields deleted since are not restored. Raises NotFound, ContactLimitExceeded, and DeletionUndoLate
    if the copies have expired.
    """
    deletion = ContactDeletion.objects.for_team(team_id).select_for_update().filter(pk=deletion_id).first()
    if deletion is None:
        raise NotFound
    total = DeletedRecord.objects.for_team(team_id).filter(deletion=deletion, kind=sql.CONTACT).count()
    if not total or deletion.deleted_at <= clock.now() - UNDO_PERIOD:
        raise DeletionUndoLate
    keys = sql.restore_rows(team_id, deletion_id=deletion.pk, kind=sql.CONTACT)
    if keys:
        _restore_dependent_rows(team_id, deletion, keys)
        _restore_counts(team_id, keys)
        _publish_restored(team_id, deletion, keys, by)
    deletion.delete()
    return RestoreResult(len(keys), total - len(keys))


def delete_copies(*, team_id: UUID, email: str) -> None:
    sql.delete_copies(team_id, email=email)


def purge_expired() -> None:
    """Deletes expired copies of all teams. The deletions remain for a day, so that a late undo gets a clear error."""
    now = clock.now()
    # across teams: maintenance of all teams
    DeletedRecord.objects.filter(deletion__deleted_at__lte=now - UNDO_PERIOD).delete()
    # across teams: maintenance of all teams
    ContactDeletion.objects.filter(deleted_at__lte=now - DELETION_RETENTION).delete()


def _delete_oldest_copies(team_id: UUID) -> None:
    newest = ContactDeletion.objects.for_team(team_id).order_by("-pk").values_list("pk", flat=True)
    DeletedRecord.objects.for_team(team_id).exclude(deletion_id__in=list(newest[:MAX_UNDOABLE_DELETIONS])).delete()


def _restore_dependent_rows(team_id: UUID, deletion: ContactDeletion, keys: Sequence[int]) -> None:
    # A trigger records the stage of an inserted contact. The restored stage changes include it already.
    StageChange.objects.for_team(team_id).filter(contact_id__in=keys).delete()
    for kind in sql.TABLES:
        if kind != sql.CONTACT:
            sql.restore_rows(team_id, deletion_id=deletion.pk, kind=kind, ids=keys)


def _restore_counts(team_id: UUID, keys: Sequence[int]) -> None:
    """Locks in the order of services/contacts.py. Also removes labels and values deleted since."""
    rows = Contact.objects.for_team(team_id).filter(pk__in=keys)
    labels = dict(rows.values_list("pk", "label_ids"))
    carried = Counter(label for of_one in labels.values() for label in of_one)
    known = ContactLabel.objects.for_team(team_id).filter(pk__in=list(carried), deleted_at__isnull=True)
    # Locked, because a concurrent label deletion also removes the label from these contacts.
    held = set(known.order_by("pk").select_for_update().values_list("pk", flat=True))
    if lost := sorted(carried.keys() - held):
        carriers = [key for key, of_one in labels.items() if set(of_one) & set(lost)]
        contacts_sql.change_labels(team_id, ids=carriers, add=[], remove=lost)
    contacts.update_label_counts(team_id=team_id, changes={label: carried[label] for label in held})
    _remove_invalid_values(team_id, dict(rows.exclude(custom_field={}).values_list("pk", "custom_field")))
    # Unconfirmed contacts do not use the quota.
    pending = PendingContact.objects.for_team(team_id).filter(contact_id__in=keys).count()
    if len(keys) > pending:
        quota.use(team_id=team_id, limit=CONTACT, amount=len(keys) - pending)


def _remove_invalid_values(team_id: UUID, values: Mapping[int, Mapping[str, Any]]) -> None:
    if not values:
        return
    fits = field_selectors.build_validator(team_id)
    unfit: defaultdict[str, dict[int, None]] = defaultdict(dict)
    for key, of_one in values.items():
        for field_id, value in of_one.items():
            if not fits(field_id, value):
                unfit[field_id][key] = None
    for field_id, of_many in unfit.items():
        contacts_sql.write_custom_values(team_id, field_id=int(field_id), values=of_many)


def _publish_restored(team_id: UUID, deletion: ContactDeletion, keys: Sequence[int], by: Caller) -> None:
    first = Contact.objects.for_team(team_id).get(pk=keys[0])
    restored = ContactsRestored(contact_ids=list(keys), deleted_at=deletion.deleted_at)
    publish(restored, rooms=[rooms.team(team_id)])
    contacts.publish_changes(team_id=team_id, action="created", ids=keys, count=len(keys))
    record(
        team_id=team_id,
        reference="contact",
        action="RESTORED",
        name=contacts.build_audit_name(contacts.get_audit_name(first), len(keys)),
        by=by,
        link=contacts.build_link(first.pk) if len(keys) == 1 else "",
    )
