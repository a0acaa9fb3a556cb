"""Events of reports."""

from typing import ClassVar
from uuid import UUID

from server.contacts.states import BulkState
from server.core.events import Delivery, DomainEvent
from server.reports.states import ReportFormat, ReportType


class ReportFileChanged(DomainEvent):
    """A report file is being created, is available, or could not be created."""

    name: ClassVar[str] = "reports.file.changed"
    delivery: ClassVar[Delivery] = "kept"

    file_id: UUID
    type: ReportType
    id: UUID
    format: ReportFormat
    user_id: UUID
    state: BulkState
    revision: int


class AdviceChanged(DomainEvent):
    """The team’s advice changed: an entry was added, removed, dismissed or followed."""

    name: ClassVar[str] = "reports.advice.changed"
    delivery: ClassVar[Delivery] = "kept"
