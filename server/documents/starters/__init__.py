"""Newsletters that a new email can begin with: whole documents that people write their own words into."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from server.documents.pieces import Piece, planted
from server.documents.starters import event, harvest, product_news

BODY: Final = "body"
FALLBACK: Final = "en"


@dataclass(frozen=True, slots=True)
class Starter:
    """`words` are by language; `rows` draws the mail in some of them. Pictures lie on the pages' origin."""

    settings: Mapping[str, Any]
    words: Mapping[str, Mapping[str, str]]
    rows: Callable[[Mapping[str, str]], Sequence[Piece]]


STARTERS: Final[Mapping[str, Starter]] = {
    "harvest": Starter(harvest.GLOBALS, harvest.WORDS, harvest.rows),
    "productNews": Starter(product_news.GLOBALS, product_news.WORDS, product_news.rows),
    "event": Starter(event.GLOBALS, event.WORDS, event.rows),
}


def update_of(name: str, language: str, roots: Sequence[str] = (BODY,)) -> bytes:
    """The document of a starter as an update, in that language where it speaks it, else in English.

    An empty name is a blank document; of several roots each begins as it. Raises KeyError for a name that is none.
    """
    if not name:
        return planted(dict.fromkeys(roots, ()), {})
    starter = STARTERS[name]
    rows = starter.rows(starter.words.get(language, starter.words[FALLBACK]))
    return planted(dict.fromkeys(roots, rows), starter.settings)
