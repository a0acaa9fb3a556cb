"""Cards of contacts, as far as a test needs them: in memory."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from server.contacts.feed import FeedBatch
from server.contacts.schemas.timeline import EntryOut
from server.contacts.timeline import TimelineEntry, TimelineRequest
from server.core.callers import Caller
from server.core.deltas import MissingState
from server.core.events import DomainEvent
from server.documents.models import Document
from server.plans.features import PlanLimit
from server.plans.limits import Excess

ISSUED_AT = datetime(2026, 11, 1, tzinfo=UTC)
# All calls, in order.
LEDGER: list[tuple[str, Any]] = []
PRINT = PlanLimit("cards", "print", 50)


class CardEntryOut(EntryOut):
    """A contact got a loyalty card."""

    card: str | None = None


def read_entries(asked: TimelineRequest) -> list[TimelineEntry]:
    """Each contact has one card."""
    if asked.before_at is not None:
        return []
    return [TimelineEntry(ISSUED_AT, asked.contact_id, "cardIssued", {"card": "Gold"})]


def name_cards(_team_id: UUID, ids: list[str]) -> list[str]:
    """The cards of these labels."""
    return [f"Card of {label_id}" for label_id in ids]


def has_cards(_caller: Caller) -> bool:
    """Whether the team has issued a card."""
    return bool(LEDGER)


def issue(_team_id: UUID, ids: Sequence[int], options: Any) -> int:
    """A bulk operation on contacts."""
    LEDGER.append((options["card"], sorted(ids)))
    return len(ids)


def reissue_cards(event: DomainEvent, _rooms: Sequence[str]) -> None:
    """A reaction to an event of a lower app."""
    LEDGER.append(("restored", event.name))


def expire() -> None:
    """A purge."""
    LEDGER.append(("expired", None))


def read_feed(batch: Sequence[FeedBatch]) -> None:
    """A consumer of the feed."""
    for entry in batch:
        LEDGER.extend((entry.kind, (each.contact_id, each.subject)) for each in entry.occurrences())


def find_holders(_team_id: UUID, ids: Sequence[int]) -> set[int]:
    """The contacts with a card, which stay when their import is undone."""
    return set(ids)


def link_of(document: Document) -> str:
    """The screen of a card's design."""
    return f"/cards/{document.pk}"


def locked(_document: Document) -> str | None:
    """A design can always be changed."""
    return None


def load(_document: UUID, _state_vector: bytes, _by: Caller) -> MissingState:
    """The state of a design that a client lacks."""
    return MissingState(b"", b"", 0)


def store(_document: UUID, update: bytes, _by: Caller) -> int:
    """Stores a change of a design."""
    LEDGER.append(("stored", update))
    return 1


def count_prints(_team_id: UUID) -> int:
    """The cards that a team has printed."""
    return sum(act == "printed" for act, _ in LEDGER)


class PrintedCards:
    """The printed cards above a smaller limit. Each team has three; those that are switched off are gone."""

    def find(self, _team_id: UUID, allowed: int) -> list[Excess]:
        """The newest first."""
        gone = {card for act, ids in LEDGER if act == "switched off" for card in ids}
        there = [card for card in ("3", "2", "1") if card not in gone]
        return [Excess(card, f"Card {card}") for card in there[: max(0, len(there) - allowed)]]

    def switch_off(self, _team_id: UUID, ids: list[str]) -> None:
        """Switches off cards."""
        LEDGER.append(("switched off", ids))
