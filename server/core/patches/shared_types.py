"""A document's shared types as in pycrdt's compiled half, read in one transaction.

pycrdt's Python half looks up each value twice, in its own transaction, and wraps it. An email of 200 components is read
for each preview and each check. That took 12 ms with the Python half and takes 4 ms here. The types differ from those
of the package `pycrdt` and live as long as the walk.
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
    """Reads shared values while its transaction is open."""

    _transaction: _pycrdt.Transaction

    def items(self, value: _pycrdt.Map | dict[str, Any]) -> Iterable[tuple[str, Any]]:
        if isinstance(value, dict):
            return value.items()
        keys = value.keys(self._transaction)  # type: ignore[attr-defined]  # left out of the stub
        return ((key, value.get(self._transaction, key)) for key in keys)

    def members(self, value: _pycrdt.Array | list[Any]) -> Iterable[Any]:
        if isinstance(value, list):
            return value
        return (value.get(self._transaction, index) for index in range(value.len(self._transaction)))

    def children(self, value: _pycrdt.XmlFragment | _pycrdt.XmlElement) -> Sequence[Any]:
        return value.children(self._transaction)

    def spans(self, value: _pycrdt.XmlText) -> list[tuple[Any, dict[str, Any] | None]]:
        """Splits a text where its marks change."""
        return value.diff(self._transaction)

    def attributes(self, value: _pycrdt.XmlElement) -> dict[str, Any]:
        return dict(value.attributes(self._transaction))


@contextmanager
def open_walk(doc: "pycrdt.Doc[Any]") -> Iterator[Walk]:
    """Opens a transaction, or uses the open one."""
    with doc.transaction() as transaction:
        yield Walk(cast(_pycrdt.Transaction, transaction._txn))  # always set inside the block
