"""Unsubscribing: by link or button of an email, and as the result of hard bounces and complaints."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from server.contacts import timeline
from server.contacts.models import Contact, ContactConsent
from server.contacts.services import subscriptions as contacts
from server.contacts.services.history import ConsentProof
from server.contacts.states import CONTACT_TRANSITIONS, ConsentSource, ContactState
from server.core import clock
from server.core.errors import ActionNotAllowed, NotFound
from server.delivery.models import Mailing, Recipient, SendLog, Suppression
from server.delivery.origins import TEST
from server.delivery.services import health, progress
from server.delivery.sql import opt_outs, suppressing
from server.delivery.states import FeedbackKind, SuppressionReason

MAX_UPDATES_PER_RUN = 200
# A suppression of all email means that the address is dead, whatever the earlier reason was.
_BOUNCE_UPDATE = (ContactState.BOUNCED, contacts.record_bounce)
_CONTACT_UPDATES = {
    SuppressionReason.COMPLAINT: (ContactState.COMPLAINED, contacts.record_complaint),
    SuppressionReason.UNSUBSCRIBED: (ContactState.UNSUBSCRIBED, contacts.unsubscribe),
}


def unsubscribe(
    *,
    mailing_id: int,
    position: int,
    ip: str | None = None,
    user_agent: str = "",
    page: str = "",
    reason: str = "",
    words: str = "",
) -> bool:
    """Suppresses the team's marketing email to the recipient; False if it was suppressed already.

    A test email changes nothing: a tester who tries the link keeps getting tests. Raises NotFound if the recipient of
    the token is gone.
    """
    recipient = Recipient.objects.filter(mailing_id=mailing_id, position=position).first()
    # across teams: the token names the mailing, and with it the team
    mailing = Mailing.objects.filter(pk=mailing_id, team__isnull=False).first()
    # A recipient without an address has been erased.
    if recipient is None or not recipient.email or mailing is None or mailing.team_id is None:
        raise NotFound
    if mailing.origin == TEST:
        return False
    with transaction.atomic():
        counted = _count_once(mailing.team_id, recipient, kind="unsubscribe", why=reason)
        if recipient.contact_id is not None:
            # The email accounts for the timeline entry; after a second unsubscribe, the consent does.
            way = ConsentSource.MAIL if counted else ConsentSource.PAGE
            proof = ConsentProof(way, ip=ip, user_agent=user_agent, page=page, reason=reason, words=words)
            _unsubscribe_contact(mailing.team_id, recipient.contact_id, proof)
        return _suppress(mailing.team_id, recipient.email, mailing_id)


def unsubscribe_contact(*, team_id: UUID, contact_id: int, email: str, proof: ConsentProof) -> None:
    with transaction.atomic():
        _unsubscribe_contact(team_id, contact_id, proof)
        _suppress(team_id, email, None)


def suppress_address(*, team_id: UUID, email: str, proof: ConsentProof) -> None:
    """Also unsubscribes the contact with the address, if there is one."""
    with transaction.atomic():
        contact_id = Contact.objects.for_team(team_id).filter(email=email).values_list("pk", flat=True).first()
        if contact_id is not None:
            _unsubscribe_contact(team_id, contact_id, proof)
        _suppress(team_id, email, None)


def record_complaint(
    *,
    team_id: UUID,
    email: str,
    recipient: Recipient | None,
    contact_id: int | None,
    proof: ConsentProof,
    why: str = "",
) -> bool:
    """Records a spam complaint about the team's email, which the team can't undo. Idempotent.

    Returns whether it is the first complaint about that email. `why` is the provider's feedback type (RFC 5965).
    """
    counted = False
    with transaction.atomic():
        if recipient is not None:
            counted = _count_once(team_id, recipient, kind="complaint", why=why)
            if counted:
                _record_complaint_feedback(team_id, recipient)
        contact = Contact.objects.for_team(team_id).filter(pk=contact_id or 0).first()
        if contact is not None:
            if CONTACT_TRANSITIONS.allows(contact.state, ContactState.COMPLAINED):
                contacts.record_complaint(team_id=team_id, contact_id=contact.pk)
            elif contact.state != ContactState.COMPLAINED:
                contacts.unsubscribe(team_id=team_id, contact_id=contact.pk, proof=proof)
        suppressing.complain(
            team_id, email=email, mailing_id=recipient.mailing_id if recipient else None, now=clock.now()
        )
    return counted


def _record_complaint_feedback(team_id: UUID, recipient: Recipient) -> None:
    mailing = Mailing.objects.for_team(team_id).get(pk=recipient.mailing_id)
    mailed_at = recipient.mailed_at or mailing.started_at or clock.now()
    logged = SendLog.objects.for_team(team_id).filter(
        mailing_id=mailing.pk, position=recipient.position, mailed_at=mailed_at
    )
    sent_at = logged.values_list("at", flat=True).first() or mailed_at
    health.record_feedback(
        FeedbackKind.COMPLAINT, mailing=mailing, recipient=recipient, sent_at=sent_at, at=clock.now()
    )


def is_suppressed(*, team_id: UUID, email: str, reason: SuppressionReason | None = None) -> bool:
    standing = _select_active(team_id, email)
    return (standing.filter(reason=reason) if reason else standing).exists()


def is_barred(*, team_id: UUID, email: str) -> bool:
    """Whether the address complained or does not exist, so that no form or confirmation can subscribe it."""
    barring = (SuppressionReason.COMPLAINT, SuppressionReason.HARD_BOUNCE)
    return _select_active(team_id, email).filter(reason__in=barring).exists()


def can_resubscribe(*, team_id: UUID, contact: Contact) -> bool:
    """Whether the contact unsubscribed on its own, so that it can resubscribe on its own."""
    if contact.state != ContactState.UNSUBSCRIBED:
        return False
    if _select_active(team_id, contact.email).exclude(reason=SuppressionReason.UNSUBSCRIBED).exists():
        return False
    left = ContactConsent.objects.for_team(team_id).filter(contact_id=contact.pk, given=False)
    way = left.order_by("-at", "-pk").values_list("way", flat=True).first()
    return way != ConsentSource.PERSON


def resubscribe(*, team_id: UUID, contact_id: int, proof: ConsentProof) -> None:
    """Resubscribes a contact at its own request; no-op if it is subscribed.

    Raises NotFound, and ActionNotAllowed after a bounce, a complaint or the team's own decision.
    """
    with transaction.atomic():
        contact = Contact.objects.for_team(team_id).select_for_update().filter(pk=contact_id).first()
        if contact is None:
            raise NotFound
        if contact.state == ContactState.SUBSCRIBED:
            return
        if not can_resubscribe(team_id=team_id, contact=contact):
            raise ActionNotAllowed(payload={"state": contact.state})
        contacts.resubscribe(team_id=team_id, contact_id=contact_id, proof=proof)
        lift_suppression(team_id=team_id, email=contact.email)


def lift_suppression(*, team_id: UUID, email: str) -> None:
    of_address = Suppression.objects.for_team(team_id).filter(email=email)
    of_address.filter(reason=SuppressionReason.UNSUBSCRIBED).delete()


def _select_active(team_id: UUID, email: str) -> QuerySet[Suppression]:
    of_address = Suppression.objects.for_team(team_id).filter(email=email)
    return of_address.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=clock.now()))


def _suppress(team_id: UUID, email: str, mailing_id: int | None) -> bool:
    # The recipient's own decision counts, instead of what it did not do or its server did.
    replaced = (SuppressionReason.SUNSET, SuppressionReason.SOFT_BOUNCE)
    return bool(
        suppressing.unsubscribe(team_id, emails=[email], mailing_id=mailing_id, replaced=replaced, now=clock.now())
    )


def _count_once(team_id: UUID, recipient: Recipient, *, kind: Literal["unsubscribe", "complaint"], why: str) -> bool:
    counted = opt_outs.count(
        team_id,
        mailing_id=recipient.mailing_id,
        position=recipient.position,
        contact_id=recipient.contact_id,
        at=clock.now(),
        kind=kind,
        why=why,
    )
    if counted:
        if recipient.contact_id is not None:
            timeline.publish_growth([recipient.contact_id])
        progress.publish([recipient.mailing_id])
    return counted


def _unsubscribe_contact(team_id: UUID, contact_id: int, proof: ConsentProof) -> None:
    if Contact.objects.for_team(team_id).filter(pk=contact_id).exists():
        contacts.unsubscribe(team_id=team_id, contact_id=contact_id, proof=proof)


def update_contacts() -> int:
    """Applies new suppressions for hard bounces and complaints to the contacts' states. Returns how many it processed.

    Rows left by a crash are picked up by the next call of any sender.
    """
    with transaction.atomic():
        # across teams: the sender processes all of them
        waiting = Suppression.objects.filter(is_told=False)
        untold_ids = _lock_contacts(waiting.order_by("pk")[:MAX_UPDATES_PER_RUN])
        # across teams: the same rows
        untold = list(waiting.filter(pk__in=untold_ids).order_by("pk").select_for_update(skip_locked=True))
        for suppression in untold:
            # A complaint stops marketing email only; if all email is suppressed, the address has died since.
            said = _CONTACT_UPDATES.get(SuppressionReason(suppression.reason), _BOUNCE_UPDATE)
            state, tell = said if suppression.marketing_only else _BOUNCE_UPDATE
            movable = CONTACT_TRANSITIONS.sources(state)
            contact = Contact.objects.for_team(suppression.team_id).filter(email=suppression.email, state__in=movable)
            for contact_id in contact.values_list("pk", flat=True):
                tell(team_id=suppression.team_id, contact_id=contact_id)
        # across teams: the same rows
        Suppression.objects.filter(pk__in=[suppression.pk for suppression in untold]).update(is_told=True)
    return len(untold)


def _lock_contacts(suppressions: Iterable[Suppression]) -> list[int]:
    """Locks the contacts with these addresses. Returns the keys of the suppressions.

    Those who unsubscribe a contact also lock it before its suppression.
    """
    keys: list[int] = []
    emails: defaultdict[UUID, list[str]] = defaultdict(list)
    for suppression in suppressions:
        keys.append(suppression.pk)
        emails[suppression.team_id].append(suppression.email)
    for team_id in sorted(emails):
        contacts_of_team = Contact.objects.for_team(team_id).filter(email__in=emails[team_id])
        list(contacts_of_team.order_by("pk").select_for_update().values_list("pk", flat=True))
    return keys
