"""Positions in the visible tree of a document, as callers name them, and orders between siblings.

client/src/builder/tree/model/tree-positions.ts has the same rules; tests/fixtures/documents/commands.json tests both.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from fractional_indexing import FIError, generate_key_between, validate_order_key

Nesting = Mapping[str, int]

_NO_NESTING: Final[Nesting] = {}


class Shape(Protocol):
    """The properties of a piece that decide where it can go."""

    @property
    def level(self) -> str:
        """Its level in the structure."""

    @property
    def children(self) -> Sequence["Shape"]:
        """The parts inside it."""


@dataclass(frozen=True, slots=True)
class TreePosition:
    """A position: 0 is before the first child in the slot; an index past the last child is the end."""

    parent: str
    index: int
    slot: str = ""


def compute_nesting(shape: Shape) -> Nesting:
    """Maximum number of nodes inside each other by level, the top one included."""
    most: dict[str, int] = {}
    waiting: list[tuple[Shape, Nesting]] = [(shape, _NO_NESTING)]
    while waiting:
        one, around = waiting.pop()
        inside = {**around, one.level: around.get(one.level, 0) + 1}
        most[one.level] = max(most.get(one.level, 0), inside[one.level])
        waiting += [(child, inside) for child in one.children]
    return most


def generate_order(before: Iterable[str | None], after: Iterable[str | None]) -> str:
    """An order between siblings. `before` and `after` have their orders, nearest first; None is skipped.

    Equal orders leave no gap, so the next larger order is the bound.
    """
    left = next((order for order in before if order is not None and _is_order(order)), None)
    bounds = (order for order in after if order is not None and (left is None or order > left))
    order: str = generate_key_between(left, next((order for order in bounds if _is_order(order)), None))
    return order


def _is_order(value: str) -> bool:
    """Whether a value is an order that another can be placed beside: a third-party client may have stored any other
    string.
    """
    try:
        validate_order_key(value)
        generate_key_between(value, None)
    except (FIError, ValueError, IndexError):
        return False
    return True
