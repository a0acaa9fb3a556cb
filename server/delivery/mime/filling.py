"""Filling a compiled message for one recipient: joins encoded runs with escaped values.

A `Program` is made once per process from the stored tree. Its template is a list of byte runs with gaps; filling
copies the list, puts values into the gaps and joins. Values that stand in several places are escaped once.
"""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from server.delivery.mime.quoted import SOFT_BREAK, encode_value
from server.delivery.tags.tree import Context, For, If, LoopIndexes, Node, Origin, Text, Token, Value
from server.delivery.tags.values import Fields, as_text, filtered, is_true, items_at, look_up

MOST_TURNS = 500  # of all repeats of one message together; what is beyond is left out
UNSAFE_URL = "#"
_SAFE_SCHEMES = ("http://", "https://", "mailto:", "tel:")


def escaped(value: Value, fields: Fields) -> str:
    """The value's text, escaped for where it stands."""
    return _ESCAPES[value.context](_written(value, fields))


def _written(value: Value, fields: Fields) -> str:
    text = as_text(look_up(fields, value.path)) if value.path else ""
    return filtered(text, value.filters) if value.filters else text


def safe_address(text: str) -> str:
    """An address that came from data, or `#` when it is not one that a mail may lead to."""
    text = "".join(text.split())
    return text if text.lower().startswith(_SAFE_SCHEMES) and text.isprintable() else UNSAFE_URL


def _of_text(text: str) -> str:
    return escape(text, quote=False)


def _of_url(text: str) -> str:
    return quote(text, safe="")


def _of_url_start(text: str) -> str:
    return escape(safe_address(text))


_ESCAPES: dict[Context, Callable[[str], str]] = {
    Context.TEXT: _of_text,
    Context.ATTRIBUTE: escape,
    Context.URL: _of_url,
    Context.URL_START: _of_url_start,
    Context.HEADER: str,
    Context.PLAIN: str,
}


class Turns:
    """What is left of the turns that the repeats of one message may take."""

    def __init__(self) -> None:
        self.left = MOST_TURNS

    def take(self, items: Sequence[Any]) -> Sequence[Any]:
        """As many of the items as are left."""
        taken = items[: self.left]
        self.left -= len(taken)
        return taken


def fill_text(nodes: Sequence[Node], fields: Fields) -> str:
    """A tree of plain text filled: a subject, or a link's target. Tokens have no place in it."""
    parts: list[str] = []
    _fill_text(nodes, fields, parts, Turns())
    return "".join(parts)


def _fill_text(nodes: Sequence[Node], fields: Fields, parts: list[str], turns: Turns) -> None:
    for node in nodes:
        match node:
            case Text(text):
                parts.append(text)
            case Value():
                parts.append(escaped(node, fields))
            case If():
                _fill_text(_chosen(node, fields), fields, parts, turns)
            case For(variable, path, body):
                for item in turns.take(items_at(fields, path)):
                    _fill_text(body, {**fields, variable: item}, parts, turns)
            case _:
                raise TypeError("A text holds no token")


def _chosen(node: If, fields: Fields) -> Sequence[Node]:
    for test, body in node.branches:
        if is_true(test, fields):
            return body
    return node.otherwise


def settled(nodes: Sequence[Node], origin: str) -> list[Node]:
    """The tree with every origin put in and neighbouring texts joined: what is the same for all stays one run."""
    done: list[Node] = []
    for node in nodes:
        new = _settled(node, origin)
        if isinstance(new, Text) and done and isinstance(done[-1], Text):
            done[-1] = Text(done[-1].text + new.text)
        else:
            done.append(new)
    return done


def _settled(node: Node, origin: str) -> Node:
    match node:
        case Origin(address):
            return Text(encode_value(origin or address).decode("ascii"))
        case If(branches, otherwise):
            inner = tuple((test, tuple(settled(body, origin))) for test, body in branches)
            return If(inner, tuple(settled(otherwise, origin)))
        case For(variable, path, body):
            return For(variable, path, tuple(settled(body, origin)))
    return node


class Program:
    """A compiled part, ready to be filled. Text nodes hold quoted-printable bytes as ASCII."""

    def __init__(self, nodes: Sequence[Node], origin: str = "") -> None:
        """With an `origin`, such as `https://links.kopi.example`, tracked addresses begin with it."""
        self._template: list[bytes] = []
        self._tokens: list[int] = []
        self._blocks: list[tuple[Node, int]] = []
        values: dict[Value, list[int]] = {}
        for place, node in enumerate(settled(nodes, origin)):
            self._template.append(node.text.encode("ascii") if isinstance(node, Text) else b"")
            if isinstance(node, Token):
                self._tokens.append(place)
            elif isinstance(node, Value):
                values.setdefault(node, []).append(place)
            elif not isinstance(node, Text):
                self._blocks.append((node, place))
        self._values = [(value, _ESCAPES[value.context], tuple(places)) for value, places in values.items()]

    def fill(self, fields: Fields, token: bytes) -> list[bytes]:
        """The runs of the part for one recipient, to be joined by the caller with those of other parts."""
        runs = self._template[:]
        marked = token + SOFT_BREAK
        for place in self._tokens:
            runs[place] = marked
        for value, escape_, places in self._values:
            run = encode_value(escape_(_written(value, fields)))
            for place in places:
                runs[place] = run
        if self._blocks:
            turns = Turns()
            for node, place in self._blocks:
                filler = _Filler(marked, turns)
                filler.fill((node,), fields, "")
                runs[place] = b"".join(filler.parts)
        return runs


class _Filler:
    """Fills conditions and repeats, whose length is known only per recipient."""

    def __init__(self, marked: bytes, turns: Turns) -> None:
        self.parts: list[bytes] = []
        self._marked, self._turns = marked, turns

    def fill(self, nodes: Sequence[Node], fields: Fields, indexes: str) -> None:
        """Adds the runs of the nodes; `indexes` says which turns of the repeats around they are in."""
        for node in nodes:
            match node:
                case Text(text):
                    self.parts.append(text.encode("ascii"))
                case Value():
                    self.parts.append(encode_value(escaped(node, fields)))
                case Token():
                    self.parts.append(self._marked)
                case LoopIndexes():
                    self.parts.append(encode_value(indexes))
                case If():
                    self.fill(_chosen(node, fields), fields, indexes)
                case For(variable, path, body):
                    for index, item in enumerate(self._turns.take(items_at(fields, path))):
                        self.fill(body, {**fields, variable: item}, f"{indexes}.{index}")
