"""Writes of contacts. Lock order everywhere: contacts by id, labels by id, the quota counter."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from server.activity.services import clear_links, record
from server.contacts import events
from server.contacts.causes import UNKNOWN_CUSTOM_FIELD
from server.contacts.errors import ContactExists
from server.contacts.models import (
    Contact,
    ContactConsent,
    ContactEntry,
    ContactLabel,
    ContactNote,
    ContactPreference,
    PendingContact,
    StageChange,
)
from server.contacts.selectors import fields as field_selectors
from server.contacts.selectors import labels as label_selectors
from server.contacts.services import exports, history
from server.contacts.services.history import ConsentProof, PreviousValues
from server.contacts.states import ConsentSource, ContactState
from server.contacts.values import CustomValue, clean_custom
from server.core import clock, in_use, requests, rooms
from server.core.callers import Caller
from server.core.causes import NOT_EMAIL, CauseError
from server.core.edits import check_base
from server.core.errors import FieldsInvalid, NotFound
from server.core.events import publish
from server.plans import quota
from server.plans.features import CONTACT

NOUN = "contacts.contact"
MAX_EVENT_IDS = 100  # Maximum ids in one event. Lists refetch if there are more.


@dataclass(frozen=True, slots=True)
class ContactValues:
    """Values of a contact.

    `fields` are keyed by name, `custom_field` by field id. None leaves `label_ids` unchanged and removes a custom
    value.
    """

    fields: Mapping[str, Any]
    label_ids: Sequence[int] | None = None
    custom_field: Mapping[int, CustomValue] = field(default_factory=dict)


def create(
    *, team_id: UUID, values: ContactValues, by: Caller, state: ContactState = ContactState.SUBSCRIBED
) -> Contact:
    """Raises ContactExists, ContactLimitExceeded, and FieldsInvalid for an unknown label or custom field."""
    now = clock.now()
    custom = _clean_custom_values(team_id, values.custom_field)
    labels = label_selectors.check_labels(team_id=team_id, ids=values.label_ids or [])
    contact = Contact(
        team_id=team_id,
        **values.fields,
        state=state,
        label_ids=labels,
        custom_field={key: value for key, value in custom.items() if value is not None},
        created_at=now,
        updated_at=now,
    )
    with transaction.atomic():
        save_once(contact)
        update_label_counts(team_id=team_id, changes=Counter(labels))
        quota.use(team_id=team_id, limit=CONTACT)
        if contact.funnel:
            history.set_stage_change_user(team_id=team_id, ids=[contact.pk], at=now, by=by)
        if state == ContactState.SUBSCRIBED:
            history.create_consent(
                team_id=team_id, contact_id=contact.pk, given=True, proof=ConsentProof(ConsentSource.PERSON, by=by)
            )
        publish_changes(team_id=team_id, action="created", ids=[contact.pk], count=1)
        record(
            team_id=team_id,
            reference="contact",
            action="CREATED",
            name=get_audit_name(contact),
            by=by,
            link=build_link(contact.pk),
        )
    return contact


def update(*, team_id: UUID, contact_id: int, values: ContactValues, by: Caller) -> Contact:
    """Raises NotFound and the errors of `create`."""
    _check_email(values)
    custom = _clean_custom_values(team_id, values.custom_field)
    with transaction.atomic():
        contact = _lock_contact(team_id, contact_id)
        former = PreviousValues.of(contact)
        for name, value in values.fields.items():
            setattr(contact, name, value)
        labels = Counter[int]()
        if values.label_ids is not None:
            wanted = label_selectors.check_labels(team_id=team_id, ids=values.label_ids)
            labels.update(wanted)
            labels.subtract(contact.label_ids)
            contact.label_ids = wanted
        merged = contact.custom_field | custom
        contact.custom_field = {key: value for key, value in merged.items() if value is not None}
        contact.updated_at = clock.now()
        contact.revision += 1
        save_once(contact)
        update_label_counts(team_id=team_id, changes=labels)
        history.record_changes(contact, former, by=by)
        publish_changes(team_id=team_id, action="updated", ids=[contact.pk], count=1)
        record(
            team_id=team_id,
            reference="contact",
            action="UPDATED",
            name=get_audit_name(contact),
            by=by,
            link=build_link(contact.pk),
        )
    return contact


def update_from_base(
    *,
    team_id: UUID,
    contact_id: int,
    base: Mapping[str, CustomValue],
    cleaned_base: Mapping[str, object],
    values: ContactValues,
    by: Caller,
) -> Contact:
    """Updates a contact unless the stored values differ from `base`, which the edit started from.

    `cleaned_base` has the values of `base` as an edit stores them, without custom fields. Raises EditConflict and the
    errors of `update`.
    """
    with transaction.atomic():
        if base:
            contact = _lock_contact(team_id, contact_id)
            _check_email(values)
            check_base(
                base,
                stored={name: getattr(contact, name) for name in values.fields}
                | _build_custom_wire_values(contact.custom_field),
                new={**values.fields, **_build_custom_wire_values(_clean_custom_values(team_id, values.custom_field))},
                cleaned_base={**cleaned_base, **_clean_custom_base(team_id, base)},
            )
        return update(team_id=team_id, contact_id=contact_id, values=values, by=by)


def _check_email(values: ContactValues) -> None:
    if values.fields.get("email", "") is None:
        raise FieldsInvalid.of("email", NOT_EMAIL, example="name@example.com")


def _clean_custom_base(team_id: UUID, base: Mapping[str, CustomValue]) -> dict[str, object]:
    prefix = "customField."
    custom = {name.removeprefix(prefix): value for name, value in base.items() if name.startswith(prefix)}
    cleaned: dict[str, object] = {}
    if custom:
        fields = field_selectors.query_fields(team_id)
        zone = field_selectors.get_timestamp_zone(team_id, fields)
        for each in fields:
            if str(each.pk) in custom:
                with suppress(CauseError):
                    cleaned[f"{prefix}{each.pk}"] = clean_custom(each.build_constraints(zone), custom[str(each.pk)])
    return cleaned


def _lock_contact(team_id: UUID, contact_id: int) -> Contact:
    contact = Contact.objects.for_team(team_id).select_for_update().filter(pk=contact_id).first()
    if contact is None:
        raise NotFound
    return contact


def _build_custom_wire_values(custom: Mapping[str, CustomValue]) -> dict[str, CustomValue]:
    return {f"customField.{key}": value for key, value in custom.items()}


def remove(*, team_id: UUID, ids: Sequence[int]) -> list[Contact]:
    """Deletes contacts and releases their quota, in the caller's transaction. Publishes nothing.

    Returns the deleted contacts. Raises InUse.
    """
    rows = Contact.objects.for_team(team_id).filter(pk__in=ids).order_by("pk").select_for_update()
    gone = list(rows)
    if not gone:
        return []
    keys = [contact.pk for contact in gone]
    clear_links(team_id=team_id, links=map(build_link, keys))
    in_use.check(NOUN, team_id=team_id, ids=[str(key) for key in keys])
    for kept in (ContactEntry, ContactNote, ContactConsent, ContactPreference, StageChange):
        kept.objects.for_team(team_id).filter(contact_id__in=keys).delete()
    exports.discard_subjects(team_id=team_id, contact_ids=keys)
    Contact.objects.for_team(team_id).filter(pk__in=keys).delete()
    lost = Counter[int]()
    lost.subtract(label for contact in gone for label in contact.label_ids)
    update_label_counts(team_id=team_id, changes=lost)
    # Unconfirmed contacts do not use the quota.
    pending, _ = PendingContact.objects.for_team(team_id).filter(contact_id__in=keys).delete()
    if len(gone) > pending:
        quota.return_units(team_id=team_id, limit=CONTACT, amount=len(gone) - pending)
    return gone


def get_audit_name(contact: Contact) -> str:
    return contact.fullname or contact.email


def build_link(contact_id: int) -> str:
    return f"/contacts/{contact_id}"


def build_audit_name(first: str, count: int) -> str:
    return first if count == 1 else f"{first} +{count - 1}"


def publish_changes(*, team_id: UUID, action: events.Action, ids: Iterable[int], count: int) -> None:
    """Publishes one event for all contacts, with at most MAX_EVENT_IDS ids."""
    event = events.ContactChanged(
        action=action, count=count, ids=list(ids)[:MAX_EVENT_IDS], request_id=requests.get_request_id()
    )
    publish(event, rooms=[rooms.team(team_id)])


def update_label_counts(*, team_id: UUID, changes: Mapping[int, int]) -> None:
    """Updates in id order, which prevents deadlocks."""
    for label_id in sorted(label for label, change in changes.items() if change):
        labels = ContactLabel.objects.for_team(team_id).filter(pk=label_id)
        labels.update(contact_count=F("contact_count") + changes[label_id])


def save_once(contact: Contact) -> None:
    """Raises ContactExists if another contact of the team has the address."""
    try:
        with transaction.atomic():
            contact.save()
    except IntegrityError as error:
        raise ContactExists(payload={"field": "email", "value": contact.email}) from error


def _clean_custom_values(team_id: UUID, given: Mapping[int, CustomValue]) -> dict[str, CustomValue]:
    """Returns the values as stored. Raises FieldsInvalid with the first invalid one."""
    if not given:
        return {}
    known = {field.pk: field for field in field_selectors.query_fields(team_id)}
    zone = field_selectors.get_timestamp_zone(team_id, known.values())
    record: dict[str, CustomValue] = {}
    for field_id, value in given.items():
        field = known.get(field_id)
        if field is None:
            raise FieldsInvalid.of(f"customField.{field_id}", UNKNOWN_CUSTOM_FIELD, field_id)
        try:
            cleaned = clean_custom(field.build_constraints(zone), value)
        except CauseError as error:
            raise FieldsInvalid.of_error(f"customField.{field_id}", error, value) from error
        record[str(field_id)] = cleaned
    return record
