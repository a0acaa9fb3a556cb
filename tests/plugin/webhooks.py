"""Webhooks of loyalty cards: the data of their events, and the owner of the endpoints."""

from collections.abc import Sequence
from uuid import UUID

from server.core.schemas import Out
from server.webhooks.kinds import Timestamp, WebhookEventKind
from server.webhooks.models import WebhookEndpoint
from server.webhooks.owners import EndpointOwner
from server.webhooks.states import DisabledReason
from tests.plugin import cards


class CardData(Out):
    """A card that was issued."""

    card: str
    issued_at: Timestamp


def check_scopes(_team_id: UUID, _scope_ids: Sequence[UUID]) -> None:
    """Cards have no scopes."""


def report_disabled(endpoint: WebhookEndpoint, reason: DisabledReason) -> None:
    """Notifies those who manage the cards."""
    cards.LEDGER.append(("disabled", (endpoint.pk, reason)))


def report_attempted(attempted: Sequence[tuple[UUID, UUID]]) -> None:
    """Notifies those who are viewing the endpoint."""
    cards.LEDGER.append(("attempted", list(attempted)))


ISSUED = WebhookEventKind("card.issued", CardData)
OWNER = EndpointOwner("cards", check_scopes, report_disabled, report_attempted)
