"""What the world is told about reports."""

from typing import ClassVar
from uuid import UUID

from server.contacts.states import BulkState
from server.core.events import Delivery, Event
from server.reports.states import ReportFormat, ReportType


class ReportFileChanged(Event):
    """To the team: a file of a report is being made, can be had, or could not be made."""

    name: ClassVar[str] = "reports.file.changed"
    delivery: ClassVar[Delivery] = "kept"

    file_id: UUID
    type: ReportType
    id: UUID
    format: ReportFormat
    user_id: UUID
    state: BulkState
    revision: int


class AdviceChanged(Event):
    """The team's advice is another: something was found, is found no more, or was decided about."""

    name: ClassVar[str] = "reports.advice.changed"
    delivery: ClassVar[Delivery] = "kept"
