"""The tree of a text with merge tags: literals, values, conditions and repeats.

Literals are text after parsing, and quoted-printable bytes (as ASCII text) after compiling. `to_data` and `from_data`
convert the tree to and from the stored form of a compiled document.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any


class Context(StrEnum):
    """The position of a value, which determines its escaping."""

    TEXT = "text"  # between tags of HTML
    ATTRIBUTE = "attribute"
    URL = "url"  # inside an address, after its host: percent-encoded
    URL_START = "urlStart"  # the address starts with the value: its scheme is checked
    HEADER = "header"
    PLAIN = "plain"  # the text/plain part


Path = tuple[str, ...]
# The filters whose result depends on the language.
LOCALIZED_FILTERS = frozenset({"date", "number"})
Literal = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Filter:
    """`language` is that of the document, for dates and numbers."""

    name: str
    argument: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Operand:
    """A path into the recipient's fields, or a literal if `path` is empty."""

    path: Path = ()
    literal: Literal = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """`operator` is empty for a bare path, which is true if it has a value."""

    left: Operand
    operator: str = ""
    right: Operand = Operand()


@dataclass(frozen=True, slots=True)
class Logic:
    """`operator` is and, or, not."""

    operator: str
    terms: tuple["Expression", ...]


Expression = Comparison | Logic


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Value:
    path: Path
    filters: tuple[Filter, ...]
    context: Context


@dataclass(frozen=True, slots=True)
class Token:
    """The recipient's token, which is part of each tracked address."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The start of a tracked address: the team's own host if it has one at the time of sending, else `address`."""

    address: str


@dataclass(frozen=True, slots=True)
class LoopIndexes:
    """`.0.2` for the third turn of the inner of two repeats: identifies the turn of a tracked link."""

    depth: int


@dataclass(frozen=True, slots=True)
class If:
    branches: tuple[tuple[Expression, tuple["Node", ...]], ...]
    otherwise: tuple["Node", ...] = ()


@dataclass(frozen=True, slots=True)
class For:
    variable: str
    path: Path
    body: tuple["Node", ...]


Node = Text | Value | Token | Origin | LoopIndexes | If | For


def to_data(nodes: Sequence[Node]) -> list[Any]:
    return [_node_to_data(node) for node in nodes]


def _node_to_data(node: Node) -> list[Any]:
    match node:
        case Text(text):
            return ["t", text]
        case Value(path, filters, context):
            return ["v", list(path), [_filter_to_data(f) for f in filters], context.value]
        case Token():
            return ["k"]
        case LoopIndexes(told) | Origin(told):
            return ["o" if isinstance(node, Origin) else "x", told]
        case If(branches, otherwise):
            return ["i", [[_expression_to_data(e), to_data(body)] for e, body in branches], to_data(otherwise)]
        case For(variable, path, body):
            return ["f", variable, list(path), to_data(body)]


def _filter_to_data(step: Filter) -> list[str]:
    return [step.name, step.argument, step.language] if step.language else [step.name, step.argument]


def localize(language: str, nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Stores the language in the filters that depend on it."""
    done: list[Node] = []
    for node in nodes:
        match node:
            case Value(path, filters, context) if any(step.name in LOCALIZED_FILTERS for step in filters):
                spoken = tuple(
                    replace(step, language=language) if step.name in LOCALIZED_FILTERS else step for step in filters
                )
                done.append(Value(path, spoken, context))
            case If(branches, otherwise):
                inner = tuple((test, localize(language, body)) for test, body in branches)
                done.append(If(inner, localize(language, otherwise)))
            case For(variable, path, body):
                done.append(For(variable, path, localize(language, body)))
            case _:
                done.append(node)
    return tuple(done)


def _expression_to_data(expression: Expression) -> list[Any]:
    if isinstance(expression, Logic):
        return [expression.operator, *(_expression_to_data(term) for term in expression.terms)]
    left, right = expression.left, expression.right
    return ["cmp", list(left.path), left.literal, expression.operator, list(right.path), right.literal]


def from_data(data: Sequence[Any]) -> tuple[Node, ...]:
    return tuple(_node_from_data(item) for item in data)


def _node_from_data(item: Sequence[Any]) -> Node:
    match item[0]:
        case "t":
            return Text(item[1])
        case "v":
            return Value(tuple(item[1]), tuple(Filter(*f) for f in item[2]), Context(item[3]))
        case "k":
            return Token()
        case "x" | "o":
            return Origin(item[1]) if item[0] == "o" else LoopIndexes(item[1])
        case "i":
            branches = tuple((_expression_from_data(e), from_data(body)) for e, body in item[1])
            return If(branches, from_data(item[2]))
        case "f":
            return For(item[1], tuple(item[2]), from_data(item[3]))
    raise ValueError(f"No node is stored as {item[0]!r}")


def _expression_from_data(item: Sequence[Any]) -> Expression:
    if item[0] == "cmp":
        _, left_path, left, operator, right_path, right = item
        return Comparison(Operand(tuple(left_path), left), operator, Operand(tuple(right_path), right))
    return Logic(item[0], tuple(_expression_from_data(term) for term in item[1:]))
