"""Batches on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from server.core.pagination import Page, PageQuery
from server.core.schemas import Out
from server.core.wire_types import Integer
from server.transactional.states import RecipientState

BatchState = Literal["scheduled", "running", "finished"]
LARGEST_PAGE = 25  # each batch has up to a thousand recipients, which are counted as they stand


class BatchQuery(PageQuery):
    """Batches, the newest first; a search is the beginning of a subject or a tag."""

    size: Integer = Field(10, ge=1, le=LARGEST_PAGE)


class BatchOut(Out):
    """Messages that were handed over by one call, and what has become of their recipients by now.

    `waiting` is whoever is not done yet, `deferred` those of them that were refused for now. `perSecond` is what
    reached the next hop in the last ten seconds.
    """

    id: UUID
    created_at: datetime
    size: int
    scheduled_at: datetime | None
    state: BatchState
    subject: str
    tag: str
    key_id: UUID | None
    key_name: str
    recipients: int
    waiting: int
    held: int
    deferred: int
    delivered: int
    bounced: int
    failed: int
    suppressed: int
    cancelled: int
    in_doubt: int
    sandboxed: int
    opened: int
    clicked: int
    finished_at: datetime | None
    per_second: float


class BatchPage(Page[BatchOut]):
    """Batches of a team."""


class ProblemOut(Out):
    """A recipient of a batch that was not reached, or not yet, and the server's words."""

    message_id: UUID
    time: int
    email: str
    state: RecipientState
    code: int | None
    enhanced: str
    reply: str


class BatchDetailOut(BatchOut):
    """A batch with the recipients that were not reached, at most a hundred."""

    problems: Sequence[ProblemOut]
