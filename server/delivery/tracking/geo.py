"""Where a reader's network is, by a database of places in MaxMind's format; the address is asked for and forgotten.

Without `DASH_GEO_DATABASE` nothing is known of anybody.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import maxminddb
import structlog
from django.conf import settings

MOST_CITY = 60  # characters
log = structlog.get_logger(__name__)


class Database(Protocol):
    """What is asked of an opened file."""

    def get(self, address: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class Place:
    """A country by its code of ISO 3166-1, and the English name of a city; each empty where it is not known."""

    country: str = ""
    city: str = ""


NOWHERE = Place()


def is_available() -> bool:
    """Whether there is a database of places."""
    return database(settings.GEO_DATABASE) is not None


def place_of(address: str) -> Place:
    """Where an address is; NOWHERE where that is not known. Asks no network and no disk that is not in memory yet."""
    opened = database(settings.GEO_DATABASE)
    if opened is None:
        return NOWHERE
    try:
        found = opened.get(address)
    except (ValueError, maxminddb.InvalidDatabaseError):
        return NOWHERE
    if not isinstance(found, dict):
        return NOWHERE
    country = _part(found, "country", "iso_code") or _part(found, "registered_country", "iso_code")
    city = _part(found, "city", "names", "en")
    if len(country) != 2 or not country.isascii() or not country.isalpha():
        return NOWHERE
    return Place(country.upper(), _clean(city))


@lru_cache(maxsize=4)
def database(path: str) -> Database | None:
    """The opened file, once a process; None without one, or where it can't be read, which is logged."""
    if not path:
        return None
    try:
        opened: Database = maxminddb.open_database(Path(path))
    except (OSError, maxminddb.InvalidDatabaseError) as error:
        log.error("delivery.geo.unreadable", error=str(error)[:200])
        return None
    return opened


def _part(found: Any, *path: str) -> str:
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    return found if isinstance(found, str) else ""


def _clean(name: str) -> str:
    """Of what is stored: short, and without signs that mean something to COPY."""
    return "".join(sign for sign in name if sign.isprintable() and sign != "\\")[:MOST_CITY]
