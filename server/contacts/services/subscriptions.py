"""Whether mail may go to a contact: the recipient's own word, and what the receiving side answers.

Called by the public pages with a contact that a recipient token has proven, and by delivery for bounces.
"""

from uuid import UUID

from django.db import transaction

from server.contacts.models import Contact
from server.contacts.services.contacts import tell
from server.contacts.states import ContactState, check_contact_move
from server.core import clock
from server.core.errors import NotFound


def unsubscribe(*, team_id: UUID, contact_id: int) -> Contact:
    """No more mail (CONT-86). Doing it twice is harmless. Raises NotFound."""
    return _move(team_id=team_id, contact_id=contact_id, to=ContactState.UNSUBSCRIBED)


def resubscribe(*, team_id: UUID, contact_id: int) -> Contact:
    """Mail again, by the recipient's own wish. Raises NotFound."""
    return _move(team_id=team_id, contact_id=contact_id, to=ContactState.SUBSCRIBED)


def confirm(*, team_id: UUID, contact_id: int) -> Contact:
    """The answer to the confirmation mail of double opt-in (CONT-87). Raises NotFound."""
    return _move(team_id=team_id, contact_id=contact_id, to=ContactState.SUBSCRIBED)


def bounced(*, team_id: UUID, contact_id: int) -> Contact:
    """The address is refused for good. Raises NotFound, ActionNotAllowed."""
    return _move(team_id=team_id, contact_id=contact_id, to=ContactState.BOUNCED)


def complained(*, team_id: UUID, contact_id: int) -> Contact:
    """The recipient reported our mail. Raises NotFound, ActionNotAllowed."""
    return _move(team_id=team_id, contact_id=contact_id, to=ContactState.COMPLAINED)


def _move(*, team_id: UUID, contact_id: int, to: ContactState) -> Contact:
    with transaction.atomic():
        contact = Contact.objects.for_team(team_id).select_for_update().filter(pk=contact_id).first()
        if contact is None:
            raise NotFound
        if contact.state == to:
            return contact
        check_contact_move(contact.state, to)
        contact.state = to
        contact.updated_at = clock.now()
        contact.revision += 1
        contact.save(update_fields=["state", "updated_at", "revision"])
        tell(team_id=team_id, action="updated", ids=[contact.pk], count=1)
    return contact
