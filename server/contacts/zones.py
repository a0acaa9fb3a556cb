"""The clock that a contact lives by: the timezone that it has, else the one that its country and city tell."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from server.contacts.models import Contact
from server.lookups import guesses


@dataclass(frozen=True, slots=True)
class Clock:
    """A timezone, and whether it is only guessed."""

    zone: ZoneInfo
    is_guess: bool


def clock_of(*, timezone: str, country: str, city: str) -> Clock | None:
    """By whose clock mail for a contact is timed, from these columns of it; None where nobody can tell.

    Cheap enough to be asked for every contact of a mailing: places are remembered.
    """
    name = timezone or guesses.timezone_of(country, city)
    return Clock(ZoneInfo(name), is_guess=not timezone) if name else None


def guess_of(contact: Contact) -> str | None:
    """The timezone that a contact without one probably has."""
    return None if contact.timezone else guesses.timezone_of(contact.country, contact.city)
