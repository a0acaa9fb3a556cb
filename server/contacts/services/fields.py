"""Writes of custom fields."""

import re
from collections.abc import Sequence
from uuid import UUID

from django.db import IntegrityError, transaction

from server.contacts import events
from server.contacts.errors import FieldExists, TagInvalid
from server.contacts.models import SLOT_COUNTS, SLOT_LETTERS, CustomField
from server.contacts.schemas.fields import FieldChange, FieldIn
from server.contacts.selectors import fields as field_selectors
from server.contacts.sql import contacts as contacts_sql
from server.contacts.values import FIELD_NAME_LENGTH, FieldType
from server.core import clock, in_use, jobs, rooms
from server.core.callers import Caller
from server.core.errors import FieldsInvalid
from server.core.events import publish
from server.plans import quota
from server.plans.features import CUSTOM_FIELD
from server.teams.models import Team

RANGE = 5_000  # contacts cleared in one transaction


def create(*, team_id: UUID, fields: FieldIn, by: Caller) -> CustomField:
    """A new custom field. Raises QuotaExceeded, FieldExists, TagInvalid, FieldsInvalid for want of choices."""
    values = _choices(fields.type, fields.values)
    with transaction.atomic():
        # Two at once must not take one slot: the team's row is the queue.
        Team.objects.select_for_update(no_key=True).get(pk=team_id)
        field = CustomField(
            team_id=team_id,
            name=fields.name,
            tag=_tag(fields.name),
            type=fields.type,
            values=values,
            category=fields.category,
            slot=_free_slot(team_id, fields.type),
            created_at=clock.now(),
        )
        _save_once(field)
        quota.use(team_id=team_id, limit=CUSTOM_FIELD)
        _tell(field, "created")
    return field


def update(*, team_id: UUID, field_id: int, change: FieldChange, by: Caller) -> CustomField:
    """Changes the name and the choices; values that contacts hold stay. Raises NotFound, FieldExists, FieldsInvalid."""
    with transaction.atomic():
        field = field_selectors.get(team_id=team_id, field_id=field_id)
        field.name = change.name
        field.values = _choices(field.type, change.values)
        _save_once(field)
        _tell(field, "updated")
    return field


def delete(*, team_id: UUID, field_id: int, by: Caller) -> None:
    """Takes a field away at once; a job clears its values. Raises NotFound, InUse."""
    with transaction.atomic():
        field = field_selectors.get(team_id=team_id, field_id=field_id)
        in_use.check("contacts.field", team_id=team_id, ids=[str(field_id)])
        CustomField.objects.for_team(team_id).filter(pk=field_id).update(deleted_at=clock.now())
        quota.give_back(team_id=team_id, limit=CUSTOM_FIELD)
        jobs.enqueue("contacts.forget_field", team_id=str(team_id), field_id=field_id)
        _tell(field, "deleted")


def forget(*, team_id: UUID, field_id: int) -> None:
    """Clears the values of a deleted field, a range at a time, then frees its slot. Safe to run again."""
    field = CustomField.objects.for_team(team_id).filter(pk=field_id, deleted_at__isnull=False).first()
    if field is None:
        return
    last: int | None = 0
    while last is not None:
        with transaction.atomic():
            last = contacts_sql.drop_custom(team_id, field_id=field_id, slot=field.slot, after=last, limit=RANGE)
    field.delete()


def _choices(kind: str, values: Sequence[str]) -> list[str]:
    if kind != FieldType.DROPDOWN:
        return []
    choices = list(dict.fromkeys(value for value in values if value))
    if not choices:
        raise FieldsInvalid.of("values", "Give at least one choice.")
    return choices


def _tag(name: str) -> str:
    """The name in merge tags: lower case, words joined by underscores, beginning with a letter."""
    tag = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    if not tag or not tag[0].isalpha():
        raise TagInvalid(payload={"field": "name", "value": name})
    return tag[:FIELD_NAME_LENGTH]


def _free_slot(team_id: UUID, kind: str) -> str | None:
    """The lowest slot of the type that no field holds, a deleted one neither, as its values may still be there."""
    taken = set(CustomField.objects.for_team(team_id).values_list("slot", flat=True))
    letter = SLOT_LETTERS[FieldType(kind)]
    slots = (f"{letter}{number}" for number in range(1, SLOT_COUNTS[letter] + 1))
    return next((slot for slot in slots if slot not in taken), None)


def _save_once(field: CustomField) -> None:
    try:
        with transaction.atomic():
            field.save()
    except IntegrityError as error:
        raise FieldExists(payload={"field": "name", "value": field.name}) from error


def _tell(field: CustomField, action: events.Action) -> None:
    publish(events.FieldChanged(action=action, field_id=field.pk), rooms=[rooms.team(field.team_id)])
