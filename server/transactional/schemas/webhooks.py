"""Schemas of webhooks."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field, model_validator

from server.core.bounded_types import NOT_BOOLEAN, Flag, Integer, UtcDateTime
from server.core.causes import END_NOT_AFTER_START, CauseError
from server.core.pagination import PageQuery
from server.core.schemas import Out, Schema
from server.transactional.causes import RESEND_SELECTION_INVALID
from server.transactional.states import EventType
from server.webhooks.states import (
    DESCRIPTION_LENGTH,
    URL_LENGTH,
    DeliveryState,
    DisabledReason,
    WebhookOutcome,
)

MAX_DOMAINS = 100

Url = Annotated[str, Field(min_length=1, max_length=URL_LENGTH)]
Events = Annotated[list[EventType], Field(min_length=1, max_length=len(EventType))]


class WebhookIn(Schema):
    """A new endpoint. If `domains` is empty, it receives events of every domain."""

    url: Url
    description: str = Field("", max_length=DESCRIPTION_LENGTH)
    events: Events
    domains: list[UUID] = Field(default_factory=list, max_length=MAX_DOMAINS)


class WebhookPut(WebhookIn):
    """The complete endpoint. If `active` is false, it is turned off."""

    active: Flag = True


class SecretIn(Schema):
    """For how many hours the previous secret also signs deliveries."""

    overlap_hours: Integer = Field(24, ge=0, le=168)


class EnableIn(Schema):
    """Whether to send the events that were held while the endpoint was off."""

    replay_held: Flag = True


class ReplayIn(Schema):
    """One delivery, or a period. For a period, its failed and held deliveries are replayed.

    With `deliveredToo`, its successful deliveries are replayed, too."""

    delivery_id: Annotated[int, Field(ge=1, le=2**63 - 1), NOT_BOOLEAN] | None = None
    since: UtcDateTime | None = Field(None, alias="from")
    until: UtcDateTime | None = Field(None, alias="to")
    delivered_too: Flag = False

    @model_validator(mode="after")
    def either(self) -> "ReplayIn":
        window = (self.since, self.until)
        if self.delivery_id is not None:
            if any(window):
                raise CauseError(RESEND_SELECTION_INVALID)
            return self
        if self.since is None or self.until is None:
            raise CauseError(RESEND_SELECTION_INVALID)
        if self.until <= self.since:
            raise CauseError(END_NOT_AFTER_START)
        return self

    @property
    def window(self) -> tuple[datetime, datetime]:
        if self.since is None or self.until is None:
            raise ValueError("no window")
        return self.since, self.until


class DeliveriesQuery(PageQuery):
    """Deliveries of an endpoint, newest first. `state` filters them."""

    state: DeliveryState | None = None


class WebhookTestOut(Out):
    """Result of the latest test event. Failed tests are not counted in `failures`."""

    at: datetime
    outcome: WebhookOutcome
    status: int | None


class WebhookEndpointOut(Out):
    """An endpoint in a list. `failingSince` is the start of the current run of failures; null if there is none."""

    id: UUID
    url: str
    description: str
    events: Sequence[EventType]
    domains: Sequence[UUID]
    active: bool
    disabled_at: datetime | None
    disabled_reason: DisabledReason | None
    failing_since: datetime | None
    failures: int
    last_success_at: datetime | None
    last_failure_at: datetime | None
    last_test: WebhookTestOut | None
    former_secret_until: datetime | None
    created_at: datetime


class WebhookDetailOut(WebhookEndpointOut):
    """An endpoint. Counts are exact up to 10,000."""

    waiting: int
    failed: int
    held: int


class WebhookCreatedOut(WebhookDetailOut):
    """A new endpoint. `secret` is returned only once."""

    secret: str


class DeliveryOut(Out):
    """The delivery of one event to the endpoint. `status` and `outcome` are from the last attempt."""

    id: int
    event_id: UUID
    type: str
    message_id: UUID | None
    recipient: str
    state: DeliveryState
    test: bool
    tries: int
    due_at: datetime | None
    status: int | None
    outcome: WebhookOutcome | None
    created_at: datetime
    finished_at: datetime | None


class AttemptOut(Out):
    """One attempt. `responseBody` has the first 4 KiB of the response."""

    at: datetime
    milliseconds: int
    outcome: WebhookOutcome
    status: int | None
    response_body: str


class DeliveryDetailOut(DeliveryOut):
    """A delivery. `requestBody` has the first 4 KiB of the request.

    `attempts` has the latest attempts, at most 100, oldest first.
    """

    request_body: str
    attempts: list[AttemptOut]


class ReplayedOut(Out):
    """Number of events queued."""

    replayed: int
