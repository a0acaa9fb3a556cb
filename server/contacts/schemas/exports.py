"""Exports on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, model_validator

from server.contacts.schemas.contacts import ContactFilter, Ids
from server.contacts.states import BulkState, ExportFormat
from server.core.pagination import Page
from server.core.schemas import Out, Schema

MOST_COLUMNS = 200


class ExportIn(Schema):
    """Contacts by id, or else all that a filter finds, and what of them is wanted, in this order."""

    ids: Ids = []
    filter: ContactFilter | None = None
    columns: Annotated[list[str], Field(min_length=1, max_length=MOST_COLUMNS)]
    format: Literal[ExportFormat.CSV, ExportFormat.XLSX] = ExportFormat.CSV

    @model_validator(mode="after")
    def _says_which(self) -> Self:
        if not self.ids and self.filter is None:
            raise ValueError("Give ids or a filter.")
        return self


class ExportOut(Out):
    """An export. `downloadUrl` works without a sign-in until `expiresAt`; null before the file is ready, and after.

    With `contactId` it is everything that is kept about that one person.
    """

    export_id: UUID
    contact_id: int | None
    format: ExportFormat
    columns: list[str]
    fullname: str
    state: BulkState
    total: int | None
    done: int
    size_bytes: int
    reason: str
    created_at: datetime
    finished_at: datetime | None
    expires_at: datetime | None
    download_url: str | None


class ExportPage(Page[ExportOut]):
    """The exports of a team, newest first."""


class ExportColumnOut(Out):
    """A column that an export may have."""

    name: str
    title: str


class ExportColumnsOut(Out):
    """The columns that there are, in the order of the contact."""

    items: Sequence[ExportColumnOut]
