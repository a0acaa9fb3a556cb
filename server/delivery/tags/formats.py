"""Formats dates and numbers in a language. Other text is unchanged."""

import re
from datetime import datetime
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Final

from babel import Locale
from babel.core import UnknownLocaleError
from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal

from server.core.causes import BoundCause
from server.delivery import causes

NAMED_FORMATS: Final = frozenset({"short", "medium", "long", "full"})
MAX_DECIMALS: Final = 6
MAX_DIGITS: Final = 30  # longer ones are identifiers, and padding their exponent with zeros could take megabytes
MAX_FORMATTED_CHARACTERS: Final = 64  # no date or number is longer, with blanks around it
_QUOTED = re.compile(r"'[^']*'")
_LETTERS = re.compile(r"[A-Za-z]+")
# The fields of UTS 35 that a stored date or time has.
_FIELDS = re.compile(r"y{1,4}|M{1,4}|L{1,4}|d{1,2}|E{1,4}|a|h{1,2}|H{1,2}|m{1,2}|s{1,2}")


def find_cause(name: str, argument: str) -> BoundCause | None:
    if name == "date" and argument not in NAMED_FORMATS:
        words = _LETTERS.findall(_QUOTED.sub(" ", argument))
        if not words or not all(re.sub(_FIELDS, "", word) == "" for word in words):
            return causes.TAG_DATE_FORMAT.bind(text=argument[:20])
    if name == "number" and not (argument.isascii() and argument.isdecimal() and int(argument[:9]) <= MAX_DECIMALS):
        return causes.TAG_DECIMALS.bind(max=MAX_DECIMALS)
    return None


def format_date_value(text: str, form: str, language: str) -> str:
    """Formats an ISO 8601 date or time: short, medium, long, full, or by a pattern of UTS 35."""
    return text if len(text) > MAX_FORMATTED_CHARACTERS else _format_date_value(text, form, language)


def format_number_value(text: str, decimals: str, language: str) -> str:
    return text if len(text) > MAX_FORMATTED_CHARACTERS else _format_number_value(text, decimals, language)


# Tenants' texts are keys of these caches, so long ones are excluded before.
@lru_cache(maxsize=4096)
def _format_date_value(text: str, form: str, language: str) -> str:
    try:
        moment = datetime.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError:
        return text
    form, locale = form or "medium", _get_locale(language)
    if form in NAMED_FORMATS:
        return format_date(moment.date(), form, locale)
    return format_datetime(moment, form, locale=locale)


@lru_cache(maxsize=4096)
def _format_number_value(text: str, decimals: str, language: str) -> str:
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        return text
    if not number.is_finite() or len(text) > MAX_DIGITS or abs(number.adjusted()) > MAX_DIGITS:
        return text
    places = f".{'0' * int(decimals)}" if decimals and int(decimals) else "" if decimals else ".######"
    return format_decimal(number, format=f"#,##0{places}", locale=_get_locale(language))


@lru_cache(maxsize=16)
def _get_locale(language: str) -> Locale:
    try:
        return Locale.parse(language or "en")
    except (UnknownLocaleError, ValueError):
        return Locale("en")
