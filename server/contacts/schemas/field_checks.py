"""Schemas of custom field checks. Import only from the API: they need the kinds of uses that apps register."""

from collections.abc import Sequence

from server.contacts.values import CustomValue
from server.core.in_use import UseKind
from server.core.schemas import Out


class FieldExampleOut(Out):
    """A value before and after the change. `after` is null if it would be lost."""

    before: CustomValue
    after: CustomValue


class FieldUseOut(Out):
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
    uses: Sequence[FieldUseOut]
