"""Schema of a condition on a field."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from server.lookups.geography import find_country_name
from server.segments.rules.kinds import NAME_PATTERN, Condition

MAX_CHOICES = 100
MAX_TEXT_LENGTH = 200
FIELD_NAME_PATTERN = r"^([a-z][A-Za-z]*|custom:[0-9]{1,19})$"

Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT_LENGTH)]
Value = (
    bool
    | float
    | Text
    | Annotated[list[float], Field(min_length=2, max_length=2)]
    | Annotated[list[Text], Field(min_length=1, max_length=MAX_CHOICES)]
    | None
)


class FieldRule(Condition):
    """A condition on a field: a standard field, or `custom:<id>`. The value must fit the operator."""

    # `kind.check` checks it with the team's fields.

    kind: Literal["field"]
    field: Annotated[str, Field(max_length=40, pattern=FIELD_NAME_PATTERN)]
    operator: Annotated[str, Field(max_length=24, pattern=NAME_PATTERN)]
    value: Value = None

    @model_validator(mode="after")
    def _normalize_country(self) -> "FieldRule":
        if self.field == "country" and self.operator in ("is", "isNot") and isinstance(self.value, str):
            self.value = find_country_name(self.value) or self.value
        return self
