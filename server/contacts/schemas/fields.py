"""Custom fields on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from server.contacts.values import FIELD_NAME_LENGTH, CustomValue, FieldType, clean_text
from server.core.in_use import UseKind
from server.core.schemas import Out, Schema

Name = Annotated[str, Field(max_length=FIELD_NAME_LENGTH), AfterValidator(clean_text), Field(min_length=1)]
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


class FieldExampleOut(Out):
    """A value before and after the change. `after` is null if it would be lost."""

    before: CustomValue
    after: CustomValue


class UseOut(Out):
    """A record that uses the field."""

    kind: UseKind
    name: str = ""


class FieldCheckOut(Out):
    """How the values of contacts would change. `holding` is the number of contacts with a value.

    At most 200,000 contacts are checked; `exact` is false if there are more. `uses` lists the records that prevent a
    change of type.
    """

    holding: int
    kept: int
    converted: int
    lost: int
    exact: bool
    converted_examples: Sequence[FieldExampleOut]
    lost_examples: Sequence[FieldExampleOut]
    uses: Sequence[UseOut]


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
