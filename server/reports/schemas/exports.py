"""Schemas of report files and of labelling recipients."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import Field, model_validator

from server.contacts.states import BulkState
from server.contacts.values import MAX_LABEL_LENGTH
from server.core.bounded_types import NOT_BOOLEAN, BigId
from server.core.causes import CauseError
from server.core.schemas import Out, Schema
from server.reports.causes import LABEL_OR_NAME_REQUIRED
from server.reports.schemas.queries import ReportQuery
from server.reports.states import BotMode, ReportFormat, ReportRecipientState, ReportType


class FileQuery(ReportQuery):
    """The campaign and the file format."""

    format: ReportFormat = ReportFormat.PDF


class ReportFileIn(Schema):
    """The file to create. PDF and XLSX contain the report, CSV the recipients; XLSX contains both."""

    id: UUID
    machines: BotMode = BotMode.EXCLUDE
    format: ReportFormat = ReportFormat.PDF


class ReportFileOut(Out):
    """A report file.

    `downloadUrl` works without signing in until `expiresAt`; it is null before the file is ready and after it expires.
    """

    file_id: UUID
    type: ReportType
    id: UUID
    name: str
    machines: BotMode
    format: ReportFormat
    fullname: str
    state: BulkState
    size_bytes: int
    reason: str
    revision: int
    created_at: datetime
    finished_at: datetime | None
    expires_at: datetime | None
    download_url: str | None


class ReportFilesOut(Out):
    """Report files that are available or being created, newest first."""

    items: Sequence[ReportFileOut]


class ReportLabelIn(Schema):
    """The recipients to label, and the ID or name of the label.

    A label with that name is created if there is none. With `link`, only recipients who clicked that link.
    """

    id: UUID
    machines: BotMode = BotMode.EXCLUDE
    state: ReportRecipientState | None = None
    link: Annotated[int, Field(ge=1, le=500), NOT_BOOLEAN] | None = None
    label_id: BigId | None = None
    name: str | None = Field(None, max_length=MAX_LABEL_LENGTH)

    @model_validator(mode="after")
    def _check_label_or_name(self) -> Self:
        if (self.label_id is None) == (self.name is None):
            raise CauseError(LABEL_OR_NAME_REQUIRED)
        return self


class LabelledOut(Out):
    """The label, and the number of recipients it is added to in the background.

    Progress is published as for any bulk action on contacts.
    """

    label_id: int
    name: str
    count: int
