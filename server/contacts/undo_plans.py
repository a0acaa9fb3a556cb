"""Plans how an undo restores a contact. Pure functions, shared by the forecast and the undo."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from server.contacts.models import Contact

# (custom field id, value) -> whether the field still accepts the value; None if there is no such field
Fits = Callable[[str, Any], bool | None]


@dataclass(slots=True)
class RestoredContact:
    """The restored contact. `left` names the values that remain because they were changed since."""

    values: dict[str, Any]
    custom: dict[str, Any]
    label_ids: list[int]
    unlabelled: set[int] = field(default_factory=set)
    left: list[str] = field(default_factory=list)
    is_changed: bool = False


def plan_of(contact: Contact, changes: Iterable[Mapping[str, Any]], fits: Fits) -> RestoredContact:
    """Reverts the changes, newest first, where the value is still the imported one.

    Removes labels that the import added.
    """
    plan = RestoredContact({}, dict(contact.custom_field), list(contact.label_ids))
    for change in changes:
        for name, (before, written) in _plain(change):
            _put_back(plan, name, _as_stored(plan.values.get(name, getattr(contact, name))), before, written)
        for key, (before, written) in change.get("custom", {}).items():
            _put_back_custom(plan, key, before, written, fits)
        plan.unlabelled |= set(change.get("labels", ())) & set(plan.label_ids)
    plan.label_ids = [label for label in plan.label_ids if label not in plan.unlabelled]
    plan.is_changed = plan.is_changed or bool(plan.unlabelled)
    return plan


_PARTS = {"custom", "labels"}


def _plain(change: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(name, pair) for name, pair in change.items() if name not in _PARTS]


def _put_back(plan: RestoredContact, name: str, current: Any, before: Any, written: Any) -> None:
    if current == written:
        plan.values[name] = before
        plan.is_changed = True
    elif current != before:
        _leave(plan, name)


def _put_back_custom(plan: RestoredContact, key: str, before: Any, written: Any, fits: Fits) -> None:
    current = plan.custom.get(key)
    fit = fits(key, before)
    if fit is None or current == before:
        return
    if current != written or not fit:
        _leave(plan, f"custom:{key}")
        return
    plan.is_changed = True
    if before is None:
        del plan.custom[key]
    else:
        plan.custom[key] = before


def _leave(plan: RestoredContact, name: str) -> None:
    if name not in plan.left:
        plan.left.append(name)


def _as_stored(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value
