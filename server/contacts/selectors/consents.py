"""Queries of consents and their evidence."""

from uuid import UUID

from server.contacts.models import Contact, ContactConsent, ImportJob, ImportTouch
from server.contacts.schemas.timeline import ConsentOut
from server.contacts.selectors import contacts as selectors
from server.contacts.states import ConsentSource, UnsubscribeReason

MAX_CONSENTS = 100


def list_of_contact(*, team_id: UUID, contact_id: int) -> list[ConsentOut]:
    """Newest first, including the consent from the import that created the contact. Raises NotFound."""
    contact = selectors.get_contact(team_id=team_id, contact_id=contact_id)
    rows = ContactConsent.objects.for_team(team_id).filter(contact_id=contact_id).order_by("-at", "-id")
    found = [build_consent_out(row) for row in rows[:MAX_CONSENTS]]
    job = find_creating_import(contact)
    # If the import asked for confirmation, only the contact's own confirmation counts.
    if job is not None and not job.confirms:
        found.append(
            ConsentOut(
                given=True, way=ConsentSource.IMPORT, at=contact.created_at, fullname=job.fullname, file=job.file
            )
        )
    return sorted(found, key=lambda consent: consent.at, reverse=True)


def find_creating_import(contact: Contact) -> ImportJob | None:
    made = ImportTouch.objects.for_team(contact.team_id).filter(is_new=True, low__lte=contact.pk)
    touch = made.order_by("-low").first()
    if touch is None or touch.high < contact.pk or touch.at != contact.created_at:
        return None
    return ImportJob.objects.for_team(contact.team_id).filter(pk=touch.import_id).first()


def build_consent_out(row: ContactConsent) -> ConsentOut:
    return ConsentOut(
        given=row.given,
        way=ConsentSource(row.way),
        at=row.at,
        fullname=row.fullname,
        words=row.words,
        ip=row.ip,
        user_agent=row.user_agent,
        page=row.page,
        reason=UnsubscribeReason(row.reason) if row.reason else None,
    )
