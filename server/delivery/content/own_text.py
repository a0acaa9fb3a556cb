"""A text/plain part written by its author. Tags and web addresses work as in HTML."""

import re
from collections.abc import Callable

from server.delivery.content.markup import Marks
from server.delivery.tags.grammar import Tag, split

_ADDRESS = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
_TRAILING_PUNCTUATION = ".,;:!?'"


def list_tags(source: str) -> list[Tag]:
    """Raises InvalidTag or DocumentTooLarge."""
    return [piece for piece in split(source) if isinstance(piece, Tag)]


def mark(source: str, marks: Marks, change: Callable[[str], str], between: Callable[[str], None]) -> str:
    """The text with marks for its tags and each address changed. Calls `between` with each tag of a repeat.

    An address ends at a space or condition, without trailing punctuation and without a closing bracket that it didn't
    open.
    """
    out: list[str] = []
    run: list[str] = []

    def flush() -> None:
        out.append(_ADDRESS.sub(lambda found: _change_address(found[0], change), "".join(run)))
        run.clear()

    for piece in split(source):
        if isinstance(piece, str):
            run.append(piece)
        elif piece.kind == "value":
            run.append(marks.tag(piece))
        else:
            flush()
            control = marks.tag(piece)
            between(control)
            out.append(control)
    flush()
    return "".join(out)


def _change_address(address: str, change: Callable[[str], str]) -> str:
    end = len(address)
    while end and (address[end - 1] in _TRAILING_PUNCTUATION or (address[end - 1] == ")" and "(" not in address[:end])):
        end -= 1
    return f"{change(address[:end])}{address[end:]}"
