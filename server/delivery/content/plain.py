"""Derives the text/plain part from a body's markup, in one pass. Marks are preserved."""

import re
from html import unescape

from server.delivery.content.markup import Element, Marks, Opaque, split_pieces


def _split_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BLOCKS = _split_words(
    "p div h1 h2 h3 h4 h5 h6 ul ol table tr blockquote pre section article header footer main center figure dl"
)
_SPACES = re.compile(r"[ \t\r\f\v\xa0\u200b\u200c\ufeff]+")
_RULE = "-" * 40


class _Writer:
    def __init__(self, marks: Marks) -> None:
        self._control = re.compile(rf"<!--(mtg{marks.nonce}x\d+x)-->")
        self._parts: list[str] = []
        self._links: list[tuple[str, int]] = []
        self._lists: list[int] = []
        self._literal = 0

    def write(self, markup: str) -> str:
        for piece in split_pieces(markup):
            if isinstance(piece, str):
                self._text(piece)
            elif isinstance(piece, Opaque):
                self._parts.extend(self._control.findall(piece.raw))
            elif piece.closes:
                self._close(piece.name)
            else:
                self._open(piece)
        return tidy("".join(self._parts))

    def _text(self, text: str) -> None:
        text = unescape(text)
        if not self._literal:
            text = _SPACES.sub(" ", text.replace("\n", " "))
        self._parts.append(text)

    def _open(self, element: Element) -> None:
        name = element.name
        if name == "br":
            self._parts.append("\n")
        elif name == "hr":
            self._parts.append(f"\n\n{_RULE}\n\n")
        elif name == "img":
            self._parts.append(element.attributes().get("alt", ""))
        elif name == "li":
            self._write_item()
        elif name in ("td", "th"):
            self._parts.append(" ")
        elif name == "a":
            self._links.append((element.attributes().get("href", ""), len(self._parts)))
        if name in ("ul", "ol"):
            self._lists.append(0 if name == "ol" else -1)
        if name == "pre":
            self._literal += 1
        if name in _BLOCKS:
            self._parts.append("\n" if name in ("tr", "div") or len(self._lists) > 1 else "\n\n")

    def _write_item(self) -> None:
        sign = "-"
        if self._lists and self._lists[-1] >= 0:
            self._lists[-1] += 1
            sign = f"{self._lists[-1]}."
        self._parts.append("\n" + "  " * max(0, len(self._lists) - 1) + f"{sign} ")

    def _close(self, name: str) -> None:
        if name == "a" and self._links:
            address, start = self._links.pop()
            label = "".join(self._parts[start:]).strip()
            address = address.removeprefix("mailto:").removeprefix("tel:")
            if not address or address.startswith("#") or address == label:
                return
            self._parts.append(f" ({address})" if label else address)
        if name in ("ul", "ol") and self._lists:
            self._lists.pop()
        if name == "pre":
            self._literal = max(0, self._literal - 1)
        if name in _BLOCKS:
            self._parts.append("\n" if name in ("tr", "div") or self._lists else "\n\n")


def tidy(text: str) -> str:
    lines = [line.strip(" ") if not line.startswith("  ") else line.rstrip() for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def render_text(markup: str, marks: Marks) -> str:
    return _Writer(marks).write(markup)
