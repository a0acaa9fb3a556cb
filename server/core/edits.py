"""Concurrent edits of a record: an edit never replaces a value that its author has not seen."""

from collections.abc import Mapping
from types import MappingProxyType

from pydantic_core import to_jsonable_python

from server.core.causes import UNKNOWN_FIELD
from server.core.errors import EditConflict, FieldsInvalid

MAX_NAME_LENGTH = 64
MAX_BASE_VALUES = 500


def check_base(
    base: Mapping[str, object],
    *,
    stored: Mapping[str, object],
    new: Mapping[str, object],
    cleaned_base: Mapping[str, object] = MappingProxyType({}),
) -> None:
    """Compares the values that an edit started from with the stored ones, as JSON, by the names of the API.

    Raises EditConflict if a stored value differs both from `base` and from the new value, and FieldsInvalid for a name
    in `base` that the edit does not change. A field without a base value is not compared. `cleaned_base` has the values
    of `base` as an edit stores them: after a save without a response a client knows only what it sent.
    """
    for name in base:
        if name not in new:
            raise FieldsInvalid.of(f"base.{name}", UNKNOWN_FIELD)
    values = {name: to_jsonable_python(stored.get(name)) for name in sorted(base)}
    cleaned = {name: to_jsonable_python(value) for name, value in cleaned_base.items()}
    contested = {
        name: value
        for name, value in values.items()
        if value not in (base[name], cleaned.get(name, base[name]), to_jsonable_python(new[name]))
    }
    if contested:
        raise EditConflict(payload={"fields": list(contested), "values": contested})
