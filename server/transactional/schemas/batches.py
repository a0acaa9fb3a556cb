"""Schemas of batches."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from server.core.bounded_types import Integer
from server.core.pagination import Page, PageQuery
from server.core.schemas import Out
from server.transactional.states import RecipientState

BatchState = Literal["scheduled", "running", "finished"]
MAX_PAGE_SIZE = 25  # each batch has up to a thousand recipients, which are counted on each request


class BatchQuery(PageQuery):
    """Batches, newest first. `search` matches the start of a subject or tag."""

    size: Integer = Field(10, ge=1, le=MAX_PAGE_SIZE)


class BatchOut(Out):
    """Messages submitted in one request, and the status of their recipients.

    `waiting` counts recipients without a final status; `deferred` of these were deferred by the receiving server.
    `perSecond` is the average over the last ten seconds.
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
    """A page of the team’s batches."""


class ProblemOut(Out):
    """A recipient that was not reached, or not yet, and the response of the receiving server."""

    message_id: UUID
    time: int
    email: str
    state: RecipientState
    code: int | None
    enhanced: str
    reply: str


class BatchDetailOut(BatchOut):
    """A batch with the recipients that were not reached, at most 100."""

    problems: Sequence[ProblemOut]
