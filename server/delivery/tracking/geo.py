"""Where a reader's network is, by databases of places in MaxMind's format; the address is asked for and forgotten.

Without `DASH_GEO_DATABASE` nothing is known of anybody. A record may be nested as GeoLite2 and DB-IP make it
(`country.iso_code`, `city.names.en`), or flat (`country_code`, `city`).
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
    return any(database(path) is not None for path in settings.GEO_DATABASES)


def place_of(address: str) -> Place:
    """Where an address is, by the first database that knows it; NOWHERE where none does.

    Asks no network and no disk that is not in memory yet.
    """
    found = (_found(opened, address) for path in settings.GEO_DATABASES if (opened := database(path)))
    return next((place for place in found if place != NOWHERE), NOWHERE)


def _found(opened: Database, address: str) -> Place:
    try:
        # A database of IPv4 alone says so by a ValueError when it is asked for another address.
        record = opened.get(address)
    except (ValueError, maxminddb.InvalidDatabaseError):
        return NOWHERE
    country = (
        _part(record, "country", "iso_code")
        or _part(record, "registered_country", "iso_code")
        or _part(record, "country_code")
    )
    if len(country) != 2 or not country.isascii() or not country.isalpha():
        return NOWHERE
    return Place(country.upper(), _clean(_part(record, "city", "names", "en") or _part(record, "city")))


@lru_cache(maxsize=8)
def database(path: str) -> Database | None:
    """The opened file, once a process; None where it can't be read, which is logged."""
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
