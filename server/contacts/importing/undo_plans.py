"""Plans how an undo restores a contact. Pure functions, shared by the preview and the undo."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from server.contacts.models import Contact

# (custom field id, value) -> whether the field still accepts the value; None if there is no such field
FieldValidator = Callable[[str, Any], bool | None]


@dataclass(slots=True)
class RestoredContact:
    """The restored contact. `left` names the values that remain because they were changed since."""

    values: dict[str, Any]
    custom: dict[str, Any]
    label_ids: list[int]
    unlabelled: set[int] = field(default_factory=set)
    left: list[str] = field(default_factory=list)
    is_changed: bool = False


def build_plan(contact: Contact, changes: Iterable[Mapping[str, Any]], fits: FieldValidator) -> RestoredContact:
    """Reverts the changes, newest first, where the value is still the imported one.

    Removes labels that the import added.
    """
    plan = RestoredContact({}, dict(contact.custom_field), list(contact.label_ids))
    for change in changes:
        for name, (before, written) in _list_standard_changes(change):
            _restore_value(
                plan, name, _convert_to_stored(plan.values.get(name, getattr(contact, name))), before, written
            )
        for key, (before, written) in change.get("custom", {}).items():
            _restore_custom_value(plan, key, before, written, fits)
        plan.unlabelled |= set(change.get("labels", ())) & set(plan.label_ids)
    plan.label_ids = [label for label in plan.label_ids if label not in plan.unlabelled]
    plan.is_changed = plan.is_changed or bool(plan.unlabelled)
    return plan


_NESTED_KEYS = {"custom", "labels"}


def _list_standard_changes(change: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(name, pair) for name, pair in change.items() if name not in _NESTED_KEYS]


def _restore_value(plan: RestoredContact, name: str, current: Any, before: Any, written: Any) -> None:
    if current == written:
        plan.values[name] = before
        plan.is_changed = True
    elif current != before:
        _mark_unrestored(plan, name)


def _restore_custom_value(plan: RestoredContact, key: str, before: Any, written: Any, fits: FieldValidator) -> None:
    current = plan.custom.get(key)
    fit = fits(key, before)
    if fit is None or current == before:
        return
    if current != written or not fit:
        _mark_unrestored(plan, f"custom:{key}")
        return
    plan.is_changed = True
    if before is None:
        del plan.custom[key]
    else:
        plan.custom[key] = before


def _mark_unrestored(plan: RestoredContact, name: str) -> None:
    if name not in plan.left:
        plan.left.append(name)


def _convert_to_stored(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value
