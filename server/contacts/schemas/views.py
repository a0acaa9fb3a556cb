"""Saved views of the list on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from server.contacts.schemas.contacts import ContactFilter
from server.contacts.values import VIEW_NAME_LENGTH, clean_text
from server.core.pagination import SORT
from server.core.schemas import Out, Schema
from server.core.wire_types import BigId, Flag

MOST_COLUMNS = 200
COLUMN_LENGTH = 40

Name = Annotated[str, Field(max_length=VIEW_NAME_LENGTH), AfterValidator(clean_text), Field(min_length=1)]


Columns = Annotated[list[Annotated[str, Field(max_length=COLUMN_LENGTH)]], Field(max_length=MOST_COLUMNS)]


class ViewIn(Schema):
    """A view as it is made and changed: what narrows the list, its order, and the columns that are shown."""

    name: Name
    shared: Flag = False
    filter: ContactFilter = ContactFilter(search=None)
    sort: str | None = Field(None, max_length=64, pattern=SORT)
    columns: Columns = []


class ViewOut(Out):
    """A view. `own` says whether it is the caller's, `fullname` whose it is."""

    id: int
    name: str
    shared: bool
    own: bool
    fullname: str
    filter: ContactFilter
    sort: str | None
    columns: Sequence[str]
    updated_at: datetime


class ViewsOut(Out):
    """The caller's views and those that others share, by name; the list opens with `defaultId`, and shows `columns`
    where no view says which: null where the caller never chose any."""

    items: Sequence[ViewOut]
    default_id: int | None
    columns: Sequence[str] | None


class DefaultViewIn(Schema):
    """The view that the caller's list opens with; null for none."""

    view_id: BigId | None


class ColumnsIn(Schema):
    """The columns that the caller's list shows."""

    columns: Columns
