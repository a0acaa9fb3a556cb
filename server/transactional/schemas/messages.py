"""Schemas of messages: submissions and responses."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import BeforeValidator, FailFast, Field, model_validator

from server.core.bounded_types import BigId, Flag, Integer, UtcDateTime
from server.core.causes import CauseError
from server.core.schemas import Out, Schema
from server.transactional.causes import (
    CONTENT_OR_TEMPLATE_REQUIRED,
    CONTENT_TWICE,
    RECIPIENTS_TWICE,
    TOO_MANY_PROPERTIES,
)
from server.transactional.json_values import MergeData
from server.transactional.lengths import MAX_METADATA, SUBJECT_LENGTH, TAG_LENGTH

ADDRESS_LENGTH = 254
NAME_LENGTH = 200
MAX_RECIPIENTS = 1_000
MAX_ATTACHMENTS = 50
MAX_BODY_CHARACTERS = 2_000_000
MAX_HEADERS = 30
MAX_HEADER_CHARACTERS = 10_000  # the longest legitimate header is References of a long thread
MAX_MESSAGES_PER_ACTION = 100


def _limit_properties(most: int) -> BeforeValidator:
    def check(given: object) -> object:
        if isinstance(given, dict) and len(given) > most:
            raise CauseError(TOO_MANY_PROPERTIES, max=most)
        return given

    return BeforeValidator(check)


Metadata = Annotated[dict[str, str], _limit_properties(MAX_METADATA)]
HeaderValue = Annotated[str, Field(max_length=MAX_HEADER_CHARACTERS)]


class Mailbox(Schema):
    """An email address and its display name."""

    email: str = Field(min_length=3, max_length=ADDRESS_LENGTH)
    name: str = Field("", max_length=NAME_LENGTH)


# Reports only the first invalid item of a list; the items after it are not validated.
Mailboxes = Annotated[list[Mailbox | str], FailFast()]


class AttachmentIn(Schema):
    """A file, encoded in base64. With a `contentId`, the HTML can show it as `cid:<contentId>`."""

    name: str = Field(min_length=1, max_length=200)
    type: str = Field("application/octet-stream", max_length=130)
    content: str
    content_id: str = Field("", max_length=100, pattern=r"^[A-Za-z0-9._@+-]*$")


class RecipientIn(Schema):
    """A recipient of a batch. Each gets a separate message, filled with `data`."""

    to: Mailbox | str
    data: MergeData = Field(default_factory=dict)
    metadata: Metadata = Field(default_factory=dict)


class MessageIn(Schema):
    """One message (`to`, `cc`, `bcc`), or a batch of up to 1,000 messages (`recipients`), each filled with its own
    data.

    Merge tags are filled if a template or `data` is given. Attachments can total up to 25 MB. `scheduledAt` is at most
    30 days ahead; a past time sends immediately.
    """

    sender: Mailbox | str = Field(alias="from")
    to: Mailboxes = Field(default_factory=list, max_length=MAX_RECIPIENTS)
    cc: Mailboxes = Field(default_factory=list, max_length=MAX_RECIPIENTS)
    bcc: Mailboxes = Field(default_factory=list, max_length=MAX_RECIPIENTS)
    recipients: Annotated[list[RecipientIn], FailFast()] = Field(default_factory=list, max_length=MAX_RECIPIENTS)
    reply_to: str = Field("", max_length=ADDRESS_LENGTH)
    subject: str = Field("", max_length=SUBJECT_LENGTH)
    html: str = Field("", max_length=MAX_BODY_CHARACTERS)
    text: str = Field("", max_length=MAX_BODY_CHARACTERS)
    # The id or slug.
    template: str = Field("", max_length=60)
    data: MergeData | None = None
    tag: str = Field("", max_length=TAG_LENGTH)
    metadata: Metadata = Field(default_factory=dict)
    headers: Annotated[dict[str, HeaderValue], _limit_properties(MAX_HEADERS)] = Field(
        default_factory=dict, max_length=MAX_HEADERS
    )
    attachments: Annotated[list[AttachmentIn], FailFast()] = Field(default_factory=list, max_length=MAX_ATTACHMENTS)
    track_opens: Flag = False
    track_clicks: Flag = False
    scheduled_at: UtcDateTime | None = None

    @model_validator(mode="after")
    def refuse_half(self) -> Self:
        single = bool(self.to or self.cc or self.bcc)
        if single == bool(self.recipients):
            raise CauseError(RECIPIENTS_TWICE)
        if self.template and (self.subject or self.html or self.text):
            raise CauseError(CONTENT_TWICE)
        if not self.template and not (self.html or self.text):
            raise CauseError(CONTENT_OR_TEMPLATE_REQUIRED)
        return self


class AcceptedRecipientOut(Out):
    email: str
    kind: str
    state: str


class MessageAcceptedOut(Out):
    """The stored message. `id` and `time` identify its history.

    `repeated` is true if the Idempotency-Key was used before; this is then the original message.
    """

    id: UUID
    time: int
    state: str
    recipients: Sequence[AcceptedRecipientOut]
    repeated: bool


class BatchAcceptedOut(Out):
    """The stored batch."""

    batch_id: UUID
    size: int
    repeated: bool


class MessageRecipientOut(Out):
    """A recipient and its status."""

    position: int
    email: str
    kind: str
    state: str
    attempt: int
    due_at: datetime | None
    code: int | None
    enhanced: str
    reply: str
    delivered_at: datetime | None
    opened_at: datetime | None
    clicked_at: datetime | None
    complained_at: datetime | None


class MessageStateOut(Out):
    """A message with its recipients, at most 1,000."""

    id: UUID
    time: int
    accepted_at: datetime
    state: str
    hold_reason: str
    via: str
    from_address: str
    from_name: str
    subject: str
    tag: str
    domain_id: UUID
    key_id: UUID | None
    subaccount_id: UUID | None
    batch_id: UUID | None
    template_id: UUID | None
    template_version: int | None
    metadata: Mapping[str, str]
    size: int
    sandbox: bool
    scheduled_at: datetime | None
    resent_from: UUID | None
    recipients: Sequence[MessageRecipientOut]


class SourceOut(Out):
    """The source of the message as stored. `truncated` is true if it was cut because of its length."""

    source: str
    truncated: bool


class PreviewFileOut(Out):
    """An attachment. `url` is on the pages domain, downloads the file and works for a few minutes."""

    name: str
    type: str
    size: int
    url: str


class MessagePreviewOut(Out):
    """The message as a reader sees it.

    `htmlUrl` is on the pages domain and works for a few minutes; null if there is no HTML.
    """

    html_url: str | None
    text: str
    attachments: Sequence[PreviewFileOut]


class ResendIn(Schema):
    """Positions of the recipients to send to again. If empty, all recipients."""

    positions: list[BigId] = Field(default_factory=list, max_length=MAX_RECIPIENTS)


class PositionIn(Schema):
    position: Integer = Field(ge=0, lt=MAX_RECIPIENTS)


class MessageIdsIn(Schema):
    """IDs of the messages. Duplicates are ignored."""

    message_ids: list[UUID] = Field(min_length=1, max_length=MAX_MESSAGES_PER_ACTION)


class MessageActionOut(Out):
    """Result for one message. `code` is the error; null if the action succeeded."""

    id: UUID
    code: str | None


class MessageActionsOut(Out):
    """Results, one per message."""

    items: Sequence[MessageActionOut]
