"""The time zone of a place, if its country and city determine a single one."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from importlib import resources
from zoneinfo import ZoneInfo

from babel.core import get_global

from server.core import clock
from server.lookups import places

# Time zones that agree at this many times, four weeks apart from this year on, count as one.
MOMENTS = 40
REMEMBERED_PLACES = 20_000


def timezone_of(country: str, city: str) -> str | None:
    """The time zone of a place, given as people write it. None if it is unknown or ambiguous.

    Time zones with equal clocks count as one, named after its largest city.
    """
    return _timezone_of(country.strip(), city.strip(), clock.now().year) if country or city else None


@lru_cache(maxsize=REMEMBERED_PLACES)
def _timezone_of(country: str, city: str, year: int) -> str | None:
    if country:
        code = places.country_of(country)
        return None if code is None else _one_of(_zones_of(code, ""), year) or _one_of(_zones_of(code, city), year)
    # All countries with such a city must give the same result.
    return _one_of([zone for code in sorted(places.countries_with(city)) for zone in _zones_of(code, city)], year)


def _zones_of(country: str, city: str) -> list[str]:
    """The time zones of a country, that of its largest city first. With a city, those of the cities with that name."""
    cities = _cities().get(country, {})
    if not city or len(get_global("territory_zones").get(country, ())) == 1:
        known = get_global("territory_zones").get(country, ())
        return [*(zone for zone in cities if zone in known), *(zone for zone in known if zone not in cities)]
    wanted = places.plain(city)
    return [zone for zone, names in cities.items() if wanted in names]


def _one_of(zones: Iterable[str], year: int) -> str | None:
    zones = list(zones)
    return zones[0] if zones and len({_hours(zone, year) for zone in zones}) == 1 else None


@cache
def _hours(zone: str, year: int) -> tuple[timedelta | None, ...]:
    first = datetime(year, 1, 1, tzinfo=UTC)
    moments = (first + timedelta(weeks=4 * number) for number in range(MOMENTS))
    return tuple(moment.astimezone(ZoneInfo(zone)).utcoffset() for moment in moments)


@cache
def _cities() -> dict[str, dict[str, frozenset[str]]]:
    """Country -> time zone -> the names of its cities, for countries with several time zones."""
    text = resources.files("server.lookups").joinpath("data", "zones.txt").read_text("utf-8")
    found: dict[str, dict[str, frozenset[str]]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            country, zone, *names = line.split("\t")
            found.setdefault(country, {})[zone] = frozenset(map(places.plain, names))
    return found
