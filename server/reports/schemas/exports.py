"""Files and labels made of a report, on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import Field, model_validator

from server.contacts.states import BulkState
from server.contacts.values import LABEL_LENGTH
from server.core.schemas import Out, Schema
from server.core.wire_types import NOT_BOOLEAN, BigId
from server.reports.schemas.asking import Machines, RecipientState, ReportQuery
from server.reports.states import ReportFormat, ReportType


class FileQuery(ReportQuery):
    """Which campaign's file."""

    format: ReportFormat = ReportFormat.PDF


class GenerateIn(Schema):
    """What is made: a PDF and a workbook show the report, a CSV its recipients; a workbook has those, too."""

    id: UUID
    machines: Machines = Machines.EXCLUDE
    format: ReportFormat = ReportFormat.PDF


class ReportFileOut(Out):
    """A file of a report. `downloadUrl` works without a sign-in until `expiresAt`; null before and after."""

    file_id: UUID
    type: ReportType
    id: UUID
    name: str
    machines: Machines
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
    """The files of a report that are being made or can be had, the newest first."""

    items: Sequence[ReportFileOut]


class ReportLabelIn(Schema):
    """Which recipients get a label: an existing one by id, else a new one by name (one of that name is used again).

    With a `link` they are those who clicked it.
    """

    id: UUID
    machines: Machines = Machines.EXCLUDE
    state: RecipientState | None = None
    link: Annotated[int, Field(ge=1, le=500), NOT_BOOLEAN] | None = None
    label_id: BigId | None = None
    name: str | None = Field(None, max_length=LABEL_LENGTH)

    @model_validator(mode="after")
    def _says_what(self) -> Self:
        if (self.label_id is None) == (self.name is None):
            raise ValueError("Give a label or a name.")
        return self


class LabelledOut(Out):
    """The label, and how many recipients get it in the background; their bulk action is told of as one of contacts."""

    label_id: int
    name: str
    count: int
