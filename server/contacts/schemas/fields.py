"""Schemas of custom fields."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from server.contacts.values import MAX_FIELD_NAME_LENGTH, FieldType, clean_text
from server.core.schemas import Out, Schema

Name = Annotated[str, Field(max_length=MAX_FIELD_NAME_LENGTH), AfterValidator(clean_text), Field(min_length=1)]
Values = Annotated[list[Annotated[str, Field(max_length=100), AfterValidator(clean_text)]], Field(max_length=200)]


class FieldIn(Schema):
    """A new custom field. `values` are the choices of the types `dropdown` and `multiChoice`."""

    # CONT-39

    name: Name
    type: FieldType
    values: Values = []
    category: Literal["CONTACT"] = "CONTACT"


class FieldChange(Schema):
    """Changes to a custom field. Its merge tag never changes; without `type`, its type is unchanged.

    If contacts might have values that do not fit, type and choices change in the background, together with the values.
    """

    name: Name
    type: FieldType | None = None
    values: Values = []


class FieldCheckIn(Schema):
    """A new type and choices to check."""

    type: FieldType | None = None
    values: Values = []


class FieldOut(Out):
    """A custom field. `tag` is its name in merge tags. `becoming` is its new type while values are being converted."""

    # CONT-32 to 35.

    id: int
    name: str
    tag: str
    type: FieldType
    values: list[str]
    category: str
    becoming: FieldType | None = None
    created_at: datetime
