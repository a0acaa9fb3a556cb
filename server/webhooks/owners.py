"""The apps that manage endpoints. The owner of an endpoint reads and changes it, and is notified of its health."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from server.core.registry import Registry
from server.webhooks.models import WebhookEndpoint
from server.webhooks.states import DisabledReason


@dataclass(frozen=True, slots=True)
class EndpointOwner:
    """An app that manages endpoints under this name.

    `check_scopes` raises FieldsInvalid for ids that an endpoint of the team can't be limited to. `on_disabled` runs in
    the transaction that disables an endpoint for its responses. `on_attempted` gets team and endpoint of attempts that
    have ended, each pair at most once a second.
    """

    name: str
    check_scopes: Callable[[UUID, Sequence[UUID]], None]
    on_disabled: Callable[[WebhookEndpoint, DisabledReason], None]
    on_attempted: Callable[[Sequence[tuple[UUID, UUID]]], None]


OWNERS = Registry[str, EndpointOwner]("webhook endpoint owner")


def register(owner: EndpointOwner) -> None:
    OWNERS.add(owner.name, owner)
