"""Merges two contacts: one remains and takes over the labels, notes, consents and history of the other."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from server.contacts import feed_kinds, timeline
from server.contacts.causes import FIELD_NOT_ON_OTHER_CONTACT, SAME_CONTACT
from server.contacts.events import ContactMerged
from server.contacts.models import Contact, ContactConsent, ContactEntry, ContactNote
from server.contacts.services import contact_feed, contacts, history, pending, preferences
from server.contacts.services.contacts import ContactValues
from server.core import clock, rooms
from server.core.callers import Caller
from server.core.errors import FieldsInvalid, NotFound
from server.core.events import publish
from server.plans import quota
from server.plans.features import CONTACT

CUSTOM = "customField."


def merge(*, team_id: UUID, contact_id: int, other_id: int, take: Sequence[str], by: Caller) -> Contact:
    """Merges the other contact into this one. `take` names the fields to copy from the other.

    The state belongs to the address and comes with it. Raises NotFound, InUse, ContactLimitExceeded, and FieldsInvalid
    for merging a contact with itself or for an unknown field.
    """
    if contact_id == other_id:
        raise FieldsInvalid.of("otherId", SAME_CONTACT, other_id)
    with transaction.atomic():
        kept, gone = _lock_both(team_id, contact_id, other_id)
        values = _build_merged_values(kept, gone, take)
        for model in (ContactEntry, ContactNote, ContactConsent):
            model.objects.for_team(team_id).filter(contact_id=gone.pk).update(contact_id=kept.pk)
        preferences.transfer_preferences(team_id=team_id, kept_id=kept.pk, gone_id=gone.pk)
        publish(ContactMerged(kept_id=kept.pk, gone_id=gone.pk), rooms=[rooms.team(team_id)])
        was_pending = pending.end_pending(team_id=team_id, contact_ids=[kept.pk])
        contact_feed.record_activity(
            team_id=team_id,
            kind=feed_kinds.MERGED.name,
            contact_ids=[kept.pk],
            occurred_at=clock.now(),
            subject=gone.pk,
        )
        contacts.remove(team_id=team_id, ids=[gone.pk])
        if "email" in take and kept.state != gone.state:
            Contact.objects.for_team(team_id).filter(pk=kept.pk).update(state=gone.state)
        merged = contacts.update(team_id=team_id, contact_id=kept.pk, values=values, by=by)
        # After the labels (lock order: services/contacts.py). An unconfirmed contact counts from now on.
        if was_pending:
            quota.use(team_id=team_id, limit=CONTACT)
        history.record_merge(merged, gone, by=by)
        timeline.publish_growth([kept.pk, gone.pk])
        contacts.publish_changes(team_id=team_id, action="deleted", ids=[gone.pk], count=1)
    return merged


def _lock_both(team_id: UUID, contact_id: int, other_id: int) -> tuple[Contact, Contact]:
    rows = Contact.objects.for_team(team_id).filter(pk__in=[contact_id, other_id])
    found = {row.pk: row for row in rows.order_by("pk").select_for_update()}
    if len(found) != 2:
        raise NotFound
    return found[contact_id], found[other_id]


def _build_merged_values(kept: Contact, gone: Contact, take: Sequence[str]) -> ContactValues:
    fields: dict[str, Any] = {}
    custom: dict[int, Any] = {}
    for name in take:
        key = name.removeprefix(CUSTOM)
        if name in history.EDITABLE_FIELDS:
            fields[name] = getattr(gone, name)
        elif name.startswith(CUSTOM) and key in gone.custom_field:
            custom[int(key)] = gone.custom_field[key]
        else:
            raise FieldsInvalid.of("take", FIELD_NOT_ON_OTHER_CONTACT, name)
    return ContactValues(fields, sorted({*kept.label_ids, *gone.label_ids}), custom)
