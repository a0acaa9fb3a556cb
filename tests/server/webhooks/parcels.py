"""An app that publishes events of parcels, and manages endpoints that can be limited to depots."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from server.core.causes import INVALID
from server.core.errors import FieldsInvalid
from server.core.registry import Registry
from server.core.schemas import Out
from server.webhooks import kinds, owners
from server.webhooks.kinds import Timestamp
from server.webhooks.models import WebhookEndpoint
from server.webhooks.states import DisabledReason

OWNER = "parcels"
SHIPPED, RETURNED, COUNTED = "parcel.shipped", "parcel.returned", "parcel.counted"
UNKNOWN_DEPOT = UUID(int=404)
# Reports to the app, in order.
LEDGER: list[tuple[str, Any]] = []


class ParcelData(Out):
    """A parcel."""

    parcel_id: UUID
    packed_at: Timestamp
    label: str


class CountData(Out):
    """How many parcels there are."""

    count: int


def check_depots(_team_id: UUID, depot_ids: Sequence[UUID]) -> None:
    if UNKNOWN_DEPOT in depot_ids:
        raise FieldsInvalid.of("depots", INVALID)


def report_disabled(endpoint: WebhookEndpoint, reason: DisabledReason) -> None:
    LEDGER.append(("disabled", (endpoint.team_id, endpoint.pk, reason)))


def report_attempted(attempted: Sequence[tuple[UUID, UUID]]) -> None:
    LEDGER.append(("attempted", list(attempted)))


@contextmanager
def installed() -> Iterator[None]:
    """The app is there."""
    registries: tuple[Registry[str, Any], ...] = (kinds.KINDS, owners.OWNERS)
    before = [dict(registry.entries) for registry in registries]
    LEDGER.clear()
    try:
        kinds.register(kinds.WebhookEventKind(SHIPPED, ParcelData, has_scope=True))
        kinds.register(kinds.WebhookEventKind(RETURNED, ParcelData, has_scope=True))
        kinds.register(kinds.WebhookEventKind(COUNTED, CountData))
        owners.register(owners.EndpointOwner(OWNER, check_depots, report_disabled, report_attempted))
        yield
    finally:
        for registry, entries in zip(registries, before, strict=True):
            registry.entries.clear()
            registry.entries.update(entries)
