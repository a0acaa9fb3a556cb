"""Two people who edit one record: an edit replaces nothing that its author has not seen."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, JsonValue
from pydantic_core import to_jsonable_python

from server.core.errors import EditConflict

NAME_LENGTH = 64
MOST_BASE_VALUES = 500

BaseValues = Annotated[
    dict[Annotated[str, Field(max_length=NAME_LENGTH)], JsonValue],
    Field(max_length=MOST_BASE_VALUES, description="The values that were read before they were edited, by field."),
]


def check_base(base: Mapping[str, JsonValue], *, stored: Mapping[str, object], new: Mapping[str, object]) -> None:
    """Raises EditConflict where a stored value is neither the one that was read nor the new one.

    All three are by names on the wire, and compared as JSON. A field that `base` does not have is not checked.
    """
    contested = {
        name: value
        for name in sorted(set(new) & set(base))
        if (value := to_jsonable_python(stored.get(name))) not in (base[name], to_jsonable_python(new[name]))
    }
    if contested:
        raise EditConflict(payload={"fields": list(contested), "values": contested})
