"""Parts of the email editor from which starters are built, with texts in a small markup.

In texts, `{{ firstname | default: 'friend' }}` is a merge tag, `**bold**` is bold and `[link](https://…)` a link.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from server.documents.pieces import Piece, build_stored_items
from server.documents.snapshot import RICH

RichNode = dict[str, Any]

_MARKUP: Final = re.compile(r"\{\{\s*(?P<tag>.+?)\s*\}\}|\*\*(?P<bold>.+?)\*\*|\[(?P<link>[^\]]+)\]\((?P<to>[^)]+)\)")


def row(*columns: Piece, **settings: Any) -> Piece:
    """A row of these columns. Other parts are put into one column."""
    inside = columns if all(piece.level == "column" for piece in columns) else (column(*columns),)
    return Piece("row", "row", settings, children=inside)


def column(*parts: Piece, **settings: Any) -> Piece:
    return Piece("column", "column", settings, children=parts)


def text(words: str, *, level: str = "paragraph", **settings: Any) -> Piece:
    return _build_component("text", {"text": {RICH: [paragraph(words)]}, "level": level, **settings})


def content(*blocks: str | RichNode, **settings: Any) -> Piece:
    inside = [paragraph(block) if isinstance(block, str) else block for block in blocks]
    return _build_component("content", {"body": {RICH: inside}, **settings})


def image(picture: str, alt: str, /, **settings: Any) -> Piece:
    return _build_component("image", {"image": picture, "alt": alt, **settings})


def button(words: str, address: str, **settings: Any) -> Piece:
    return _build_component("button", {"words": words, "address": address, **settings})


def line(**settings: Any) -> Piece:
    return _build_component("separator", {"shape": "line", **settings})


def social(*links: tuple[str, str], **settings: Any) -> Piece:
    named = [{"network": network, "address": address} for network, address in links]
    return _build_component("socialMedia", {"links": build_stored_items(named), **settings})


def paragraph(words: str) -> RichNode:
    return {"name": "paragraph", "attributes": {}, "inside": _parse_inline(words)}


def points(*items: str) -> RichNode:
    listed = [{"name": "listItem", "attributes": {}, "inside": [paragraph(item)]} for item in items]
    return {"name": "bulletList", "attributes": {}, "inside": listed}


def _build_component(kind: str, settings: Mapping[str, Any]) -> Piece:
    return Piece("component", kind, settings)


def _parse_inline(words: str) -> list[RichNode]:
    inside: list[RichNode] = []
    runs: list[RichNode] = []

    def flush() -> None:
        if runs:
            inside.append({"text": list(runs)})
            runs.clear()

    at = 0
    for found in _MARKUP.finditer(words):
        if found.start() > at:
            runs.append({"insert": words[at : found.start()]})
        if found["tag"]:
            flush()
            inside.append({"name": "mergeTag", "attributes": {"source": found["tag"]}, "inside": []})
        elif found["bold"]:
            runs.append({"insert": found["bold"], "attributes": {"bold": {}}})
        else:
            runs.append({"insert": found["link"], "attributes": {"link": {"href": found["to"]}}})
        at = found.end()
    if at < len(words):
        runs.append({"insert": words[at:]})
    flush()
    return inside
