"""Notes about contacts. The whole team reads them, only the author edits them."""

from uuid import UUID

from django.db import transaction

from server.contacts import timeline
from server.contacts.models import ContactNote
from server.contacts.selectors import contacts as selectors
from server.core import clock
from server.core.callers import Caller
from server.core.errors import NotAuthorized, NotFound


def add(*, team_id: UUID, contact_id: int, text: str, by: Caller) -> ContactNote:
    """Raises NotFound for a contact of another team."""
    with transaction.atomic():
        contact = selectors.get_contact(team_id=team_id, contact_id=contact_id)
        note = ContactNote.objects.create(
            team_id=team_id,
            contact_id=contact.pk,
            at=clock.now(),
            user_id=by.user_id,
            fullname=by.fullname,
            text=text,
        )
        timeline.publish_growth([contact.pk])
    return note


def edit(*, team_id: UUID, contact_id: int, note_id: int, text: str, by: Caller) -> ContactNote:
    """Raises NotFound, NotAuthorized for the note of another user."""
    with transaction.atomic():
        note = _lock_own_note(team_id, contact_id, note_id, by)
        note.text, note.edited_at = text, clock.now()
        note.save(update_fields=["text", "edited_at"])
        timeline.publish_growth([contact_id])
    return note


def delete(*, team_id: UUID, contact_id: int, note_id: int, by: Caller) -> None:
    """Raises NotFound, NotAuthorized for the note of another user."""
    with transaction.atomic():
        _lock_own_note(team_id, contact_id, note_id, by).delete()
        timeline.publish_growth([contact_id])


def _lock_own_note(team_id: UUID, contact_id: int, note_id: int, by: Caller) -> ContactNote:
    rows = ContactNote.objects.for_team(team_id).select_for_update()
    note = rows.filter(pk=note_id, contact_id=contact_id).first()
    if note is None:
        raise NotFound
    if note.user_id != by.user_id:
        raise NotAuthorized
    return note
