"""Locates a reader's network with databases in MaxMind's format. The IP address is not stored.

Without `DASH_GEO_DATABASE` all places are unknown. Records can be nested as in GeoLite2 and DB-IP (`country.iso_code`,
`city.names.en`), or flat (`country_code`, `city`).
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import maxminddb
import structlog
from django.conf import settings

MAX_CITY_CHARACTERS = 60  # characters
log = structlog.get_logger(__name__)


class Database(Protocol):
    """The interface of an opened file."""

    def get(self, address: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class GeoPlace:
    """A country code (ISO 3166-1), and the English name of a city; each is empty if unknown."""

    country: str = ""
    city: str = ""


NOWHERE = GeoPlace()


def is_available() -> bool:
    return any(database(path) is not None for path in settings.GEO_DATABASES)


def place_of(address: str) -> GeoPlace:
    """The place of an address in the first database that knows it, or NOWHERE.

    Makes no network request, and reads the disk only to load the database.
    """
    found = (_found(opened, address) for path in settings.GEO_DATABASES if (opened := database(path)))
    return next((place for place in found if place != NOWHERE), NOWHERE)


def _found(opened: Database, address: str) -> GeoPlace:
    try:
        # An IPv4-only database raises ValueError for an IPv6 address.
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
    return GeoPlace(country.upper(), _clean(_part(record, "city", "names", "en") or _part(record, "city")))


@lru_cache(maxsize=8)
def database(path: str) -> Database | None:
    """The file, opened once per process. None if it is unreadable, which is logged."""
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
    """Shortens a name and removes characters that are special to COPY."""
    return "".join(sign for sign in name if sign.isprintable() and sign != "\\")[:MAX_CITY_CHARACTERS]
