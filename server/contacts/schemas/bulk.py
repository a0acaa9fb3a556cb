"""Bulk actions on the wire."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from server.contacts.states import BulkState
from server.core.schemas import Out


class BulkOut(Out):
    """An act on all contacts that a filter finds. `total` is null until it has been counted."""

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


class BulkListOut(Out):
    """The bulk actions that run, the oldest first."""

    items: Sequence[BulkOut]
