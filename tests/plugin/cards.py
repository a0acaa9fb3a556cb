"""Cards of contacts, as far as a test needs them: in memory."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from server.contacts.schemas.timeline import EntryOut
from server.contacts.timeline import Asked, Entry
from server.core.callers import Caller
from server.core.deltas import Missing
from server.core.events import Event
from server.documents.models import Document

ISSUED_AT = datetime(2026, 11, 1, tzinfo=UTC)
# What happened, in order.
LEDGER: list[tuple[str, Any]] = []


class CardEntryOut(EntryOut):
    """A contact got a loyalty card."""

    card: str | None = None


def read_entries(asked: Asked) -> list[Entry]:
    """Each contact has one card."""
    if asked.before_at is not None:
        return []
    return [Entry(ISSUED_AT, asked.contact_id, "cardIssued", {"card": "Gold"})]


def name_cards(_team_id: UUID, ids: list[str]) -> list[str]:
    """The cards that are given with these labels."""
    return [f"Card of {label_id}" for label_id in ids]


def has_cards(_caller: Caller) -> bool:
    """Whether the team has issued a card."""
    return bool(LEDGER)


def issue(_team_id: UUID, ids: Sequence[int], options: Any) -> int:
    """A bulk operation on contacts."""
    LEDGER.append((options["card"], sorted(ids)))
    return len(ids)


def reissue_cards(event: Event, _rooms: Sequence[str]) -> None:
    """A reaction to an event of a lower app."""
    LEDGER.append(("restored", event.name))


def expire() -> None:
    """A purge."""
    LEDGER.append(("expired", None))


def find_holders(_team_id: UUID, ids: Sequence[int]) -> set[int]:
    """The contacts that have a card, and stay when their import is undone."""
    return set(ids)


def link_of(document: Document) -> str:
    """The screen of a card's design."""
    return f"/cards/{document.pk}"


def locked(_document: Document) -> str | None:
    """A design can always be changed."""
    return None


def load(_document: UUID, _state_vector: bytes, _by: Caller) -> Missing:
    """What a client lacks of a design."""
    return Missing(b"", b"", 0)


def store(_document: UUID, update: bytes, _by: Caller) -> int:
    """Stores a change of a design."""
    LEDGER.append(("stored", update))
    return 1
