"""Schemas of exports."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, model_validator

from server.contacts.causes import IDS_OR_FILTER_REQUIRED
from server.contacts.filters import ContactFilter
from server.contacts.schemas.contacts import ContactIds
from server.contacts.states import BulkState, ExportFormat
from server.core.causes import CauseError
from server.core.pagination import Page
from server.core.schemas import Out, Schema

MAX_EXPORT_COLUMNS = 200


class ExportIn(Schema):
    """Contacts by ID or filter, and the columns to export, in this order."""

    ids: ContactIds = []
    filter: ContactFilter | None = None
    columns: Annotated[list[str], Field(min_length=1, max_length=MAX_EXPORT_COLUMNS)]
    format: Literal[ExportFormat.CSV, ExportFormat.XLSX] = ExportFormat.CSV

    @model_validator(mode="after")
    def _check_selection(self) -> Self:
        if not self.ids and self.filter is None:
            raise CauseError(IDS_OR_FILTER_REQUIRED)
        return self


class ExportOut(Out):
    """An export.

    `downloadUrl` works without signing in until `expiresAt`; it is null before the file is ready and after it expires.
    With `contactId`, it contains all data stored about that contact.
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
    """Exports of the team, newest first."""


class ExportColumnOut(Out):
    """A column that can be exported."""

    name: str
    title: str


class ExportColumnsOut(Out):
    """Columns that can be exported, in the order of the contact page."""

    items: Sequence[ExportColumnOut]
