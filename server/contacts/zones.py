"""Time zone of a contact: its own, or one guessed from its country and city."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from server.contacts.models import Contact
from server.lookups import guesses


@dataclass(frozen=True, slots=True)
class Clock:
    zone: ZoneInfo
    is_guess: bool


def clock_of(*, timezone: str, country: str, city: str) -> Clock | None:
    """Returns the time zone for scheduling email to a contact, or None if it is unknown.

    Lookups are cached, so it is cheap enough to call for every recipient.
    """
    name = timezone or guesses.timezone_of(country, city)
    return Clock(ZoneInfo(name), is_guess=not timezone) if name else None


def guess_of(contact: Contact) -> str | None:
    """Returns the guessed time zone of a contact; None if the contact has its own, or if none can be guessed."""
    return None if contact.timezone else guesses.timezone_of(contact.country, contact.city)
