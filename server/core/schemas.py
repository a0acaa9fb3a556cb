"""The base of every API schema: snake_case in Python, camelCase in JSON (docs/architecture/http.md)."""

import math
from collections.abc import Mapping
from itertools import chain
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, field_validator
from pydantic.alias_generators import to_camel

from server.core.bounded_types import STORED
from server.core.causes import NOT_FINITE, NUL_CHARACTER, Cause, CauseError


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
    def reject_unstorable(cls, value: Any) -> Any:
        """PostgreSQL's text can't contain NUL, and its JSON neither infinity (such as 1e999) nor NaN."""
        cause = _find_unstorable(value)
        if cause is not None:
            raise CauseError(cause)
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


def _find_unstorable(value: object) -> Cause | None:
    if isinstance(value, str):
        return NUL_CHARACTER if "\x00" in value else None
    if isinstance(value, float):
        return None if math.isfinite(value) else NOT_FINITE
    if isinstance(value, list):
        return next(filter(None, map(_find_unstorable, value)), None)
    if isinstance(value, dict):
        return next(filter(None, map(_find_unstorable, chain(value, value.values()))), None)
    return None
