"""Webhooks on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field, model_validator

from server.core.pagination import PageQuery
from server.core.schemas import Out, Schema
from server.core.wire_types import NOT_BOOLEAN, Flag, Integer, UtcDateTime
from server.transactional.states import EventType
from server.transactional.webhook_states import (
    DESCRIPTION_LENGTH,
    URL_LENGTH,
    DeliveryState,
    DisabledReason,
    WebhookOutcome,
)

MOST_DOMAINS = 100

Url = Annotated[str, Field(min_length=1, max_length=URL_LENGTH)]
Events = Annotated[list[EventType], Field(min_length=1, max_length=len(EventType))]


class WebhookIn(Schema):
    """A new endpoint. `domains` empty: events of every domain."""

    url: Url
    description: str = Field("", max_length=DESCRIPTION_LENGTH)
    events: Events
    domains: list[UUID] = Field(default_factory=list, max_length=MOST_DOMAINS)


class WebhookPut(WebhookIn):
    """An endpoint as it is to be; `active` false turns it off."""

    active: Flag = True


class SecretIn(Schema):
    """For how many hours the former secret goes on signing beside the new one."""

    overlap_hours: Integer = Field(24, ge=0, le=168)


class EnableIn(Schema):
    """Whether what was held meanwhile is posted now."""

    replay_held: Flag = True


class ReplayIn(Schema):
    """One delivery, or what came in a time: what did not come through, or all of it."""

    delivery_id: Annotated[int, Field(ge=1, le=2**63 - 1), NOT_BOOLEAN] | None = None
    since: UtcDateTime | None = Field(None, alias="from")
    until: UtcDateTime | None = Field(None, alias="to")
    delivered_too: Flag = False

    @model_validator(mode="after")
    def either(self) -> "ReplayIn":
        """One of the two, whole."""
        window = (self.since, self.until)
        if self.delivery_id is not None:
            if any(window):
                raise ValueError("Give deliveryId, or from and to.")
            return self
        if self.since is None or self.until is None:
            raise ValueError("Give deliveryId, or from and to.")
        if self.until <= self.since:
            raise ValueError("from is before to.")
        return self

    @property
    def window(self) -> tuple[datetime, datetime]:
        """The time that is asked for. Raises ValueError where one delivery is."""
        if self.since is None or self.until is None:
            raise ValueError("no window")
        return self.since, self.until


class DeliveriesQuery(PageQuery):
    """The deliveries of an endpoint, newest first; `state` narrows them."""

    state: DeliveryState | None = None


class WebhookTestOut(Out):
    """Result of the newest test event. A failed one is not counted in `failures`."""

    at: datetime
    outcome: WebhookOutcome
    status: int | None


class WebhookEndpointOut(Out):
    """An endpoint in a list. `failing_since` is when the run of failures began that still goes on."""

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
    """An endpoint on its page; counts are exact to 10,000."""

    waiting: int
    failed: int
    held: int


class WebhookCreatedOut(WebhookDetailOut):
    """With the secret, told this once."""

    secret: str


class DeliveryOut(Out):
    """One event for the endpoint. `status` and `outcome` are those of the last try."""

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
    """One try; what was answered, its first 4 KiB."""

    at: datetime
    milliseconds: int
    outcome: WebhookOutcome
    status: int | None
    response_body: str


class DeliveryDetailOut(DeliveryOut):
    """With what is posted, its first 4 KiB, and every try, oldest first (the last 100)."""

    request_body: str
    attempts: list[AttemptOut]


class ReplayedOut(Out):
    """How many events were put in line."""

    replayed: int
