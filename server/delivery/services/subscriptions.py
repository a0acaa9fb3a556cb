"""Leaving: what a recipient asks for by the link or the button of a mail, and what a dead address means."""

from django.db import transaction

from server.contacts.models import Contact
from server.contacts.services import subscriptions as contacts
from server.contacts.states import ContactState
from server.core import clock
from server.core.errors import NotFound
from server.delivery.models import Mailing, Origin, Recipient, Suppression, SuppressionReason
from server.delivery.services import progress
from server.delivery.sql import leaving

TELL_AT_MOST = 200


def unsubscribe(*, mailing_id: int, position: int) -> bool:
    """Stops marketing mail of the mailing's team to the recipient; False when that was so already.

    From a test mail nothing follows: a tester who tries the link goes on getting tests. Raises NotFound for a token
    whose recipient is gone.
    """
    recipient = Recipient.objects.filter(mailing_id=mailing_id, position=position).first()
    # across teams: the token names the mailing, and with it the team
    mailing = Mailing.objects.filter(pk=mailing_id, team__isnull=False).first()
    if recipient is None or mailing is None or mailing.team_id is None:
        raise NotFound
    if mailing.origin == Origin.TEST:
        return False
    now = clock.now()
    with transaction.atomic():
        if recipient.contact_id is not None:
            _unsubscribe_contact(mailing, recipient.contact_id)
        _, is_new = Suppression.objects.for_team(mailing.team_id).update_or_create(
            team_id=mailing.team_id,
            email=recipient.email,
            defaults={"created_at": now},
            create_defaults={
                "reason": SuppressionReason.UNSUBSCRIBED,
                "mailing_id": mailing_id,
                "created_at": now,
            },
        )
        counted = leaving.count(
            mailing.team_id, mailing_id=mailing_id, position=position, contact_id=recipient.contact_id, at=now
        )
        if counted:
            progress.publish([mailing_id])
    return bool(is_new)


def _unsubscribe_contact(mailing: Mailing, contact_id: int) -> None:
    """The contact may have been deleted since; the suppression holds without it."""
    contact = Contact.objects.for_team(mailing.team_id).filter(pk=contact_id).first() if mailing.team_id else None
    if contact is not None and mailing.team_id:
        contacts.unsubscribe(team_id=mailing.team_id, contact_id=contact_id)


def tell_bounces() -> int:
    """Sets the state of contacts whose address was refused for good; how many were looked at.

    Rows that a crash left untold are found by the next call of any sender.
    """
    with transaction.atomic():
        # across teams: the sender tells for all of them
        waiting = Suppression.objects.filter(is_told=False).select_for_update(skip_locked=True)
        untold = list(waiting.order_by("pk")[:TELL_AT_MOST])
        for suppression in untold:
            living = (ContactState.SUBSCRIBED, ContactState.WAITING)
            contact = Contact.objects.for_team(suppression.team_id).filter(email=suppression.email, state__in=living)
            for contact_id in contact.values_list("pk", flat=True):
                contacts.bounced(team_id=suppression.team_id, contact_id=contact_id)
        # across teams: those of above
        Suppression.objects.filter(pk__in=[suppression.pk for suppression in untold]).update(is_told=True)
    return len(untold)
