"""A document's shared types as pycrdt's compiled half has them, seen in one transaction.

Each value that pycrdt's Python half hands out is looked for twice, in a transaction of its own, and wrapped: a mail of
200 components, which is read for each preview and each check, took 12 ms that way and takes 4 so. The types differ from
those of the package `pycrdt` and live as long as the walk does.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import pycrdt
from pycrdt import _pycrdt

Array = _pycrdt.Array
Map = _pycrdt.Map
XmlElement = _pycrdt.XmlElement
XmlFragment = _pycrdt.XmlFragment
XmlText = _pycrdt.XmlText


@dataclass(frozen=True, slots=True)
class Walk:
    """Reads what it is given, for as long as its transaction is open."""

    _transaction: _pycrdt.Transaction

    def items(self, value: _pycrdt.Map | dict[str, Any]) -> Iterable[tuple[str, Any]]:
        """Keys and values of a map, shared or plain."""
        if isinstance(value, dict):
            return value.items()
        keys = value.keys(self._transaction)  # type: ignore[attr-defined]  # left out of the stub
        return ((key, value.get(self._transaction, key)) for key in keys)

    def members(self, value: _pycrdt.Array | list[Any]) -> Iterable[Any]:
        """What a list holds, shared or plain, in order."""
        if isinstance(value, list):
            return value
        return (value.get(self._transaction, index) for index in range(value.len(self._transaction)))

    def children(self, value: _pycrdt.XmlFragment | _pycrdt.XmlElement) -> Sequence[Any]:
        """The elements, texts and fragments in it, in order."""
        return value.children(self._transaction)

    def spans(self, value: _pycrdt.XmlText) -> list[tuple[Any, dict[str, Any] | None]]:
        """A text cut where its marks change: what stands there, and its marks."""
        return value.diff(self._transaction)

    def attributes(self, value: _pycrdt.XmlElement) -> dict[str, Any]:
        """The attributes of an element."""
        return dict(value.attributes(self._transaction))


@contextmanager
def walk(doc: "pycrdt.Doc[Any]") -> Iterator[Walk]:
    """Opens a transaction, or uses the open one."""
    with doc.transaction() as transaction:
        yield Walk(cast(_pycrdt.Transaction, transaction._txn))  # there is one inside of the block
