"""The kinds of events that endpoints can subscribe to, contributed by the apps that publish them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, PlainSerializer

from server.core.ids import uuid7
from server.core.registry import Registry
from server.core.schemas import CamelCaseSchema

KIND_LENGTH = 60


def format_timestamp(moment: datetime) -> str:
    """UTC with milliseconds, the form of every timestamp in a body."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


Timestamp = Annotated[datetime, PlainSerializer(format_timestamp, return_type=str)]


@dataclass(frozen=True, slots=True)
class WebhookEventKind:
    """A kind of event. `name` is the `type` of its bodies, `<noun>.<past participle>`; `data` is the schema of their
    `data`.

    If an endpoint is limited to scopes, events of a kind with scopes reach it only for those scopes.
    """

    name: str
    data: type[CamelCaseSchema]
    has_scope: bool = False


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """An event that occurred. Texts have no NUL and no lone surrogates.

    Deliveries are found by `record_id` and listed with `record_label`, such as the address of the recipient.
    """

    kind: str
    occurred_at: datetime
    data: CamelCaseSchema
    id: UUID = field(default_factory=uuid7)
    scope_id: UUID | None = None
    record_id: UUID | None = None
    record_label: str = ""


class _Body(BaseModel):
    type: str
    timestamp: Timestamp
    data: Any


KINDS = Registry[str, WebhookEventKind]("webhook event kind")


def register(kind: WebhookEventKind) -> None:
    """Raises ValueError for another kind of the same name, and for a name that is too long."""
    if len(kind.name) > KIND_LENGTH:
        raise ValueError(f"The name {kind.name} has more than {KIND_LENGTH} characters")
    KINDS.add(kind.name, kind)


def check_registered(names: Iterable[str]) -> None:
    if unknown := sorted(set(names) - KINDS.keys()):
        raise ValueError(f"No app registers {', '.join(unknown)}")


def get_kind(event: WebhookEvent) -> WebhookEventKind:
    """Raises ValueError for an unregistered kind, TypeError for data of another schema than the kind's."""
    check_registered([event.kind])
    kind = KINDS[event.kind]
    if not isinstance(event.data, kind.data):
        raise TypeError(f"Data of {kind.name} is {kind.data.__name__}, not {type(event.data).__name__}")
    return kind


def build_body(name: str, occurred_at: datetime, data: Any) -> str:
    """Returns the JSON text that is signed and posted unchanged."""
    return _Body(type=name, timestamp=occurred_at, data=data).model_dump_json(by_alias=True)
