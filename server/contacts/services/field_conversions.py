"""Converts a custom field to another type or set of choices, and previews the result.

A bulk action converts (`bulk_operations`). Its first step changes the field, so that new values have the new type. Then
it converts the stored values in batches. Conversion is idempotent, so a crash does no harm. Readers ignore values that
do not fit the type.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from server.contacts import events
from server.contacts.errors import FieldBusy, ImportUnfinished
from server.contacts.models import BulkAction, Contact, CustomField, ImportJob
from server.contacts.selectors import fields as field_selectors
from server.contacts.sql import contacts as contacts_sql
from server.contacts.states import BulkState, ImportState
from server.contacts.values import CustomValue, FieldConstraints, FieldType, convert_custom
from server.core import in_use, rooms
from server.core.events import publish

KIND = "retype"
NOUN = "contacts.field.type"
MAX_EXAMPLES = 3
MAX_CHECKED_CONTACTS = 200_000  # contacts per check


@dataclass(frozen=True, slots=True)
class FieldConversionExample:
    """A value before and after. None if it is lost."""

    before: CustomValue
    after: CustomValue


@dataclass(frozen=True, slots=True)
class FieldConversionPreview:
    """The predicted values of a field. `exact` is false if more contacts have a value than were checked."""

    holding: int
    kept: int
    converted: int
    lost: int
    exact: bool
    converted_examples: Sequence[FieldConversionExample]
    lost_examples: Sequence[FieldConversionExample]
    # Records that block the change while they use the field.
    uses: Sequence[in_use.Use]


def is_lossy(field: CustomField, wanted: FieldConstraints) -> bool:
    """Whether the change might affect stored values."""
    return field.type != wanted.kind or bool(set(field.values) - set(wanted.choices))


def preview_conversion(*, team_id: UUID, field: CustomField, wanted: FieldConstraints) -> FieldConversionPreview:
    """Checks at most MAX_CHECKED_CONTACTS contacts."""
    convert = _build_converter(field.build_constraints(wanted.zone), wanted)
    groups = contacts_sql.count_custom_values(team_id, field_id=field.pk, limit=MAX_CHECKED_CONTACTS + 1)
    holding = sum(count for _, count in groups)
    counts = {"kept": 0, "converted": 0, "lost": 0}
    examples: dict[str, list[FieldConversionExample]] = {name: [] for name in counts}
    for before, count in groups:
        after = convert(before)
        fate = "lost" if after is None else "kept" if _display(before) == _display(after) else "converted"
        counts[fate] += count
        if len(examples[fate]) < MAX_EXAMPLES:
            examples[fate].append(FieldConversionExample(before, after))
    return FieldConversionPreview(
        holding=holding,
        **counts,
        exact=holding <= MAX_CHECKED_CONTACTS,
        converted_examples=examples["converted"],
        lost_examples=examples["lost"],
        uses=in_use.find_uses(NOUN, team_id=team_id, ids=[_build_use_id(field, wanted)]),
    )


def check_not_converting(*, team_id: UUID, field: CustomField) -> None:
    """Raises FieldBusy."""
    if get_running_conversions(team_id).get(field.pk) is not None:
        raise FieldBusy


def check_conversion(*, team_id: UUID, field: CustomField, wanted: FieldConstraints) -> None:
    """Raises InUse if a record uses the field in a way that the new type does not support.

    Raises ImportUnfinished while an import writes values of the old type.
    """
    in_use.check(NOUN, team_id=team_id, ids=[_build_use_id(field, wanted)])
    _check_imports(team_id)


def get_running_conversions(team_id: UUID) -> dict[int, FieldType]:
    running = BulkAction.objects.for_team(team_id).filter(state=BulkState.RUNNING, kind=KIND)
    return {options["field_id"]: FieldType(options["type"]) for options in running.values_list("options", flat=True)}


def start_conversion(row: BulkAction) -> None:
    """Changes the field and marks the contacts with a value, which now reads differently.

    Ignores a field deleted since. Raises ImportUnfinished.
    """
    fields = CustomField.objects.for_team(row.team_id).select_for_update()
    field = fields.filter(pk=row.options["field_id"], deleted_at__isnull=True).first()
    if field is None:
        return
    _check_imports(row.team_id)
    row.options |= {"old": {"type": field.type, "values": field.values}}
    field.type, field.values = row.options["type"], row.options["values"]
    field.save(update_fields=["type", "values"])
    contacts_sql.mark_contacts_with_value(row.team_id, field_id=field.pk)
    publish(events.FieldChanged(action="updated", field_id=field.pk), rooms=[rooms.team(row.team_id)])


def filter_with_value(contacts: QuerySet[Contact], options: Mapping[str, Any]) -> QuerySet[Contact]:
    return contacts.filter(custom_field__has_key=str(options["field_id"]))


def convert_batch(team_id: UUID, ids: Sequence[int], options: Mapping[str, Any]) -> int:
    field = field_selectors.query_fields(team_id).filter(pk=options["field_id"]).first()
    if field is None:
        return 0
    old = options["old"]
    before = CustomField(type=old["type"], values=old["values"])
    zone = field_selectors.get_timestamp_zone(team_id, [before, field])
    convert = _build_converter(before.build_constraints(zone), field.build_constraints(zone))
    stored = contacts_sql.lock_custom_values(team_id, field_id=field.pk, ids=ids)
    changed = {key: after for key, value in stored if not _is_same(value, after := convert(value))}
    contacts_sql.write_custom_values(team_id, field_id=field.pk, values=changed)
    return len(changed)


def _build_converter(old: FieldConstraints, new: FieldConstraints) -> Callable[[Any], CustomValue]:
    return lambda value: convert_custom(value, old=old, new=new)


def _display(value: object) -> str:
    # A value that looks the same, such as 12 and "12" or a choice and a list of it, counts as unchanged.
    if isinstance(value, list):
        return "; ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_same(before: object, after: object) -> bool:
    # 1 == True in Python.
    return type(before) is type(after) and before == after


def _check_imports(team_id: UUID) -> None:
    if ImportJob.objects.for_team(team_id).filter(state=ImportState.RUNNING).exists():
        raise ImportUnfinished


def _build_use_id(field: CustomField, wanted: FieldConstraints) -> str:
    return f"{field.pk}:{wanted.kind}"
