"""Fills a compiled message for one recipient: joins encoded runs with escaped values.

A `FillProgram` is created once per process from the stored tree. Its template is a list of byte runs with gaps; filling
copies the list, puts values into the gaps and joins it. A value in several positions is escaped once.

The parts of a message share a budget (tags/budget.py).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import quote

from server.delivery.mime.quoted import MAX_UNWRAPPED_CHARACTERS, SOFT_BREAK, encode_value
from server.delivery.tags.budget import FILTER_STEPS, UNCHARGED_CHARACTERS, Budget
from server.delivery.tags.tree import Context, Expression, For, If, LoopIndexes, Node, Origin, Path, Text, Token, Value
from server.delivery.tags.values import Fields, apply_filters, find_value, format_value, is_true, list_items

MAX_ITERATIONS = 500  # of all repeats of one message together; further ones are omitted
UNSAFE_URL = "#"
_SAFE_SCHEMES = ("http://", "https://", "mailto:", "tel:")


def render_value(value: Value, fields: Fields, budget: Budget) -> str:
    return _ESCAPES[value.context](_render_text(value, fields, budget))


def _render_text(value: Value, fields: Fields, budget: Budget) -> str:
    text = _read_value(value, fields, budget)
    return apply_filters(text, value.filters) if value.filters else text


def _read_value(value: Value, fields: Fields, budget: Budget) -> str:
    """The value before its filters; charges the budget for both."""
    text = format_value(find_value(fields, value.path)) if value.path else ""
    if len(text) > UNCHARGED_CHARACTERS:
        budget.read(len(text) * (1 + len(value.filters)))
    budget.steps_left -= FILTER_STEPS * len(value.filters)
    return text


def sanitize_address(text: str) -> str:
    """An address from data, or `#` if it is not safe in an email."""
    text = "".join(text.split())
    return text if text.lower().startswith(_SAFE_SCHEMES) and text.isprintable() else UNSAFE_URL


def _escape_text(text: str) -> str:
    return escape(text, quote=False)


def _escape_url(text: str) -> str:
    return quote(text, safe="")


def _escape_url_start(text: str) -> str:
    return escape(sanitize_address(text))


_ESCAPES: dict[Context, Callable[[str], str]] = {
    Context.TEXT: _escape_text,
    Context.ATTRIBUTE: escape,
    Context.URL: _escape_url,
    Context.URL_START: _escape_url_start,
    Context.HEADER: str,
    Context.PLAIN: str,
}


class IterationBudget:
    """The remaining iterations of all repeats of one message."""

    def __init__(self) -> None:
        self.left = MAX_ITERATIONS

    def pick(self, items: Sequence[Any]) -> Sequence[Any]:
        taken = items[: self.left]
        self.left -= len(taken)
        return taken


def fill_text(nodes: Sequence[Node], fields: Fields, budget: Budget | None = None) -> str:
    """Fills a tree of plain text: a subject, or a link's target. It can't contain tokens.

    Raises DocumentTooLarge when it exhausts the budget of its message.
    """
    parts: list[str] = []
    _fill_text(nodes, fields, parts, IterationBudget(), budget or Budget())
    return "".join(parts)


def _fill_text(nodes: Sequence[Node], fields: Fields, parts: list[str], turns: IterationBudget, budget: Budget) -> None:
    budget.step(len(nodes))
    for node in nodes:
        match node:
            case Text(text):
                pass
            case Value():
                text = render_value(node, fields, budget)
            case If():
                _fill_text(_choose_branch(node, fields, budget), fields, parts, turns, budget)
                continue
            case For(variable, path, body):
                items = turns.pick(list_items(fields, path))
                inner = {**fields} if items else {}
                for item in items:
                    inner[variable] = item
                    _fill_text(body, inner, parts, turns, budget)
                continue
            case _:
                raise TypeError("A text must not contain this token")
        parts.append(text)
        budget.bytes_left -= len(text)
        if budget.bytes_left < 0:
            budget.write(0)  # raises


def _choose_branch(node: If, fields: Fields, budget: Budget) -> Sequence[Node]:
    for test, body in node.branches:
        if is_true(test, fields, budget):
            return body
    return node.otherwise


def insert_origins(nodes: Sequence[Node], origin: str) -> list[Node]:
    """The tree with origins inserted and adjacent texts joined, so that constant content is one run."""
    done: list[Node] = []
    for node in nodes:
        new = _insert_origin(node, origin)
        if isinstance(new, Text) and done and isinstance(done[-1], Text):
            done[-1] = Text(done[-1].text + new.text)
        else:
            done.append(new)
    return done


def _insert_origin(node: Node, origin: str) -> Node:
    match node:
        case Origin(address):
            return Text(encode_value(origin or address).decode("ascii"))
        case If(branches, otherwise):
            inner = tuple((test, tuple(insert_origins(body, origin))) for test, body in branches)
            return If(inner, tuple(insert_origins(otherwise, origin)))
        case For(variable, path, body):
            return For(variable, path, tuple(insert_origins(body, origin)))
    return node


@dataclass(frozen=True, slots=True)
class _Condition:
    branches: "tuple[tuple[Expression, _Body], ...]"
    otherwise: "_Body"


@dataclass(frozen=True, slots=True)
class _Repeat:
    variable: str
    path: Path
    body: "_Body"


# The content of a condition or repeat; texts are bytes.
_Body = tuple[bytes | Value | Token | LoopIndexes | _Condition | _Repeat, ...]


def _build_body(nodes: Sequence[Node]) -> _Body:
    return tuple(map(_build_node, nodes))


def _build_node(node: Node) -> bytes | Value | Token | LoopIndexes | _Condition | _Repeat:
    match node:
        case Text(text):
            return text.encode("ascii")
        case If(branches, otherwise):
            return _Condition(tuple((test, _build_body(body)) for test, body in branches), _build_body(otherwise))
        case For(variable, path, body):
            return _Repeat(variable, path, _build_body(body))
        case Origin():
            raise TypeError("Origins must be filled in before this step")
    return node


def _get_plain_name(value: Value) -> str:
    """The name of a field that is inserted unchanged; "" for a value with a longer path or with filters."""
    return value.path[0] if len(value.path) == 1 and not value.filters else ""


class FillProgram:
    """A compiled part, ready to be filled. Text nodes contain quoted-printable bytes as ASCII."""

    def __init__(self, nodes: Sequence[Node], origin: str = "") -> None:
        """Tracked addresses start with `origin` if given, such as `https://links.kopi.example`."""
        self._template: list[bytes] = []
        self._tokens: list[int] = []
        self._blocks: list[tuple[_Body, int]] = []
        values: dict[Value, list[int]] = {}
        for place, node in enumerate(insert_origins(nodes, origin)):
            self._template.append(node.text.encode("ascii") if isinstance(node, Text) else b"")
            if isinstance(node, Token):
                self._tokens.append(place)
            elif isinstance(node, Value):
                values.setdefault(node, []).append(place)
            elif not isinstance(node, Text):
                self._blocks.append((_build_body((node,)), place))
        self._values = [
            (_get_plain_name(value), value, _ESCAPES[value.context], value.context is not Context.URL_START, places)
            for value, places in values.items()
        ]
        self.min_bytes = sum(map(len, self._template))

    def fill(self, fields: Fields, token: bytes, budget: Budget | None = None) -> list[bytes]:
        """The runs of the part for one recipient; the caller joins them with those of other parts.

        Raises DocumentTooLarge when it exhausts the budget of its message.
        """
        budget = budget or Budget()
        budget.write(self.min_bytes)
        runs = self._template[:]
        marked = token + SOFT_BREAK
        for place in self._tokens:
            runs[place] = marked
        for name, value, escape_, is_verbatim, places in self._values:
            if name:
                # Inlines `_render_text`, because this runs for most values of each recipient.
                text = fields.get(name)
                if type(text) is not str:
                    text = format_value(text)
                if len(text) > UNCHARGED_CHARACTERS:
                    budget.read(len(text))
            else:
                text = _render_text(value, fields, budget)
            if is_verbatim and len(text) <= MAX_UNWRAPPED_CHARACTERS and text.isascii() and text.isalnum():
                # Most values are a name or a number, which need no escaping or wrapping in any position.
                run = text.encode("ascii") + SOFT_BREAK
            else:
                run = encode_value(escape_(text))
            if len(run) > UNCHARGED_CHARACTERS:
                budget.write(len(run) * len(places))
            for place in places:
                runs[place] = run
        if self._blocks:
            turns = IterationBudget()
            for body, place in self._blocks:
                filler = _Filler(marked, turns, budget)
                filler.fill(body, fields, "")
                runs[place] = b"".join(filler.parts)
        return runs


class _Filler:
    """Fills conditions and repeats, whose length depends on the recipient."""

    def __init__(self, marked: bytes, turns: IterationBudget, budget: Budget) -> None:
        self.parts: list[bytes] = []
        self._marked, self._iterations, self._budget = marked, turns, budget
        # Runs of values, by position and text: a repeat often inserts an unchanged value again.
        self._runs: dict[tuple[int, str], bytes] = {}

    def fill(self, body: _Body, fields: Fields, indexes: str) -> None:
        """`indexes` are those of the repeats around the nodes, such as `.0.2`."""
        budget = self._budget
        budget.step(len(body))
        for node in body:
            match node:
                case bytes():
                    run = node
                case Value():
                    run = self._value(node, fields)
                case Token():
                    run = self._marked
                case LoopIndexes():
                    run = encode_value(indexes)
                case _Condition(branches, otherwise):
                    chosen = next((inner for test, inner in branches if is_true(test, fields, budget)), otherwise)
                    self.fill(chosen, fields, indexes)
                    continue
                case _Repeat():
                    self._fill_repeat(node, fields, indexes)
                    continue
            budget.bytes_left -= len(run)
            if budget.bytes_left < 0:
                budget.write(0)  # raises
            self.parts.append(run)

    def _value(self, value: Value, fields: Fields) -> bytes:
        text = _read_value(value, fields, self._budget)
        key = id(value), text
        run = self._runs.get(key)
        if run is None:
            written = apply_filters(text, value.filters) if value.filters else text
            run = self._runs[key] = encode_value(_ESCAPES[value.context](written))
        return run

    def _fill_repeat(self, repeat: _Repeat, fields: Fields, indexes: str) -> None:
        items = self._iterations.pick(list_items(fields, repeat.path))
        if not items:
            return
        # One copy for all turns: filling stores no reference to it.
        inner = {**fields}
        for index, item in enumerate(items):
            inner[repeat.variable] = item
            self.fill(repeat.body, inner, f"{indexes}.{index}")
