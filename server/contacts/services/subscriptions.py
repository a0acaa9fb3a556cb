"""Subscription state of contacts, changed by recipients, bounces and complaints.

Called by the public pages with a contact verified by a token, and by the `delivery` app for bounces.
"""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from server.activity.services import record
from server.contacts import timeline
from server.contacts.causes import CONSENT_NOTE_REQUIRED
from server.contacts.events import SubscriptionDecided
from server.contacts.models import Contact, PendingContact
from server.contacts.services import history, pending
from server.contacts.services.contacts import build_link, get_audit_name, publish_changes, save_once
from server.contacts.services.history import ConsentProof, PreviousValues
from server.contacts.states import CONTACT_TRANSITIONS, MANUAL_TRANSITIONS, ConsentSource, ContactState
from server.core import clock, rooms
from server.core.callers import Caller
from server.core.errors import FieldsInvalid, NotFound
from server.core.events import publish
from server.plans import quota
from server.plans.features import CONTACT

PAGE_PROOF = ConsentProof(ConsentSource.PAGE)
# States from which a form can resubscribe. A form does not undo a bounce or complaint.
RESUBSCRIBABLE_STATES = frozenset({ContactState.WAITING, ContactState.UNSUBSCRIBED})


def unsubscribe(*, team_id: UUID, contact_id: int, proof: ConsentProof = PAGE_PROOF) -> Contact:
    """CONT-86. Idempotent. Raises NotFound."""
    return _change_state(team_id=team_id, contact_id=contact_id, to=ContactState.UNSUBSCRIBED, proof=proof)


def resubscribe(*, team_id: UUID, contact_id: int, proof: ConsentProof = PAGE_PROOF) -> Contact:
    """Subscribes a contact again at its own request. Raises NotFound, ContactLimitExceeded."""
    return _change_state(team_id=team_id, contact_id=contact_id, to=ContactState.SUBSCRIBED, proof=proof)


def confirm(*, team_id: UUID, contact_id: int, proof: ConsentProof = PAGE_PROOF) -> Contact:
    """The confirmation of double opt-in (CONT-87). Raises NotFound, ContactLimitExceeded."""
    return _change_state(team_id=team_id, contact_id=contact_id, to=ContactState.SUBSCRIBED, proof=proof)


def sign_up(
    *, team_id: UUID, email: str, names: Mapping[str, str], state: ContactState, proof: ConsentProof
) -> Contact:
    """Handles a sign-up: creates a contact, or uses the existing one of the address.

    The state is SUBSCRIBED for consent, or WAITING if it must be confirmed. An existing contact only changes from
    WAITING: after unsubscribing, a bounce or a complaint it needs a confirmation. Unconfirmed contacts use no plan
    quota. Raises ContactLimitExceeded.
    """
    with transaction.atomic():
        contact = Contact.objects.for_team(team_id).select_for_update().filter(email=email).first()
        if contact is None:
            return _create_contact(team_id, email, names, state, proof)
        if state == ContactState.SUBSCRIBED and contact.state == ContactState.WAITING:
            _set_state(contact, state, proof)
    return contact


def _create_contact(
    team_id: UUID, email: str, names: Mapping[str, str], state: ContactState, proof: ConsentProof
) -> Contact:
    now = clock.now()
    contact = Contact.objects.create(team_id=team_id, email=email, state=state, created_at=now, updated_at=now, **names)
    if state == ContactState.WAITING:
        PendingContact.objects.create(
            contact_id=contact.pk, team_id=team_id, confirm_by=now + pending.CONFIRMATION_PERIOD
        )
    else:
        quota.use(team_id=team_id, limit=CONTACT)
    if state == ContactState.SUBSCRIBED:
        history.create_consent(team_id=team_id, contact_id=contact.pk, given=True, proof=proof)
    publish_changes(team_id=team_id, action="created", ids=[contact.pk], count=1)
    return contact


def change_address(*, team_id: UUID, contact_id: int, email: str) -> Contact:
    """Changes the address at the contact's own, verified request. Raises NotFound, ContactExists."""
    with transaction.atomic():
        contact = _lock_contact(team_id, contact_id)
        former = PreviousValues.of(contact)
        contact.email = email
        contact.updated_at = clock.now()
        contact.revision += 1
        save_once(contact)
        history.record_changes(contact, former, by=None)
        publish_changes(team_id=team_id, action="updated", ids=[contact.pk], count=1)
    return contact


def record_bounce(*, team_id: UUID, contact_id: int) -> Contact:
    """Only for hard bounces. Raises NotFound, ActionNotAllowed."""
    return _change_state(team_id=team_id, contact_id=contact_id, to=ContactState.BOUNCED)


def record_complaint(*, team_id: UUID, contact_id: int) -> Contact:
    """Raises NotFound, ActionNotAllowed."""
    return _change_state(team_id=team_id, contact_id=contact_id, to=ContactState.COMPLAINED)


def set_subscription(*, team_id: UUID, contact_id: int, to: ContactState, words: str, by: Caller) -> Contact:
    """Changes the state by a decision of the team, with a note on the consent.

    Raises NotFound, ContactLimitExceeded, ActionNotAllowed for a state that only the recipient can undo, and
    FieldsInvalid for resubscribing without a note.
    """
    if to == ContactState.SUBSCRIBED and not words:
        raise FieldsInvalid.of("words", CONSENT_NOTE_REQUIRED)
    with transaction.atomic():
        contact = _lock_contact(team_id, contact_id)
        MANUAL_TRANSITIONS.require(contact.state, to)
        _set_state(contact, to, ConsentProof(ConsentSource.PERSON, words=words, by=by))
        record(
            team_id=team_id,
            reference="contact",
            action="UPDATED",
            name=get_audit_name(contact),
            by=by,
            link=build_link(contact.pk),
        )
        publish(SubscriptionDecided(contact_id=contact.pk, state=to), rooms=[rooms.team(team_id)])
    return contact


def _change_state(*, team_id: UUID, contact_id: int, to: ContactState, proof: ConsentProof | None = None) -> Contact:
    with transaction.atomic():
        contact = _lock_contact(team_id, contact_id)
        if contact.state == to:
            return contact
        CONTACT_TRANSITIONS.require(contact.state, to)
        _set_state(contact, to, proof)
    return contact


def _lock_contact(team_id: UUID, contact_id: int) -> Contact:
    contact = Contact.objects.for_team(team_id).select_for_update().filter(pk=contact_id).first()
    if contact is None:
        raise NotFound
    return contact


def _set_state(contact: Contact, to: ContactState, proof: ConsentProof | None) -> None:
    """Raises ContactLimitExceeded if the contact was unconfirmed and the plan has no quota left."""
    if to == ContactState.SUBSCRIBED and pending.end_pending(team_id=contact.team_id, contact_ids=[contact.pk]):
        quota.use(team_id=contact.team_id, limit=CONTACT)
    contact.state = to
    contact.updated_at = clock.now()
    contact.revision += 1
    contact.save(update_fields=["state", "updated_at", "revision"])
    if proof is not None:
        given = to == ContactState.SUBSCRIBED
        history.create_consent(team_id=contact.team_id, contact_id=contact.pk, given=given, proof=proof)
    timeline.publish_growth([contact.pk])
    publish_changes(team_id=contact.team_id, action="updated", ids=[contact.pk], count=1)
