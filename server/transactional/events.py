"""Events of transactional email."""

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from server.contacts.states import BulkState, ExportFormat
from server.core.events import Delivery, DomainEvent
from server.transactional.states import ExportKind


class ActivityGrown(DomainEvent):
    """New transactional events of the team, at most once a second. Published to clients that watch them.

    `counts` has the number of new events by type. Reload events, statistics and batches.
    """

    name: ClassVar[str] = "transactional.activity.grew"
    delivery: ClassVar[Delivery] = "passing"

    revision: int
    newest: datetime
    counts: Mapping[str, int]


class BatchFinished(DomainEvent):
    """Every recipient of a batch has a final status."""

    name: ClassVar[str] = "transactional.batch.finished"
    delivery: ClassVar[Delivery] = "kept"

    batch_id: UUID
    finished_at: datetime


class ExportFinished(DomainEvent):
    """A file of events or recipients is available or could not be created."""

    name: ClassVar[str] = "transactional.export.finished"
    delivery: ClassVar[Delivery] = "kept"

    file_id: UUID
    kind: ExportKind
    format: ExportFormat
    state: BulkState
    total: int
    revision: int
