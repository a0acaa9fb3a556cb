"""Queries of notes."""

from uuid import UUID

from server.contacts.models import ContactNote
from server.contacts.schemas.timeline import NoteOut
from server.contacts.selectors import contacts as selectors


def list_of_contact(*, team_id: UUID, contact_id: int, before: int | None, size: int) -> list[NoteOut]:
    """Newest first. Raises NotFound for a contact of another team."""
    contact = selectors.get_contact(team_id=team_id, contact_id=contact_id)
    rows = ContactNote.objects.for_team(team_id).filter(contact_id=contact.pk)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return [build_note_out(row) for row in rows.order_by("-pk")[:size]]


def build_note_out(row: ContactNote) -> NoteOut:
    return NoteOut(
        note_id=row.pk,
        text=row.text,
        user_id=row.user_id,
        fullname=row.fullname,
        at=row.at,
        edited_at=row.edited_at,
    )
