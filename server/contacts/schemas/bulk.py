"""Schemas of bulk actions."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from server.contacts.states import BulkState
from server.core.schemas import Out


class BulkActionOut(Out):
    """A bulk action on all contacts that match a filter. `total` is null until they are counted."""

    bulk_id: UUID
    kind: str
    user_id: UUID
    fullname: str
    state: BulkState
    total: int | None
    done: int
    changed: int
    reason: str
    revision: int
    created_at: datetime
    finished_at: datetime | None


class BulkActionListOut(Out):
    """Running bulk actions, oldest first."""

    items: Sequence[BulkActionOut]
