"""Countries from CLDR, and their cities from GeoNames (CC BY 4.0, data/cities.txt)."""

import unicodedata
from functools import cache, lru_cache
from importlib import resources

from babel import Locale
from babel.core import get_global

from server.core.errors import NotFound

# Territories of CLDR that are not in ISO 3166-1: reserved codes, unions, and codes for tests.
_NON_COUNTRY_CODES = frozenset(
    ("AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "XK", "ZZ")
)
MAX_CITIES = 100


@cache
def list_countries() -> dict[str, tuple[str, str]]:
    """Code -> names in English and Indonesian, in the order of the English names."""
    english, indonesian = (
        {str(code): name for code, name in Locale(language).territories.items()} for language in ("en", "id")
    )
    codes = [code for code in english if len(code) == 2 and code.isalpha() and code not in _NON_COUNTRY_CODES]
    return {
        code: (english[code], indonesian[code])
        for code in sorted(codes, key=lambda code: normalize_name(english[code]))
    }


def list_cities(country: str, search: str = "") -> list[str]:
    """The cities of a country by population, largest first. `search` matches the start of a word in the name.

    Raises NotFound for an unknown country code.
    """
    if country not in list_countries():
        raise NotFound
    wanted = normalize_name(search).strip()
    if not wanted:
        return list(_load_cities().get(country, ())[:MAX_CITIES])
    found = [name for name in _load_cities().get(country, ()) if f" {wanted}" in f" {normalize_name(name)}"]
    return found[:MAX_CITIES]


def search_cities(search: str) -> list[tuple[str, str]]:
    """Name and country code of matching cities in all countries. `search` matches the start of a word in the name.

    Cities that rank high in their countries come first. An empty search finds none.
    """
    wanted = normalize_name(search).strip()
    if not wanted:
        return []
    found = [
        (place, country, name)
        for country, names in _load_cities().items()
        for place, name in enumerate(names)
        if f" {wanted}" in f" {normalize_name(name)}"
    ]
    return [(name, country) for _, country, name in sorted(found)[:MAX_CITIES]]


def find_country_code(text: str) -> str | None:
    """Accepts a code of two or three letters, or a name in English or Indonesian, in any case."""
    return _index_countries_by_name().get(normalize_name(text).strip())


def find_country_name(text: str) -> str | None:
    """Accepts the same texts as `find_country_code`. Contacts store this name."""
    code = find_country_code(text)
    return list_countries()[code][0] if code else None


@cache
def get_country_names() -> dict[str, str]:
    """Lower-case spellings of a country, with and without accents -> its English name."""
    spelled = {name.lower(): code for code, both in list_countries().items() for name in both}
    return {name: list_countries()[code][0] for name, code in (_index_countries_by_name() | spelled).items()}


def find_countries_with_city(city: str) -> frozenset[str]:
    return _index_countries_by_city().get(normalize_name(city).strip(), frozenset())


@cache
def _index_countries_by_name() -> dict[str, str]:
    names = {normalize_name(name): code for code, both in list_countries().items() for name in (*both, code)}
    # Longer codes and previous names, if they identify one country.
    former = {
        normalize_name(name): codes[0] for name, codes in get_global("territory_aliases").items() if len(codes) == 1
    }
    return {name: code for name, code in former.items() if code in list_countries()} | names


@cache
def _index_countries_by_city() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for country, names in _load_cities().items():
        for name in names:
            found.setdefault(normalize_name(name), set()).add(country)
    return {name: frozenset(codes) for name, codes in found.items()}


@cache
def _load_cities() -> dict[str, tuple[str, ...]]:
    text = resources.files("server.lookups").joinpath("data", "cities.txt").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return {country: tuple(names) for country, *names in rows}


@lru_cache(maxsize=100_000)
def normalize_name(name: str) -> str:
    """Removes case and accents, and replaces hyphens with spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).replace("-", " ")
