"""Tracked links: the server stores each address under a number, and the email contains only number and token."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from server.delivery.content.markup import Element, Marks, Opaque, mark_url_start, split_pieces
from server.delivery.content.utm import UtmParameters
from server.delivery.errors import DocumentTooLarge
from server.delivery.tags.grammar import Item, Tag, parse
from server.delivery.tags.tree import Context, LoopIndexes, Node, Path, Text, Token, from_data, to_data

MAX_LINKS = 500
_UNTRACKED_PREFIXES = ("mailto:", "tel:", "#")
_BARE_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)")


@dataclass(frozen=True, slots=True)
class TrackedLink:
    """A tracked address. `loops` are the repeats around it, outermost first: variable and path."""

    number: int
    target: tuple[Node, ...]
    shown: str  # the address as the author wrote it, for reports
    loops: tuple[tuple[str, Path], ...] = ()

    def to_data(self) -> dict[str, object]:
        return {
            "number": self.number,
            "target": to_data(self.target),
            "shown": self.shown,
            "loops": [[variable, list(path)] for variable, path in self.loops],
        }

    @classmethod
    def from_data(cls, data: dict[str, object]) -> "TrackedLink":
        loops = data["loops"]
        target = data["target"]
        if not isinstance(loops, list) or not isinstance(target, list):
            raise TypeError("A stored link must have a target and loops")
        pairs = tuple((str(variable), tuple(path)) for variable, path in loops)
        return cls(int(str(data["number"])), from_data(target), str(data["shown"]), pairs)


class Rewriter:
    """Replaces each address to be tracked with a mark, in one pass over a body."""

    def __init__(
        self, marks: Marks, *, known: frozenset[str] | None, prefix: str, parameters: UtmParameters | None = None
    ) -> None:
        """`prefix` is the address before the link's number, such as `https://pages.example/c/`."""
        self._marks, self._field_names, self._prefix, self._parameters = marks, known, prefix, parameters
        self._loops: list[Tag] = []
        self._found: dict[tuple[object, ...], tuple[TrackedLink, str]] = {}

    @property
    def links(self) -> tuple[TrackedLink, ...]:
        return tuple(link for link, _ in self._found.values())

    def rewrite(self, body: str) -> str:
        return rewrite_addresses(body, self.address, self.follow)

    def follow(self, text: str) -> None:
        """Tracks which repeats open and close in a part of the body that is not rewritten."""
        for item in self._marks.split(text, Context.TEXT):
            if isinstance(item, str | Token | LoopIndexes):
                continue
            if item.tag.kind == "for":
                self._loops.append(item.tag)
            elif item.tag.kind == "endfor" and self._loops:
                self._loops.pop()

    def address(self, address: str) -> str:
        """The replacement of an address: a mark, or the address itself if it is not tracked."""
        address = "".join(address.split())
        items = self._marks.split(address, Context.URL)
        if not items or (isinstance(items[0], str) and items[0].lower().startswith(_UNTRACKED_PREFIXES)):
            return address
        if isinstance(items[0], str) and not items[0].lower().startswith(("http://", "https://")):
            if not _BARE_HOST.match(items[0]):
                return "#"
            address = f"https://{address}"
            items[0] = f"https://{items[0]}"
        if self._is_ours(items):
            return address
        key = (tuple(items), tuple(self._loops))
        if key not in self._found:
            self._found[key] = self._create_link(address, items)
        return self._found[key][1]

    def _is_ours(self, items: Sequence[Item]) -> bool:
        first = items[0]
        return not isinstance(first, str | Token | LoopIndexes) and first.tag.path[:1] in OUR_ADDRESSES

    def _create_link(self, address: str, items: Sequence[Item]) -> tuple[TrackedLink, str]:
        number = len(self._found) + 1
        if number > MAX_LINKS:
            raise DocumentTooLarge.over("links", MAX_LINKS)
        known = self._field_names
        if known is not None:
            known = known | {tag.variable for tag in self._loops}
        target = parse(mark_url_start(items), known=known)
        written = format_display_url(target)
        if self._parameters is not None:
            whole = self._marks.split(self._parameters.put_on(address), Context.URL)
            target = parse(mark_url_start(whole), known=known)
        loops = tuple((tag.variable, tag.path) for tag in self._loops)
        link = TrackedLink(number, target, written, loops)
        tracked: list[Item] = [f"{self._prefix}{number}"]
        if loops:
            tracked.append(LoopIndexes(len(loops)))
        return link, self._marks.link([*tracked, "/", Token()])


def rewrite_addresses(body: str, change: Callable[[str], str], between: Callable[[str], None] = lambda _: None) -> str:
    """The body with the address of each link changed. Calls `between` with the parts between elements, in order."""
    out: list[str] = []
    for piece in split_pieces(body):
        if isinstance(piece, Element):
            is_link = piece.name == "a" and not piece.closes
            out.append(_rewrite_element(piece, change) if is_link else piece.raw)
            continue
        raw = piece.raw if isinstance(piece, Opaque) else piece
        between(raw)
        out.append(raw)
    return "".join(out)


def _rewrite_element(element: Element, change: Callable[[str], str]) -> str:
    address = element.attributes().get("href")
    if address is None:
        return element.raw
    changed = change(address)
    return element.raw if changed == address else element.with_attribute("href", changed)


OUR_ADDRESSES = frozenset(
    (name,) for name in ("unsubscribe_url", "preferences_url", "view_url", "forward_url", "reply_url", "calendar_url")
)


def format_display_url(target: Sequence[Node]) -> str:
    """An address with abbreviated tags, such as `https://shop.example/{{ city }}`."""
    parts = []
    for node in target:
        if isinstance(node, Text):
            parts.append(node.text)
        else:
            path = getattr(node, "path", ())
            parts.append("{{ " + ".".join(path) + " }}" if path else "{% … %}")
    return "".join(parts)
