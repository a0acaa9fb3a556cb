"""Countries by CLDR, and the cities of each by GeoNames (CC BY 4.0, data/cities.txt)."""

import unicodedata
from functools import cache
from importlib import resources

from babel import Locale

from server.core.errors import NotFound

# CLDR's territories that ISO 3166-1 does not have: reserved codes, unions, and codes for tests.
_NO_COUNTRY = frozenset(("AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "XK", "ZZ"))
MOST_CITIES = 100


@cache
def countries() -> dict[str, tuple[str, str]]:
    """Code -> name in English and Indonesian, by English name."""
    english, indonesian = (
        {str(code): name for code, name in Locale(language).territories.items()} for language in ("en", "id")
    )
    codes = [code for code in english if len(code) == 2 and code.isalpha() and code not in _NO_COUNTRY]
    return {code: (english[code], indonesian[code]) for code in sorted(codes, key=lambda code: _plain(english[code]))}


def cities(country: str, search: str = "") -> list[str]:
    """The largest cities of a country, those first whose people are most; `search` is how a word of the name begins.

    Raises NotFound for what is no code of a country.
    """
    if country not in countries():
        raise NotFound
    wanted = _plain(search).strip()
    if not wanted:
        return list(_cities().get(country, ())[:MOST_CITIES])
    found = [name for name in _cities().get(country, ()) if f" {wanted}" in f" {_plain(name)}"]
    return found[:MOST_CITIES]


@cache
def _cities() -> dict[str, tuple[str, ...]]:
    text = resources.files("server.lookups").joinpath("data", "cities.txt").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return {country: tuple(names) for country, *names in rows}


def _plain(name: str) -> str:
    """Without case and accents, with a space for a hyphen."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).replace("-", " ")
