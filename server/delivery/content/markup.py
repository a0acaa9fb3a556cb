"""Parses HTML after sanitising: pieces, attributes, and the positions where a merge tag can be.

It expects the output of nh3, mrml and our own renderer (quoted attributes, closed elements) and takes linear time.
"""

import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape, unescape

from server.core.causes import BoundCause
from server.delivery.causes import TAG_IN_ATTRIBUTE, TAG_IN_COMMENT, TAG_NOWHERE, TAG_OUTSIDE_ATTRIBUTE
from server.delivery.tags.grammar import Item, PlacedTag, Tag
from server.delivery.tags.tree import Context, LoopIndexes, Token

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})
_PIECE = re.compile(
    r"""<!--(?P<comment>.*?)-->|<![^>]*>|<\?[^>]*>"""
    r"""|<(?P<close>/?)(?P<name>[a-zA-Z][^\s/>"'=]*+)(?P<rest>(?:[^"'>]++|"[^"]*+"|'[^']*+')*)>""",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)""")
_URL_ATTRIBUTES = frozenset({"href", "src", "background", "cite"})
_RAW = re.compile(r"<(style|script)\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)


@dataclass(slots=True)
class Element:
    """A start or end tag as in the source. Not frozen: an email has thousands, and frozen ones take twice as long."""

    raw: str
    name: str
    closes: bool
    alone: bool

    def attributes(self) -> dict[str, str]:
        return {name.lower(): unescape(value.strip("\"'")) for name, _, value in _ATTRIBUTE.findall(self.raw)}

    def with_attribute(self, name: str, value: str) -> str:
        def replace_value(match: re.Match[str]) -> str:
            return f'{match[1]}="{escape(value)}"' if match[1].lower() == name else match[0]

        return _ATTRIBUTE.sub(replace_value, self.raw)


@dataclass(frozen=True, slots=True)
class Opaque:
    """A comment, a declaration, or an element with raw text: copied unchanged."""

    raw: str


def split_pieces(source: str) -> Iterator[str | Element | Opaque]:
    """Splits markup into text, elements and opaque parts. Joined, they equal the source."""
    at = 0
    skips = {match.start(): match.end() for match in _RAW.finditer(source)}
    for match in _PIECE.finditer(source):
        start, end = match.span()
        if start < at:
            continue
        if start > at:
            yield source[at:start]
        _, closes, name, rest = match.groups()
        if name is None or start in skips:
            at = skips.get(start, end)
            yield Opaque(source[start:at])
            continue
        at = end
        name = name.lower()
        yield Element(match[0], name, closes == "/", name in VOID or rest.endswith("/"))
    if at < len(source):
        yield source[at:]


@dataclass(slots=True)
class Marks:
    """Placeholders for tags and links in Markdown, nh3 and mrml, none of which knows tags.

    A mark contains a random nonce, so no tenant can type one.
    """

    tags: list[Tag] = field(default_factory=list)
    links: list[Sequence[Item]] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    nonce: str = field(default_factory=lambda: secrets.token_hex(8))

    @property
    def first(self) -> str:
        return f"mtg{self.nonce}x"

    def tag(self, tag: Tag) -> str:
        self.tags.append(tag)
        return f"mtg{self.nonce}x{len(self.tags) - 1}x"

    def link(self, address: Sequence[Item]) -> str:
        self.links.append(address)
        return f"mlk{self.nonce}x{len(self.links) - 1}x"

    @property
    def pattern(self) -> re.Pattern[str]:
        """Finds marks: groups 1 and 2 (in a comment) or 3 and 4 are the kind, tg or lk, and the number."""
        mark = rf"m([tl][gk]){self.nonce}x(\d+)x"
        return re.compile(rf"<!--{mark}-->|{mark}")

    def split(self, text: str, context: Context, place: int = 0) -> list[Item]:
        if self.nonce not in text:
            return [text] if text else []
        items: list[Item] = []
        at = 0
        for match in self.pattern.finditer(text):
            if match.start() > at:
                items.append(text[at : match.start()])
            kind, number = match[1] or match[3], int(match[2] or match[4])
            if kind == "tg":
                self.seen.add(number)
                items.append(PlacedTag(self.tags[number], context, place))
            else:
                items.extend(self.links[number])
            at = match.end()
        if at < len(text):
            items.append(text[at:])
        return items


class TagLocator:
    """Finds the position of each mark in finished markup, which determines how its value is escaped."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._nonce = marks.nonce
        self._pattern = marks.pattern
        self._stack: list[tuple[str, int]] = [("", 0)]
        self._container_count = 0
        self._items: list[Item] = []

    def place(self, markup: str) -> list[Item]:
        """Literals and placed tags, in order. Raises InvalidTag for a tag where no value is allowed."""
        at = begun = 0
        for piece in split_pieces(markup):
            raw = piece if isinstance(piece, str) else piece.raw
            end = at + len(raw)
            # Pieces without marks are merged into one literal: an email has thousands of pieces, but few marks.
            marked = self._nonce in raw and self._pattern.search(raw)
            if marked:
                self._literal(markup[begun:at])
                begun = end
                self._add_marked(piece, marked)
            if isinstance(piece, Element):
                self._enter(piece)
            at = end
        self._literal(markup[begun:])
        self._check_all()
        return self._items

    def _literal(self, text: str) -> None:
        if text:
            self._items.append(text)

    def _add_marked(self, piece: str | Element | Opaque, first: re.Match[str]) -> None:
        if isinstance(piece, Element):
            self._add_attributes(piece)
        elif isinstance(piece, str):
            self._items.extend(self._marks.split(piece, Context.TEXT, self._stack[-1][1]))
        elif first[0] == piece.raw:
            self._items.extend(self._marks.split(piece.raw, Context.TEXT, self._stack[-1][1]))
        else:
            self._reject(first, TAG_IN_COMMENT.bind())
            self._literal(piece.raw)

    def _reject(self, match: re.Match[str], cause: BoundCause) -> None:
        kind, number = match[1] or match[3], int(match[2] or match[4])
        if kind == "tg":
            raise self._marks.tags[number].error(cause)

    def _enter(self, element: Element) -> None:
        if element.closes:
            for index in range(len(self._stack) - 1, 0, -1):
                if self._stack[index][0] == element.name:
                    del self._stack[index:]
                    break
        elif not element.alone:
            self._container_count += 1
            self._stack.append((element.name, self._container_count))

    def _add_attributes(self, element: Element) -> None:
        at = 0
        for match in _ATTRIBUTE.finditer(element.raw):
            start, end = match.span(3)
            self._reject_outside(element.raw[at:start])
            self._items.append(element.raw[at:start])
            self._value(match[1].lower(), element.raw[start:end])
            at = end
        self._reject_outside(element.raw[at:])
        self._items.append(element.raw[at:])

    def _reject_outside(self, text: str) -> None:
        match = self._pattern.search(text)
        if match is not None:
            self._reject(match, TAG_OUTSIDE_ATTRIBUTE.bind())

    def _value(self, name: str, value: str) -> None:
        self._container_count += 1
        found = self._pattern.search(value)
        if found is None:
            self._items.append(value)
            return
        if name == "style" or name.startswith("on"):
            self._reject(found, TAG_IN_ATTRIBUTE.bind(name=name))
        if name not in _URL_ATTRIBUTES:
            self._items.extend(self._marks.split(value, Context.ATTRIBUTE, self._container_count))
            return
        items = self._marks.split(value, Context.URL, self._container_count)
        self._items.extend(mark_url_start(items))

    def _check_all(self) -> None:
        for number, tag in enumerate(self._marks.tags):
            if number not in self._marks.seen:
                raise tag.error(TAG_NOWHERE.bind())


def mark_url_start(items: Sequence[Item]) -> list[Item]:
    """The items of an address. A value at the start includes the scheme, so it is checked when filled."""
    result = list(items)
    for index, item in enumerate(result):
        if isinstance(item, str) and item.strip("\"'"):
            break
        if isinstance(item, PlacedTag):
            if item.tag.kind == "value":
                result[index] = PlacedTag(item.tag, Context.URL_START, item.place)
                break
            continue
        if isinstance(item, Token | LoopIndexes):
            break
    return result
