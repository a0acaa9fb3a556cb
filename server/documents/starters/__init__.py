"""Newsletters that a new email can start with: complete documents for users to edit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from server.documents.pieces import Piece, build_document
from server.documents.starters import event, harvest, product_news

BODY: Final = "body"
FALLBACK: Final = "en"


@dataclass(frozen=True, slots=True)
class DocumentStarter:
    """`words` are the texts by language; `rows` builds the email from those of one language."""

    settings: Mapping[str, Any]
    words: Mapping[str, Mapping[str, str]]
    rows: Callable[[Mapping[str, str]], Sequence[Piece]]


STARTERS: Final[Mapping[str, DocumentStarter]] = {
    "harvest": DocumentStarter(harvest.GLOBALS, harvest.TEXTS, harvest.build_rows),
    "productNews": DocumentStarter(product_news.GLOBALS, product_news.TEXTS, product_news.build_rows),
    "event": DocumentStarter(event.GLOBALS, event.TEXTS, event.build_rows),
}


def build_update(name: str, language: str, roots: Sequence[str] = (BODY,)) -> bytes:
    """The document of a starter as an update, in the given language or in English.

    An empty name gives a blank document. Each root gets the same content. Raises KeyError for an unknown name.
    """
    if not name:
        return build_document(dict.fromkeys(roots, ()), {})
    starter = STARTERS[name]
    rows = starter.rows(starter.words.get(language, starter.words[FALLBACK]))
    return build_document(dict.fromkeys(roots, rows), starter.settings)
