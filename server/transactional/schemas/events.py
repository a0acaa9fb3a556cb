"""Events of messages on the wire."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from server.contacts.states import BulkState, ExportFormat
from server.core.schemas import Out, Schema
from server.core.wire_types import Integer, UtcDateTime
from server.transactional.search_words import QUERY_LENGTH, SEARCH_NAME_LENGTH
from server.transactional.states import (
    EventType,
    ExportKind,
    HoldReason,
    MessageState,
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
    """Events of a period that match the words of `q`, newest first; `before` is the cursor of the page before."""

    q: SearchText = ""
    before: str | None = Field(None, max_length=80)
    size: Integer = Field(50, ge=1, le=100)


class EventOut(Out):
    """Something that has happened to a message or to one of its recipients.

    `time` is when the message was accepted, in milliseconds: events/{messageId}/{time} tells its whole story. What was
    refused never became a message and has no story: its `messageId` is its own `id`.
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
    """A page of events. `before` leads to older ones and is null where there are none.

    A search for something rare may look through much and answer fewer than a page with a `before`: nothing else was
    there back to `reached`.
    """

    items: Sequence[EventOut]
    before: str | None
    reached: datetime
    start: datetime = Field(serialization_alias="from")
    end: datetime = Field(serialization_alias="to")
    retention_days: int | None
    revision: int


class HistogramQuery(WindowQuery):
    """Events of a period that match the words of `q`."""

    q: SearchText = ""


class BarOut(Out):
    """The events from `at` until the next bar. `problems` are those that were deferred, returned, given up, complained
    about, refused or are in doubt."""

    at: datetime
    count: int
    problems: int


class HistogramOut(Out):
    """When the events of a period were, in bars of so many `seconds` without a gap.

    What is frequent may not be counted to the beginning: the bars before `reached` then hold nothing, and `total` is of
    the others.
    """

    bars: Sequence[BarOut]
    seconds: int
    total: int
    reached: datetime
    start: datetime = Field(serialization_alias="from")
    end: datetime = Field(serialization_alias="to")


class SearchIn(Schema):
    """A search to keep."""

    name: str = Field(min_length=1, max_length=SEARCH_NAME_LENGTH)
    q: str = Field(min_length=1, max_length=QUERY_LENGTH)


class SearchOut(Out):
    """A search that the team has kept."""

    id: int
    name: str
    q: str
    created_at: datetime


class SearchesOut(Out):
    """All searches of a team, by name."""

    items: Sequence[SearchOut]


class ExportIn(Schema):
    """Which events are wanted as a file."""

    start: UtcDateTime | None = Field(None, alias="from")
    end: UtcDateTime | None = Field(None, alias="to")
    q: SearchText = ""
    format: Literal[ExportFormat.CSV, ExportFormat.XLSX] = ExportFormat.CSV


class FileOut(Out):
    """A file of events or recipients. `downloadUrl` works without a sign-in until `expiresAt`; null before and after.

    `total` is how many lines it has.
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
    """The newest files of a team."""

    items: Sequence[FileOut]


class FromOut(Out):
    name: str
    email: str


class MayOut(Out):
    """What can be done with a message in its state, permissions aside."""

    resend: bool
    release: bool
    cancel: bool


class StoryMessageOut(Out):
    """A message as its story shows it. `bodyUntil` is null once what it said is gone."""

    id: UUID
    time: int
    accepted_at: datetime
    state: MessageState
    hold_reason: HoldReason
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
    may: MayOut


class StoryRecipientOut(Out):
    """A recipient and how far it is. `suppressed`: nothing is sent to the address by now."""

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
    """What a check of the pipeline said: `skip` leaves out recipients and lets the others go."""

    name: str
    result: Literal["pass", "hold", "skip"]
    reason: str


class WebhookOut(Out):
    """A delivery of one of the message's events to an endpoint."""

    delivery_id: str
    endpoint_id: UUID
    url: str
    event: str
    at: datetime
    state: str
    attempts: int
    status: int | None


class StoryOut(Out):
    """The whole story of a message: its recipients in their order, at most a thousand events, the oldest first."""

    message: StoryMessageOut
    recipients: Sequence[StoryRecipientOut]
    events: Sequence[EventOut]
    checks: Sequence[CheckOut]
    webhooks: Sequence[WebhookOut]
