"""The base of every API schema: snake_case in Python, camelCase in JSON (docs/architecture/http.md)."""

from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, field_validator
from pydantic.alias_generators import to_camel

from server.core.bounded_types import STORED
from server.core.causes import NUL_CHARACTER, CauseError


class CamelCaseSchema(BaseModel):
    """The base of request and response schemas, with camelCase names in JSON.

    Not Ninja's own Schema, which reads every attribute of a response through Django's template engine: that takes most
    of the time of a long list.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class Schema(CamelCaseSchema):
    """A body, a query or an event. Unknown fields are rejected, so that a misspelled name is not ignored."""

    model_config = ConfigDict(extra="forbid")

    @classmethod
    def of_stored(cls, value: Mapping[str, Any]) -> Self:
        """Reads a stored value. Dates and integers out of bounds are clamped, so that an old record stays readable."""
        return cls.model_validate(value, context={STORED: True})

    @field_validator("*")
    @classmethod
    def refuse_nul(cls, value: Any) -> Any:
        """PostgreSQL's text can't contain NUL: accepting one would cause a 500."""
        if _has_nul(value):
            raise CauseError(NUL_CHARACTER)
        return value


class Out(CamelCaseSchema):
    """A response, built from objects by attribute. Attributes without a field are ignored."""

    model_config = ConfigDict(extra="ignore")


class ErrorOut(Out):
    """The body of every error. `code` identifies the error and `message` describes it in English.

    `number` is set only for errors with a numeric code.
    """

    # ERR-01 to 03

    code: str
    message: str
    payload: dict[str, Any] | None = None
    number: int | None = None


def _has_nul(value: object) -> bool:
    if isinstance(value, str):
        return "\x00" in value
    if isinstance(value, list):
        return any(_has_nul(item) for item in value)
    if isinstance(value, dict):
        return any(_has_nul(key) or _has_nul(item) for key, item in value.items())
    return False
