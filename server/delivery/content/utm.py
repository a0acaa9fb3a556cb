"""Campaign parameters (utm_source and its four kin) on the links of a mail: by them a team's web analytics knows
which visits its mail has brought."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from server.delivery.content.markup import Marks
from server.delivery.tags.grammar import Item, Placed, Tag, split
from server.delivery.tags.tree import Context

PARTS: Final = ("source", "medium", "campaign", "content", "term")
_WEB: Final = ("http://", "https://")
_HAS_SOME = re.compile(r"[?&;]utm_\w+=", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Utm:
    """The values as their author wrote them, with merge tags where there are any. An empty one is left out."""

    source: str = ""
    medium: str = ""
    campaign: str = ""
    content: str = ""
    term: str = ""

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Name and value of each parameter that is put on links."""
        for part in PARTS:
            value = getattr(self, part).strip()
            if value:
                yield f"utm_{part}", value


class Parameters:
    """Puts the parameters on the addresses of one mail."""

    def __init__(self, utm: Utm, marks: Marks, *, own: str) -> None:
        """`own` is the origin of our pages, whose addresses stay as they are."""
        self._query = "&".join(f"{name}={_written(value, marks)}" for name, value in utm.pairs())
        self._own = own.lower()

    def put_on(self, address: str) -> str:
        """The address with the parameters in its query, before its fragment.

        Unchanged where it is none of the web's, is one of our own pages, bears such a parameter already, or begins
        with a merge tag: what that brings along is known only when it is filled.
        """
        lower = address.lower()
        if not self._query or not lower.startswith(_WEB) or (self._own and lower.startswith(f"{self._own}/")):
            return address
        before, hash_sign, fragment = address.partition("#")
        if _HAS_SOME.search(before):
            return address
        joint = "" if before.endswith(("?", "&")) else "&" if "?" in before else "?"
        return f"{before}{joint}{self._query}{hash_sign}{fragment}"


def _written(value: str, marks: Marks) -> str:
    """The value as it stands in a query: its words encoded, its tags behind one mark that keeps them encoded."""
    pieces = split(value)
    if not any(isinstance(piece, Tag) for piece in pieces):
        return quote(value, safe="")
    items: list[Item] = [
        Placed(piece, Context.URL) if isinstance(piece, Tag) else quote(piece, safe="") for piece in pieces
    ]
    return marks.link(items)
