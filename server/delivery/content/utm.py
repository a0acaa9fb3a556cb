"""UTM parameters (utm_source and four more) on the links of an email, for the team's web analytics."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from server.delivery.content.markup import Marks
from server.delivery.tags.grammar import Item, PlacedTag, Tag, split
from server.delivery.tags.tree import Context

PARTS: Final = ("source", "medium", "campaign", "content", "term")
_WEB: Final = ("http://", "https://")
_HAS_SOME = re.compile(r"[?&;]utm_\w+=", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class UtmValues:
    """The values as the author wrote them, including merge tags. Empty values are omitted."""

    source: str = ""
    medium: str = ""
    campaign: str = ""
    content: str = ""
    term: str = ""

    def pairs(self) -> Iterator[tuple[str, str]]:
        for part in PARTS:
            value = getattr(self, part).strip()
            if value:
                yield f"utm_{part}", value


class UtmParameters:
    """Adds the parameters to the addresses of one email."""

    def __init__(self, utm: UtmValues, marks: Marks, *, own: str) -> None:
        """`own` is the origin of our pages. Links to it are not changed."""
        self._query = "&".join(f"{name}={_encode_value(value, marks)}" for name, value in utm.pairs())
        self._own = own.lower()

    def put_on(self, address: str) -> str:
        """The address with the parameters in its query, before its fragment.

        Unchanged if it is no web address, one of our own pages, has such a parameter already, or starts with a merge
        tag: the value is known only when the email is filled.
        """
        lower = address.lower()
        if not self._query or not lower.startswith(_WEB) or (self._own and lower.startswith(f"{self._own}/")):
            return address
        before, hash_sign, fragment = address.partition("#")
        if _HAS_SOME.search(before):
            return address
        joint = "" if before.endswith(("?", "&")) else "&" if "?" in before else "?"
        return f"{before}{joint}{self._query}{hash_sign}{fragment}"


def _encode_value(value: str, marks: Marks) -> str:
    pieces = split(value)
    if not any(isinstance(piece, Tag) for piece in pieces):
        return quote(value, safe="")
    items: list[Item] = [
        PlacedTag(piece, Context.URL) if isinstance(piece, Tag) else quote(piece, safe="") for piece in pieces
    ]
    return marks.link(items)
