"""What the world is told about transactional mail."""

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from server.contacts.states import BulkState, ExportFormat
from server.core.events import Delivery, Event
from server.transactional.states import ExportKind


class ActivityGrew(Event):
    """To who watches a team's transactional mail, at most once a second: new events, by type since the last word.

    A fresh fetch of events, figures and batches shows them.
    """

    name: ClassVar[str] = "transactional.activity.grew"
    delivery: ClassVar[Delivery] = "passing"

    revision: int
    newest: datetime
    counts: Mapping[str, int]


class BatchFinished(Event):
    """To the team: each recipient of a batch is done."""

    name: ClassVar[str] = "transactional.batch.finished"
    delivery: ClassVar[Delivery] = "kept"

    batch_id: UUID
    finished_at: datetime


class ExportFinished(Event):
    """To the team: a file of events or of recipients is there, or could not be made."""

    name: ClassVar[str] = "transactional.export.finished"
    delivery: ClassVar[Delivery] = "kept"

    file_id: UUID
    kind: ExportKind
    format: ExportFormat
    state: BulkState
    total: int
    revision: int
