"""Custom fields on the wire."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from server.contacts.values import FIELD_NAME_LENGTH, FieldType, clean_text
from server.core.schemas import Out, Schema

Name = Annotated[str, Field(max_length=FIELD_NAME_LENGTH), AfterValidator(clean_text), Field(min_length=1)]
Values = Annotated[list[Annotated[str, Field(max_length=100), AfterValidator(clean_text)]], Field(max_length=200)]


class FieldIn(Schema):
    """A new custom field; `values` are the choices of a dropdown (CONT-39)."""

    name: Name
    type: FieldType
    values: Values = []
    category: Literal["CONTACT"] = "CONTACT"


class FieldChange(Schema):
    """What may change of a custom field: its type and its merge tag stay."""

    name: Name
    values: Values = []


class FieldOut(Out):
    """CONT-32 to 35. `tag` is the field's name in merge tags."""

    id: int
    name: str
    tag: str
    type: FieldType
    values: list[str]
    category: str
    created_at: datetime
