"""Writes of custom fields."""

import re
from collections.abc import Sequence
from uuid import UUID

from django.db import IntegrityError, transaction

from server.activity.services import record
from server.contacts import events
from server.contacts.causes import CHOICE_SEPARATOR, NO_CHOICES
from server.contacts.errors import FieldExists, TagInvalid
from server.contacts.filters import ContactFilter
from server.contacts.models import CustomField
from server.contacts.selectors import fields as field_selectors
from server.contacts.services import bulk, field_conversions
from server.contacts.services.field_conversions import FieldConversionPreview
from server.contacts.sql import contacts as contacts_sql
from server.contacts.values import CHOICE_TYPES, MAX_FIELD_NAME_LENGTH, SEPARATOR, FieldConstraints, FieldType
from server.core import clock, in_use, jobs, rooms
from server.core.callers import Caller
from server.core.errors import FieldsInvalid, NotFound
from server.core.events import publish
from server.plans import quota
from server.plans.features import CUSTOM_FIELD

NOUN = "contacts.field"
BATCH_SIZE = 5_000  # contacts per transaction
AUDIT_ACTIONS: dict[events.Action, str] = {"created": "CREATED", "updated": "UPDATED", "deleted": "DELETED"}


def create(
    *, team_id: UUID, name: str, kind: FieldType, by: Caller, values: Sequence[str] = (), category: str = "CONTACT"
) -> CustomField:
    """Raises QuotaExceeded, FieldExists, TagInvalid, and FieldsInvalid without required choices."""
    choices = _clean_choices(kind, values)
    with transaction.atomic():
        field = CustomField(
            team_id=team_id,
            name=name,
            tag=_build_tag(name),
            type=kind,
            values=choices,
            category=category,
            created_at=clock.now(),
        )
        _save_once(field)
        quota.use(team_id=team_id, limit=CUSTOM_FIELD)
        _publish(field, "created", by)
    return field


def update(
    *, team_id: UUID, field_id: int, name: str, kind: FieldType | None, values: Sequence[str], by: Caller
) -> CustomField:
    """Changes name, choices and, unless None, the type. A bulk action converts values that might not fit.

    Raises NotFound, FieldExists, FieldsInvalid, FieldBusy, and for another type InUse and ImportUnfinished.
    """
    with transaction.atomic():
        field = _lock_field(team_id, field_id)
        wanted = _build_field_constraints(field, kind, values)
        field.name = name
        if field_conversions.is_lossy(field, wanted):
            field_conversions.check_not_converting(team_id=team_id, field=field)
            field_conversions.check_conversion(team_id=team_id, field=field, wanted=wanted)
            options = {"field_id": field.pk, "type": wanted.kind, "values": list(wanted.choices)}
            bulk.start(
                team_id=team_id, kind=field_conversions.KIND, wanted=ContactFilter(search=None), options=options, by=by
            )
        elif field.values != list(wanted.choices):
            field_conversions.check_not_converting(team_id=team_id, field=field)
            field.values = list(wanted.choices)
        _save_once(field)
        _publish(field, "updated", by)
    return field


def preview_change(
    *, team_id: UUID, field_id: int, kind: FieldType | None, values: Sequence[str]
) -> FieldConversionPreview:
    """Raises NotFound, FieldsInvalid."""
    field = field_selectors.get_field(team_id=team_id, field_id=field_id)
    return field_conversions.preview_conversion(
        team_id=team_id, field=field, wanted=_build_field_constraints(field, kind, values)
    )


def delete(*, team_id: UUID, field_id: int, by: Caller) -> None:
    """Hides a field immediately; a job clears its values. Raises NotFound, InUse."""
    with transaction.atomic():
        field = field_selectors.get_field(team_id=team_id, field_id=field_id)
        in_use.check(NOUN, team_id=team_id, ids=[str(field_id)])
        CustomField.objects.for_team(team_id).filter(pk=field_id).update(deleted_at=clock.now())
        quota.return_units(team_id=team_id, limit=CUSTOM_FIELD)
        jobs.enqueue("contacts.clear_field_values", team_id=str(team_id), field_id=field_id)
        _publish(field, "deleted", by)


def clear_values(*, team_id: UUID, field_id: int) -> None:
    """Runs in batches. Idempotent."""
    field = CustomField.objects.for_team(team_id).filter(pk=field_id, deleted_at__isnull=False).first()
    if field is None:
        return
    last: int | None = 0
    while last is not None:
        with transaction.atomic():
            last = contacts_sql.clear_custom_values(team_id, field_id=field_id, after=last, limit=BATCH_SIZE)
    field.delete()


def _lock_field(team_id: UUID, field_id: int) -> CustomField:
    """The first step of a type change waits for this lock."""
    field = field_selectors.query_fields(team_id).select_for_update().filter(pk=field_id).first()
    if field is None:
        raise NotFound
    return field


def _build_field_constraints(field: CustomField, kind: str | None, values: Sequence[str]) -> FieldConstraints:
    kind = kind or field.type
    wanted = CustomField(type=kind, values=_clean_choices(kind, values))
    return wanted.build_constraints(field_selectors.get_timestamp_zone(field.team_id, [field, wanted]))


def _clean_choices(kind: str, values: Sequence[str]) -> list[str]:
    if kind not in CHOICE_TYPES:
        return []
    choices = list(dict.fromkeys(value for value in values if value))
    if not choices:
        raise FieldsInvalid.of("values", NO_CHOICES)
    divided = next((choice for choice in choices if re.search(SEPARATOR, choice)), None)
    if kind == FieldType.MULTI_CHOICE and divided is not None:
        raise FieldsInvalid.of("values", CHOICE_SEPARATOR, divided)
    return choices


def _build_tag(name: str) -> str:
    tag = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    if not tag or not tag[0].isalpha():
        raise TagInvalid(payload={"field": "name", "value": name})
    return tag[:MAX_FIELD_NAME_LENGTH]


def _save_once(field: CustomField) -> None:
    try:
        with transaction.atomic():
            field.save()
    except IntegrityError as error:
        raise FieldExists(payload={"field": "name", "value": field.name}) from error


def _publish(field: CustomField, action: events.Action, by: Caller) -> None:
    link = f"/contacts/fields#{field.pk}"
    record(
        team_id=field.team_id,
        reference="contact-field",
        action=AUDIT_ACTIONS[action],
        name=field.name,
        by=by,
        link=link,
    )
    publish(events.FieldChanged(action=action, field_id=field.pk), rooms=[rooms.team(field.team_id)])
