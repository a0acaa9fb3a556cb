"""Changes the address of a subscription once the new mailbox has confirmed it."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.db import transaction

from server.contacts.errors import ContactExists
from server.contacts.models import Contact
from server.contacts.services import subscriptions as contacts
from server.contacts.services.history import ConsentProof
from server.contacts.states import ContactState
from server.core.errors import NotFound, TooManyRequests
from server.delivery.services import subscriptions, system
from server.delivery.services.branding import get_brand
from server.identity.services import throttle
from server.teams.models import Team

SALT = "delivery.replace-address"
CONFIRM_PERIOD = timedelta(days=2)
# Emails that one contact can request in an hour, to any addresses: enough for typing errors, not for a list of victims.
MAX_REQUESTS_PER_HOUR: Final = 10


def request_replacement(*, team: Team, contact: Contact, email: str, language: str) -> None:
    """Emails a confirmation link to the new address. It neither checks nor reveals whether the address is known.

    Raises TooManyRequests above the contact's hourly limit, or the limit for all networks together.
    """
    if email == contact.email:
        return
    requester = f"replacements of {team.pk}"
    if not throttle.count_email(purpose=requester, email=contact.email, max_per_hour=MAX_REQUESTS_PER_HOUR):
        raise TooManyRequests
    throttle.count_requested_email()
    if not throttle.reserve_stranger_email(purpose="replace", team_id=team.pk, email=email):
        return
    token = signing.dumps([str(team.pk), contact.pk, contact.email, email], salt=SALT, compress=True)
    brand = get_brand(team)
    system.send(
        to=email,
        template="replace-address",
        context={
            "team": brand.name,
            "old": contact.email,
            "link": f"{settings.PAGES_ORIGIN.rstrip('/')}/replace-subscription/{token}",
        },
        language=language,
        brand=brand,
    )


def read_request(token: str) -> tuple[Contact, str]:
    """Returns the contact and its new address. Raises NotFound for a token that is forged, expired or used."""
    try:
        team_id, contact_id, old, email = signing.loads(token, salt=SALT, max_age=CONFIRM_PERIOD)
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    contact = Contact.objects.for_team(UUID(team_id)).filter(pk=contact_id, email=old).first()
    if contact is None:
        raise NotFound
    return contact, email


def replace_address(*, token: str, proof: ConsentProof) -> Contact:
    """Changes the address and returns the contact that now has it. Raises NotFound as `read_request` does.

    If another contact of the team has the address already, the old contact is unsubscribed. The other one resubscribes
    if it had unsubscribed on its own.
    """
    contact, email = read_request(token)
    try:
        with transaction.atomic():
            moved = contacts.change_address(team_id=contact.team_id, contact_id=contact.pk, email=email)
            if moved.state == ContactState.SUBSCRIBED:
                subscriptions.lift_suppression(team_id=moved.team_id, email=email)
            return moved
    except ContactExists:
        return _merge_subscription(contact, email, proof)


def _merge_subscription(contact: Contact, email: str, proof: ConsentProof) -> Contact:
    with transaction.atomic():
        team_id = contact.team_id
        other = Contact.objects.for_team(team_id).get(email=email)
        if contact.state == ContactState.SUBSCRIBED and subscriptions.can_resubscribe(team_id=team_id, contact=other):
            subscriptions.resubscribe(team_id=team_id, contact_id=other.pk, proof=proof)
        subscriptions.unsubscribe_contact(team_id=team_id, contact_id=contact.pk, email=contact.email, proof=proof)
    return other
