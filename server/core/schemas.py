"""The base of every schema on the wire: snake_case here, camelCase there (docs/architecture.md, Wire)."""

from typing import Any

from ninja import Schema as NinjaSchema
from pydantic import ConfigDict
from pydantic.alias_generators import to_camel


class Schema(NinjaSchema):
    """A body, an answer or an event. Unknown fields of a body are refused, so that a typing slip can't be lost."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True, extra="forbid")


class Out(Schema):
    """An answer: made from objects by attribute, so nothing is forbidden."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True, extra="ignore")


class ErrorOut(Out):
    """The one error body (ERR-01 to 03); `number` only where the specification gives a numeric code."""

    code: str
    message: str
    payload: dict[str, Any] | None = None
    number: int | None = None
