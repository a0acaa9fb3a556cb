"""Contacts that signed up with a public form and have not confirmed yet.

Anyone can enter any address in a form, so these contacts use no plan quota and are deleted after a week. They become
regular contacts by confirming, or when the team subscribes or imports them.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from server.contacts.models import Contact, PendingContact
from server.contacts.services import contacts
from server.core import clock

CONFIRMATION_PERIOD: Final = timedelta(days=7)
# Contacts per transaction.
MAX_PURGED_AT_ONCE: Final = 500


def purge_expired() -> None:
    expired = PendingContact.objects.filter(confirm_by__lt=clock.now())  # across teams: maintenance of all teams
    for team_id in list(expired.values_list("team_id", flat=True).distinct()):
        while _purge_team(team_id):
            pass


def _purge_team(team_id: UUID) -> int:
    expired = PendingContact.objects.for_team(team_id).filter(confirm_by__lt=clock.now())
    with transaction.atomic():
        ids = list(expired.order_by("pk").values_list("pk", flat=True)[:MAX_PURGED_AT_ONCE])
        # Locked in the order of a confirmation, the contact first, so that a concurrent confirmation wins.
        list(Contact.objects.for_team(team_id).filter(pk__in=ids).order_by("pk").select_for_update().values_list("pk"))
        ids = list(expired.filter(pk__in=ids).values_list("pk", flat=True))
        gone = contacts.remove(team_id=team_id, ids=ids)
        if gone:
            contacts.publish_changes(
                team_id=team_id, action="deleted", ids=[contact.pk for contact in gone], count=len(gone)
            )
        expired.filter(pk__in=ids).delete()
    return len(ids)


def extend_period(*, team_id: UUID, contact_id: int) -> None:
    """No-op for a contact that is not pending."""
    PendingContact.objects.for_team(team_id).filter(pk=contact_id).update(confirm_by=clock.now() + CONFIRMATION_PERIOD)


def end_pending(*, team_id: UUID, contact_ids: Sequence[int], at_most: int | None = None) -> int:
    """Ends the pending state in the caller's transaction.

    Returns the number of contacts; the caller counts their quota.
    """
    rows = PendingContact.objects.for_team(team_id).filter(pk__in=contact_ids).order_by("pk")
    ids = list(rows.values_list("pk", flat=True)[:at_most])
    return rows.filter(pk__in=ids).delete()[0] if ids else 0
