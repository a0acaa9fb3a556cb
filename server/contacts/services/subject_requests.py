"""Erasure requests of contacts. Data access requests are exports (exports.start_subject)."""

import re
from uuid import UUID

from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Concat, Substr

from server.activity.models import Activity
from server.activity.services import record
from server.contacts.causes import EMAIL_NOT_REPEATED
from server.contacts.events import ContactErased
from server.contacts.models import BulkAction, Contact
from server.contacts.services import contacts, deletions
from server.contacts.sql import undoing
from server.core import rooms
from server.core.callers import Caller
from server.core.errors import FieldsInvalid, NotFound
from server.core.events import publish
from server.core.text import normalize_email


def erase_contact(*, team_id: UUID, contact_id: int, email: str, by: Caller) -> None:
    """Erases a contact and its data. Statistics remain, and a suppressed address stays suppressed.

    The audit log records the erasure without a name. Raises NotFound, InUse, and FieldsInvalid if the address is not
    the contact's.
    """
    with transaction.atomic():
        contact = Contact.objects.for_team(team_id).select_for_update().filter(pk=contact_id).first()
        if contact is None:
            raise NotFound
        if normalize_email(email) != contact.email:
            raise FieldsInvalid.of("email", EMAIL_NOT_REPEATED, email)
        publish(ContactErased(contact_id=contact_id), rooms=[rooms.team(team_id)])
        contacts.remove(team_id=team_id, ids=[contact_id])
        undoing.clear_images(team_id, contact_id=contact_id)
        deletions.delete_copies(team_id=team_id, email=contact.email)
        nameless = f"#{contact_id}"
        names = {contact.email, contacts.get_audit_name(contact)}
        for name in names:
            _replace_audit_name(team_id, name, nameless)
        BulkAction.objects.for_team(team_id).filter(name__in=names).update(name=nameless)
        contacts.publish_changes(team_id=team_id, action="deleted", ids=[contact_id], count=1)
        record(team_id=team_id, reference="contact", action="DELETED", name=nameless, by=by)


def _replace_audit_name(team_id: UUID, name: str, nameless: str) -> None:
    """Also in the entries of several contacts, named by `contacts.build_audit_name` and cut to the column's length."""
    entries = Activity.objects.for_team(team_id).filter(
        reference="contact", name__startswith=name, name__regex=rf"^{re.escape(name)}( (\+[0-9]*)?)?$"
    )
    entries.update(name=Concat(Value(nameless), Substr("name", len(name) + 1)))
