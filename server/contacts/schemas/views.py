"""Schemas of saved views."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from server.contacts.filters import ContactFilter
from server.contacts.values import MAX_VIEW_NAME_LENGTH, clean_text
from server.core.bounded_types import BigId, Flag
from server.core.pagination import SORT
from server.core.schemas import Out, Schema

MAX_COLUMNS = 200
MAX_COLUMN_NAME_LENGTH = 40

Name = Annotated[str, Field(max_length=MAX_VIEW_NAME_LENGTH), AfterValidator(clean_text), Field(min_length=1)]


Columns = Annotated[list[Annotated[str, Field(max_length=MAX_COLUMN_NAME_LENGTH)]], Field(max_length=MAX_COLUMNS)]


class ContactViewIn(Schema):
    """A saved view: its filter, order and visible columns."""

    name: Name
    shared: Flag = False
    filter: ContactFilter = ContactFilter(search=None)
    sort: str | None = Field(None, max_length=64, pattern=SORT)
    columns: Columns = []


class ContactViewOut(Out):
    """A saved view. `own` is true if it belongs to the caller; `fullname` is its owner."""

    id: int
    name: str
    shared: bool
    own: bool
    fullname: str
    filter: ContactFilter
    sort: str | None
    columns: Sequence[str]
    updated_at: datetime


class ContactViewsOut(Out):
    """The caller’s views and those shared by other members, ordered by name. The list opens with `defaultId`.

    Views without columns of their own show `columns`; null if the caller never chose any.
    """

    items: Sequence[ContactViewOut]
    default_id: int | None
    columns: Sequence[str] | None


class DefaultViewIn(Schema):
    """The default view of the caller’s list. Null for none."""

    view_id: BigId | None


class ColumnsIn(Schema):
    """Visible columns of the caller’s list."""

    columns: Columns
