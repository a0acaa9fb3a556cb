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

MAX_CITY_CHARACTERS = 60
log = structlog.get_logger(__name__)


class Database(Protocol):
    """The interface of an opened file."""

    def get(self, address: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class GeoLocation:
    """A country code (ISO 3166-1), and the English name of a city; each is empty if unknown."""

    country: str = ""
    city: str = ""


UNKNOWN_LOCATION = GeoLocation()


def is_available() -> bool:
    return any(load_database(path) is not None for path in settings.GEO_DATABASES)


def find_location(address: str) -> GeoLocation:
    """Uses the first database that knows the address. Makes no network request, and reads the disk only to load a
    database.
    """
    found = (_read_location(opened, address) for path in settings.GEO_DATABASES if (opened := load_database(path)))
    return next((place for place in found if place != UNKNOWN_LOCATION), UNKNOWN_LOCATION)


def _read_location(opened: Database, address: str) -> GeoLocation:
    try:
        # An IPv4-only database raises ValueError for an IPv6 address.
        record = opened.get(address)
    except (ValueError, maxminddb.InvalidDatabaseError):
        return UNKNOWN_LOCATION
    country = (
        _get_part(record, "country", "iso_code")
        or _get_part(record, "registered_country", "iso_code")
        or _get_part(record, "country_code")
    )
    if len(country) != 2 or not country.isascii() or not country.isalpha():
        return UNKNOWN_LOCATION
    return GeoLocation(country.upper(), _clean(_get_part(record, "city", "names", "en") or _get_part(record, "city")))


@lru_cache(maxsize=8)
def load_database(path: str) -> Database | None:
    """Opens the file once per process. Returns None if it is unreadable, which is logged."""
    try:
        opened: Database = maxminddb.open_database(Path(path))
    except (OSError, maxminddb.InvalidDatabaseError) as error:
        log.error("delivery.geo.unreadable", error=str(error)[:200])
        return None
    return opened


def _get_part(found: Any, *path: str) -> str:
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    return found if isinstance(found, str) else ""


def _clean(name: str) -> str:
    return "".join(sign for sign in name if sign.isprintable() and sign != "\\")[:MAX_CITY_CHARACTERS]
