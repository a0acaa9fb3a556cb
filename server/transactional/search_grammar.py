"""The grammar of event searches: `key:value`, and words without a key.

    type:bounced -domain:gmail.com tag:"welcome email" metadata.order:4711 budi@

A value with a space or a quote is quoted; `\\"` and `\\\\` are a quote and a backslash in it. A minus negates a word. A
key that occurs several times matches any of its values; all other conditions must match. `type:held` finds messages
that are held now; any other type finds all of its events. Unknown syntax is an error with its position, never another
search.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.transactional.errors import SearchInvalid
from server.transactional.states import EventType

QUERY_LENGTH: Final = 500
SEARCH_NAME_LENGTH: Final = 60
MAX_TERMS: Final = 20
FREE_TEXT: Final = ""  # the key of words without one
METADATA: Final = "metadata."
KEYS: Final = ("recipient", "sender", "domain", "subject", "tag", "type", "message", "key", "reply", "code")
# Compared in lower case, like the stored values.
_LOWERED: Final = frozenset({"recipient", "sender", "domain", "subject", FREE_TEXT})
_TYPES: Final = {kind.value.lower(): kind.value for kind in EventType}
# A response code, its first digit with xx, or an enhanced code (RFC 3463) or its start.
_CODE: Final = re.compile(r"[245](?:\d\d|xx|(?:\.\d{1,3}){1,2})", re.IGNORECASE)
_TERM: Final = re.compile(
    r'(?P<minus>-?)(?:(?P<key>[A-Za-z]+(?:\.[A-Za-z0-9_.-]*)?):)?(?P<value>"(?:[^"\\]|\\.)*"|[^\s"]*)', re.DOTALL
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """One word of a search. `key` is one of KEYS, METADATA with the name of an entry, or FREE_TEXT."""

    key: str
    value: str
    is_negated: bool = False


def parse(text: str) -> Sequence[SearchTerm]:
    """The words of a search. Raises SearchInvalid with the first invalid position."""
    if len(text) > QUERY_LENGTH:
        raise SearchInvalid.at(text, QUERY_LENGTH, len(text), "tooLong")
    words = list(_parse_terms(text))
    if len(words) > MAX_TERMS:
        raise SearchInvalid.at(text, 0, len(text), "tooMany")
    return words


def _parse_terms(text: str) -> Iterator[SearchTerm]:
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        found = _TERM.match(text, place)
        end = found.end() if found else place
        if found is None or (end < len(text) and not text[end].isspace()):
            quote = text.find('"', place)
            raise SearchInvalid.at(text, quote if quote >= 0 else place, len(text), "quote")
        yield _parse_term(text, found)
        place = end


def _parse_term(text: str, found: re.Match[str]) -> SearchTerm:
    value = found["value"]
    if value.startswith('"'):
        value = _ESCAPED.sub(r"\1", value[1:-1])
    key = _parse_key(text, found)
    if not value:
        raise SearchInvalid.at(text, *found.span(), "empty")
    return SearchTerm(key, _parse_value(key, value, text, found), bool(found["minus"]))


def _parse_key(text: str, found: re.Match[str]) -> str:
    given = found["key"] or FREE_TEXT
    name, _, rest = given.partition(".")
    if rest and name.lower() + "." == METADATA:
        return METADATA + rest
    if given and given.lower() not in KEYS:
        raise SearchInvalid.at(text, *found.span("key"), "key")
    return given.lower()


def _parse_value(key: str, value: str, text: str, found: re.Match[str]) -> str:
    span = found.span("value")
    if "\x00" in value:
        raise SearchInvalid.at(text, *span, "value")
    match key:
        case "type":
            if value.lower() not in _TYPES:
                raise SearchInvalid.at(text, *span, "type")
            return _TYPES[value.lower()]
        case "message":
            try:
                return str(UUID(value))
            except ValueError as error:
                raise SearchInvalid.at(text, *span, "message") from error
        case "code":
            if not _CODE.fullmatch(value):
                raise SearchInvalid.at(text, *span, "code")
            return value.lower()
        case _:
            return value.lower() if key in _LOWERED else value
