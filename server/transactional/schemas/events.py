"""Schemas of message events."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from server.contacts.states import BulkState, ExportFormat
from server.core.bounded_types import Integer, UtcDateTime
from server.core.schemas import Out, Schema
from server.transactional.search_grammar import QUERY_LENGTH, SEARCH_NAME_LENGTH
from server.transactional.states import (
    EventType,
    ExportKind,
    MessageState,
    QuarantineReason,
    RecipientKind,
    RecipientState,
    Via,
)

SearchText = Annotated[str, Field(max_length=QUERY_LENGTH)]


class WindowQuery(Schema):
    """A period, by default the last seven days. It is cut to what the plan keeps."""

    start: UtcDateTime | None = Field(None, alias="from")
    end: UtcDateTime | None = Field(None, alias="to")


class EventQuery(WindowQuery):
    """Events in a period that match `q`, newest first. `before` is the cursor from the previous page."""

    q: SearchText = ""
    before: str | None = Field(None, max_length=80)
    size: Integer = Field(50, ge=1, le=100)


class EventOut(Out):
    """An event of a message or of one of its recipients.

    `time` is when the message was accepted, in milliseconds since the Unix epoch: `GET events/{messageId}/{time}`
    returns its history. A rejected message is not stored and has no history; its `messageId` is the event’s `id`.
    """

    id: UUID
    at: datetime
    type: EventType
    message_id: UUID
    time: int
    position: int | None
    recipient: str
    sender: str
    subject: str
    tag: str
    domain: str
    key_id: UUID | None
    detail: Mapping[str, Any]


class EventsOut(Out):
    """A page of events. `before` is the cursor of the next page, with older events; null at the end.

    A search for rare events can return fewer than `size` events together with a `before` cursor. Events are searched
    back to `reached`.
    """

    items: Sequence[EventOut]
    before: str | None
    reached: datetime
    start: datetime = Field(serialization_alias="from")
    end: datetime = Field(serialization_alias="to")
    retention_days: int | None
    revision: int


class HistogramQuery(WindowQuery):
    """Events in a period that match `q`."""

    q: SearchText = ""


class BarOut(Out):
    """Events from `at` until the next bar.

    `problems` counts deferrals, bounces, failures, spam complaints, rejections and unconfirmed deliveries.
    """

    at: datetime
    count: int
    problems: int


class HistogramOut(Out):
    """Number of events over time, in bars of `seconds` seconds without gaps.

    Frequent events might not be counted back to the start: bars before `reached` are then 0 and not in `total`.
    """

    bars: Sequence[BarOut]
    seconds: int
    total: int
    reached: datetime
    start: datetime = Field(serialization_alias="from")
    end: datetime = Field(serialization_alias="to")


class SearchIn(Schema):
    """The name and query of a search."""

    name: str = Field(min_length=1, max_length=SEARCH_NAME_LENGTH)
    q: str = Field(min_length=1, max_length=QUERY_LENGTH)


class SearchOut(Out):
    """A search saved by the team."""

    id: int
    name: str
    q: str
    created_at: datetime


class SearchesOut(Out):
    """Saved searches of the team, ordered by name."""

    items: Sequence[SearchOut]


class EventsExportIn(Schema):
    """The events to export."""

    start: UtcDateTime | None = Field(None, alias="from")
    end: UtcDateTime | None = Field(None, alias="to")
    q: SearchText = ""
    format: Literal[ExportFormat.CSV, ExportFormat.XLSX] = ExportFormat.CSV


class FileOut(Out):
    """A file of events or recipients.

    `downloadUrl` works without signing in until `expiresAt`; it is null before the file is ready and after it expires.
    `total` is the number of rows.
    """

    file_id: UUID
    kind: ExportKind
    format: ExportFormat
    q: str
    start: datetime = Field(serialization_alias="from")
    end: datetime = Field(serialization_alias="to")
    fullname: str
    state: BulkState
    total: int
    size_bytes: int
    reason: str
    revision: int
    created_at: datetime
    finished_at: datetime | None
    expires_at: datetime | None
    download_url: str | None


class FilesOut(Out):
    """The team’s latest files."""

    items: Sequence[FileOut]


class FromOut(Out):
    name: str
    email: str


class AllowedActionsOut(Out):
    """Actions that the message’s status allows, regardless of permissions."""

    resend: bool
    release: bool
    cancel: bool


class TimelineMessageOut(Out):
    """A message with its settings and content data.

    `bodyUntil` is when its content is deleted; null if it is already deleted.
    """

    id: UUID
    time: int
    accepted_at: datetime
    state: MessageState
    hold_reason: QuarantineReason
    via: Via
    sender: FromOut = Field(serialization_alias="from")
    subject: str
    tag: str
    domain: str
    domain_id: UUID | None
    key_id: UUID | None
    key_name: str
    key_prefix: str
    subaccount_id: UUID | None
    subaccount_name: str
    batch_id: UUID | None
    template_id: UUID | None
    template_name: str
    template_version: int | None
    metadata: Mapping[str, Any]
    headers: Sequence[tuple[str, str]]
    size: int
    sandbox: bool
    track_opens: bool
    track_clicks: bool
    scheduled_at: datetime | None
    body_until: datetime | None
    resent_from: UUID | None
    may: AllowedActionsOut


class TimelineRecipientOut(Out):
    """A recipient and its status. `suppressed` is true if the address is on the suppression list now."""

    position: int
    email: str
    kind: RecipientKind
    state: RecipientState
    attempt: int
    due_at: datetime | None
    code: int | None
    enhanced: str
    reply: str
    delivered_at: datetime | None
    opened_at: datetime | None
    clicked_at: datetime | None
    complained_at: datetime | None
    suppressed: bool


class CheckOut(Out):
    """Result of a check before sending. `skip` excludes some recipients and sends to the others."""

    name: str
    result: Literal["pass", "hold", "skip"]
    reason: str


class WebhookOut(Out):
    """A delivery of one of the message’s events to a webhook."""

    delivery_id: str
    endpoint_id: UUID
    url: str
    event: str
    at: datetime
    state: str
    attempts: int
    status: int | None


class MessageTimelineOut(Out):
    """A message with its recipients in their order, and at most 1,000 events, oldest first."""

    message: TimelineMessageOut
    recipients: Sequence[TimelineRecipientOut]
    events: Sequence[EventOut]
    checks: Sequence[CheckOut]
    webhooks: Sequence[WebhookOut]
