"""Resolves the tokens of the subscription pages: a token from an email proves access to its mailbox.

There are two kinds of token. That of an email names its recipient (delivery/tokens.py); that of a confirmation names a
contact and its address at that time. A token represents the address it was sent to: if the contact's address has
changed since, it can only unsubscribe.
"""

from dataclasses import dataclass
from uuid import UUID

from django.core import signing

from server.contacts.models import Contact
from server.core.errors import NotFound
from server.delivery import keys
from server.delivery.models import Mailing, Recipient
from server.delivery.origins import TEST
from server.delivery.tokens import TOKEN_CHARACTERS
from server.teams.models import Team

SALT = "delivery.subscriber"


@dataclass(frozen=True, slots=True)
class Subscriber:
    """The visitor of a page: an address of a team, its contact, and the email the token came in."""

    token: str
    team: Team
    email: str
    contact: Contact | None
    mailing: Mailing | None = None
    position: int = 0

    @property
    def is_tester(self) -> bool:
        return self.mailing is not None and self.mailing.origin == TEST

    @property
    def reads_as_contact(self) -> bool:
        """Whether the contact still has this address, so that the token represents the contact."""
        return self.contact is not None and self.contact.email == self.email

    def own(self) -> Contact:
        """Raises NotFound if the token represents no contact."""
        if self.contact is None or not self.reads_as_contact:
            raise NotFound
        return self.contact


def create_token(contact: Contact) -> str:
    """For emails that belong to no mailing."""
    return signing.dumps([str(contact.team_id), contact.pk, contact.email], salt=SALT)


def get_subscriber(token: str) -> Subscriber:
    """Raises NotFound for a forged token, and for a deleted recipient or contact."""
    return _get_by_email_token(token) if len(token) == TOKEN_CHARACTERS else _get_by_contact_token(token)


def _get_by_email_token(token: str) -> Subscriber:
    named = keys.get_key_ring().read(token)
    if named is None:
        raise NotFound
    # across teams: the token names the mailing, and with it the team
    found = Mailing.objects.filter(pk=named.mailing_id, team__isnull=False).defer("compiled", "plain")
    mailing = found.select_related("team").first()
    recipient = Recipient.objects.filter(mailing_id=named.mailing_id, position=named.position).first()
    # A recipient without an address has been erased.
    if mailing is None or mailing.team is None or recipient is None or not recipient.email:
        raise NotFound
    contact = Contact.objects.for_team(mailing.team).filter(pk=recipient.contact_id or 0).first()
    return Subscriber(token, mailing.team, recipient.email, contact, mailing, named.position)


def _get_by_contact_token(token: str) -> Subscriber:
    try:
        team_id, contact_id, email = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    team = Team.objects.filter(pk=UUID(team_id)).first()
    contact = Contact.objects.for_team(team).filter(pk=contact_id).first() if team else None
    if team is None or contact is None:
        raise NotFound
    return Subscriber(token, team, email, contact)
