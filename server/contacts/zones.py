"""Time zone of a contact: its own, or one guessed from its country and city."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from server.contacts.models import Contact
from server.lookups import guesses


@dataclass(frozen=True, slots=True)
class ContactTimezone:
    zone: ZoneInfo
    is_guess: bool


def find_contact_timezone(*, timezone: str, country: str, city: str) -> ContactTimezone | None:
    """Returns the time zone for scheduling email to a contact, or None if it is unknown.

    Lookups are cached, so it is cheap enough to call for every recipient.
    """
    name = timezone or guesses.guess_timezone(country, city)
    return ContactTimezone(ZoneInfo(name), is_guess=not timezone) if name else None


def guess_timezone(contact: Contact) -> str | None:
    """Returns None if the contact has its own time zone, or if none can be guessed."""
    return None if contact.timezone else guesses.guess_timezone(contact.country, contact.city)
