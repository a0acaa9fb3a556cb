"""States of contacts and imports, and the moves between them."""

from collections.abc import Mapping

from django.db.models import TextChoices

from server.core.errors import ActionNotAllowed


class ContactState(TextChoices):
    """Whether mail may go to a contact: to SUBSCRIBED only."""

    SUBSCRIBED = "subscribed"
    WAITING = "waiting"  # asked to confirm (CONT-87)
    UNSUBSCRIBED = "unsubscribed"
    BOUNCED = "bounced"
    COMPLAINED = "complained"


# A bounce or a complaint is undone by the recipient alone, who subscribes again (CONT-86).
CONTACT_MOVES: Mapping[ContactState, frozenset[ContactState]] = {
    ContactState.SUBSCRIBED: frozenset({ContactState.UNSUBSCRIBED, ContactState.BOUNCED, ContactState.COMPLAINED}),
    ContactState.WAITING: frozenset({ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED, ContactState.BOUNCED}),
    ContactState.UNSUBSCRIBED: frozenset({ContactState.SUBSCRIBED, ContactState.COMPLAINED}),
    ContactState.BOUNCED: frozenset({ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED, ContactState.COMPLAINED}),
    ContactState.COMPLAINED: frozenset({ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED}),
}


class ImportState(TextChoices):
    """CONT-62."""

    PREPARED = "PREPARED"
    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"


IMPORT_MOVES: Mapping[ImportState, frozenset[ImportState]] = {
    ImportState.PREPARED: frozenset({ImportState.RUNNING}),
    ImportState.RUNNING: frozenset({ImportState.DONE, ImportState.FAILED}),
    ImportState.DONE: frozenset(),
    ImportState.FAILED: frozenset(),
}


def check_contact_move(old: str, new: ContactState) -> None:
    """Raises ActionNotAllowed unless a contact may go from one state to the other."""
    if new not in CONTACT_MOVES[ContactState(old)]:
        raise ActionNotAllowed(payload={"from": old, "to": new.value})


def check_import_move(old: str, new: ImportState) -> None:
    """Raises ActionNotAllowed unless an import may go from one state to the other."""
    if new not in IMPORT_MOVES[ImportState(old)]:
        raise ActionNotAllowed(payload={"from": old, "to": new.value})
