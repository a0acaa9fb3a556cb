"""Custom fields on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from server.contacts.values import FIELD_NAME_LENGTH, CustomValue, FieldType, clean_text
from server.core.schemas import Out, Schema

Name = Annotated[str, Field(max_length=FIELD_NAME_LENGTH), AfterValidator(clean_text), Field(min_length=1)]
Values = Annotated[list[Annotated[str, Field(max_length=100), AfterValidator(clean_text)]], Field(max_length=200)]


class FieldIn(Schema):
    """A new custom field; `values` are the choices of a dropdown and of several choices (CONT-39)."""

    name: Name
    type: FieldType
    values: Values = []
    category: Literal["CONTACT"] = "CONTACT"


class FieldChange(Schema):
    """What may change of a custom field: its merge tag stays, and its type where none is given.

    Where contacts may hold what doesn't fit, type and choices change a moment later, with the values.
    """

    name: Name
    type: FieldType | None = None
    values: Values = []


class FieldCheckIn(Schema):
    """Asks what a change of type and choices would do."""

    type: FieldType | None = None
    values: Values = []


class FieldExampleOut(Out):
    """A value as it is and as it would be, null when it would be lost."""

    before: CustomValue
    after: CustomValue


class FieldCheckOut(Out):
    """What would become of the values that `holding` contacts hold; at most 200,000 are looked at, `exact` says whether
    that is all of them. `uses` names what keeps the type from being changed."""

    holding: int
    kept: int
    converted: int
    lost: int
    exact: bool
    converted_examples: Sequence[FieldExampleOut]
    lost_examples: Sequence[FieldExampleOut]
    uses: Sequence[str]


class FieldOut(Out):
    """CONT-32 to 35. `tag` is the field's name in merge tags, `becoming` the type that its values are to have."""

    id: int
    name: str
    tag: str
    type: FieldType
    values: list[str]
    category: str
    becoming: FieldType | None = None
    created_at: datetime
