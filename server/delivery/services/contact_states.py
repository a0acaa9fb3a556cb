"""A contact's state follows what its recipient asked for by the link of a mail."""

from contextlib import suppress
from uuid import UUID

from server.contacts.services import subscriptions as contacts
from server.core.errors import ActionNotAllowed, NotFound


def left(team_id: UUID, contact_id: int | None, email: str) -> None:
    """Marks the contact as unsubscribed; one that has gone, or that mail no longer reaches anyway, stays as it is."""
    if contact_id is not None:
        with suppress(NotFound, ActionNotAllowed):
            contacts.unsubscribe(team_id=team_id, contact_id=contact_id)
