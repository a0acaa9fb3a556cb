"""The time zone of a place, if its country and city determine a single one."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from importlib import resources
from zoneinfo import ZoneInfo

from babel.core import get_global

from server.core import clock
from server.lookups import geography

# Time zones that agree at this many times, four weeks apart from this year on, count as one.
SAMPLE_COUNT = 40
MAX_CACHED_LOCATIONS = 20_000


def guess_timezone(country: str, city: str) -> str | None:
    """Returns None if the time zone is unknown or ambiguous. `country` and `city` are free text.

    Time zones with equal clocks count as one, named after its largest city.
    """
    return _guess_timezone(country.strip(), city.strip(), clock.now().year) if country or city else None


@lru_cache(maxsize=MAX_CACHED_LOCATIONS)
def _guess_timezone(country: str, city: str, year: int) -> str | None:
    if country:
        code = geography.find_country_code(country)
        return (
            None
            if code is None
            else _find_single_zone(_list_zones(code, ""), year) or _find_single_zone(_list_zones(code, city), year)
        )
    # All countries with such a city must give the same result.
    return _find_single_zone(
        [zone for code in sorted(geography.find_countries_with_city(city)) for zone in _list_zones(code, city)], year
    )


def _list_zones(country: str, city: str) -> list[str]:
    """Puts the time zone of the largest city first. With a city, returns those of the cities with that name."""
    cities = _load_cities().get(country, {})
    if not city or len(get_global("territory_zones").get(country, ())) == 1:
        known = get_global("territory_zones").get(country, ())
        return [*(zone for zone in cities if zone in known), *(zone for zone in known if zone not in cities)]
    wanted = geography.normalize_name(city)
    return [zone for zone, names in cities.items() if wanted in names]


def _find_single_zone(zones: Iterable[str], year: int) -> str | None:
    zones = list(zones)
    return zones[0] if zones and len({_list_utc_offsets(zone, year) for zone in zones}) == 1 else None


@cache
def _list_utc_offsets(zone: str, year: int) -> tuple[timedelta | None, ...]:
    first = datetime(year, 1, 1, tzinfo=UTC)
    moments = (first + timedelta(weeks=4 * number) for number in range(SAMPLE_COUNT))
    return tuple(moment.astimezone(ZoneInfo(zone)).utcoffset() for moment in moments)


@cache
def _load_cities() -> dict[str, dict[str, frozenset[str]]]:
    """Country -> time zone -> the names of its cities, for countries with several time zones."""
    text = resources.files("server.lookups").joinpath("data", "zones.txt").read_text("utf-8")
    found: dict[str, dict[str, frozenset[str]]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            country, zone, *names = line.split("\t")
            found.setdefault(country, {})[zone] = frozenset(map(geography.normalize_name, names))
    return found
