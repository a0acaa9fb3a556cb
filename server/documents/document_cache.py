"""Documents in the memory of this process, merged from the rows of their deltas.

The rows are the source of truth. An entry reads the rows that are newer than it, so that a small change costs only its
own row. Any error drops the entry.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

import pycrdt

from server.core.errors import NotFound
from server.documents import limits
from server.documents.errors import DocumentFull, UpdateMalformed
from server.documents.maps import NODES
from server.documents.models import Document, DocumentDelta
from server.documents.owners import get_owner
from server.documents.structure import DocumentStructure
from server.documents.updates import decoding, measurement
from server.documents.updates.measurement import Measures
from server.documents.updates.structs import Id, Malformed, TooLarge, Update

MAX_CACHED_DOCUMENTS: Final = 100
# Size of the updates. In memory, a document takes about ten times as much.
MAX_CACHED_BYTES: Final = 16 * 1024 * 1024

EMPTY: Final = b"\x00\x00"


class CachedDocument:
    """A document as of delta `number`. The caller holds its lock.

    `_bytes`, `_max_text_length` and `_depth` are estimates: the last measurement plus the maximum that later updates
    can have added. A document is measured, which takes 0.1 s for a large one, only when an estimate exceeds its limit.
    A document that was just read starts at zero, so small updates can exceed a limit somewhat before one is rejected.
    The limits of a single update are exact.
    """

    def __init__(self, structure: DocumentStructure) -> None:
        self.lock = threading.Lock()
        self.structure = structure
        self.number = 0
        # Size of the updates that the last catch_up read.
        self.read_bytes = 0
        self.doc: pycrdt.Doc[Any] = pycrdt.Doc(allow_multithreading=True)
        self._maps: dict[str, pycrdt.Map[Any]] = {name: self.doc.get(name, type=pycrdt.Map) for name in structure.maps}
        self._state: dict[int, int] = {}
        # Second halves of surrogate pairs; None until the first change is checked against them.
        self._surrogate_halves: set[Id] | None = None
        self._bytes = 0
        self._max_text_length = 0
        self._depth = 0
        # Whether it has content that might not be stored, or lacks stored content.
        self.in_doubt = False

    @property
    def nodes(self) -> "pycrdt.Map[Any]":
        """The stored nodes, visible or not."""
        return self._maps[NODES]

    @property
    def author_count(self) -> int:
        return len(self._state)

    @property
    def size_bytes(self) -> int:
        return self._bytes

    def whole(self) -> bytes:
        """The complete document as one update."""
        return self.doc.get_update()

    def state_vector(self) -> bytes:
        return self.doc.get_state()

    def catch_up(self, document: Document) -> None:
        """Applies the deltas stored since the last call. Raises NotFound if the document is deleted."""
        self.read_bytes = 0
        if self.number >= document.revision:
            return
        rows = DocumentDelta.objects.for_team(document.team_id).filter(document_id=document.pk, number__gt=self.number)
        self.in_doubt = True
        stored = [(number, bytes(update)) for number, update in rows.order_by("number").values_list("number", "update")]
        for number, update in stored:
            self.number = number
            self._bytes += len(update)
            self.read_bytes += len(update)
        if self.number < document.revision:
            raise NotFound
        # In one transaction, which is cheaper than one per update.
        with self.doc.transaction():
            for _, update in stored:
                self.doc.apply_update(update)
        self._state = decoding.read_state(self.doc.get_state())
        if self._surrogate_halves is not None:
            for _, update in stored:
                if decoding.can_contain_halves(update):
                    self._surrogate_halves |= decoding.parse(update, whole=True).halves
        self.in_doubt = False

    def apply(self, update: bytes, read: Update) -> bool:
        """Applies an update that is about to be stored. Raises UpdateMalformed, DocumentFull.

        Returns whether invisible content was deleted to make the document fit: then the complete document has to be
        stored.
        """
        try:
            return self._apply_checked(update, read)
        except Malformed as error:
            raise UpdateMalformed from error
        except TooLarge as error:
            raise build_document_full(error) from error

    def _apply_checked(self, update: bytes, read: Update) -> bool:
        read.check_maps(self.structure.maps)
        after = read.check_builds_on(self._state)
        measures = measurement.measure(read)
        if max(measures.depth, measures.below) > limits.MAX_TYPE_DEPTH:
            raise TooLarge("depth", limits.MAX_TYPE_DEPTH)
        if self._surrogate_halves is None:
            whole = self.whole()
            self._surrogate_halves = (
                decoding.parse(whole, whole=True).halves if decoding.can_contain_halves(whole) else set()
            )
        read.check_splits_no_pair(self._surrogate_halves, self._state)
        self._apply(update)
        state_vector = self.doc.get_state()
        if decoding.read_state(state_vector) != after:
            # Structs that wait for each other are not applied.
            raise Malformed("left over")
        if len(state_vector) > limits.MAX_STATE_VECTOR_BYTES:
            raise TooLarge("stateVector", limits.MAX_STATE_VECTOR_BYTES)
        self._state = after
        self._surrogate_halves |= read.halves
        self._bytes += len(update)
        self._max_text_length += measures.letters
        self._depth = max(self._depth + measures.below, measures.depth)
        cleared = False
        if self._has_exceeded_estimate():
            self._measure()
            if self._bytes > self.structure.limits.size_bytes:
                cleared = self._purge_hidden()
            self._check()
        self._check_entries(measures)
        return cleared

    def _check_entries(self, measures: Measures) -> None:
        """Raises TooLarge if a map that the update wrote to has more visible entries than its maximum."""
        crowded = {
            name: most
            for name, most in self.structure.max_entries.items()
            if name in measures.entries and len(self._maps[name]) > most
        }
        drawn = self.structure.drawn_in(self.doc) if crowded else {}
        for name, most in crowded.items():
            if len(drawn[name]) > most:
                raise TooLarge(name, most)

    def _purge_hidden(self) -> bool:
        """Permanently deletes everything that is not visible, which is otherwise stored for undo.

        Returns whether anything was deleted. Open clients get the deletions when they next compare states.
        """
        drawn = self.structure.drawn_in(self.doc)
        gone = [(name, key) for name, ids in drawn.items() for key in set(self._maps[name].keys()).difference(ids)]
        with self.doc.transaction():
            for name, key in gone:
                del self._maps[name][key]
        self._measure()
        return bool(gone)

    def _apply(self, update: bytes) -> None:
        self.in_doubt = True
        try:
            self.doc.apply_update(update)
        except BaseException as error:
            # Includes panics of the library, which are not of type Exception.
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            raise Malformed("not read") from error

    def _has_exceeded_estimate(self) -> bool:
        return (
            self._bytes > self.structure.limits.size_bytes
            or self._max_text_length > limits.MAX_TEXT_LENGTH
            or self._depth > limits.MAX_ESTIMATED_TYPE_DEPTH
        )

    def _measure(self) -> None:
        whole = self.whole()
        measures: Measures = measurement.measure(decoding.parse(whole, whole=True))
        self._bytes, self._max_text_length, self._depth = len(whole), measures.longest, measures.depth

    def _check(self) -> None:
        if self._bytes > self.structure.limits.size_bytes:
            raise TooLarge("document", self.structure.limits.size_bytes)
        if self._max_text_length > limits.MAX_TEXT_LENGTH:
            raise TooLarge("text", limits.MAX_TEXT_LENGTH)
        if self._depth > limits.MAX_TYPE_DEPTH:
            raise TooLarge("depth", limits.MAX_TYPE_DEPTH)


def build_document_full(error: TooLarge) -> DocumentFull:
    return DocumentFull(payload={"limit": error.limit, "most": error.most})


class _Cache:
    """The most recently used documents."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: OrderedDict[UUID, CachedDocument] = OrderedDict()

    def get(self, document: Document) -> CachedDocument:
        with self._lock:
            entry = self._entries.get(document.pk)
            if entry is None:
                entry = self._entries[document.pk] = CachedDocument(get_owner(document.editor).editor.structure)
            self._entries.move_to_end(document.pk)
            return entry

    def drop(self, document_id: UUID, entry: CachedDocument) -> None:
        with self._lock:
            # Another entry can have replaced this one.
            if self._entries.get(document_id) is entry:
                del self._entries[document_id]

    def evict(self, document_id: UUID) -> None:
        with self._lock:
            self._entries.pop(document_id, None)

    def evict_oldest(self) -> None:
        with self._lock:
            size = sum(entry.size_bytes for entry in self._entries.values())
            while len(self._entries) > MAX_CACHED_DOCUMENTS or (size > MAX_CACHED_BYTES and len(self._entries) > 1):
                _, oldest = self._entries.popitem(last=False)
                size -= oldest.size_bytes


_cache = _Cache()


def evict(document_id: UUID) -> None:
    """The next use reads the document's rows, as in a new process."""
    _cache.evict(document_id)


@contextmanager
def lock_cached(document: Document) -> Iterator[CachedDocument]:
    """Locks and yields the document as of the caller's revision or a later one.

    Updates that the block applies count as stored if it ends without an error; otherwise the entry is dropped. The
    block must not wait for the document's row lock, because a writer takes the row lock first.
    """
    entry = _cache.get(document)
    with entry.lock:
        try:
            entry.catch_up(document)
            yield entry
            entry.in_doubt = False
        finally:
            if entry.in_doubt:
                _cache.drop(document.pk, entry)
    _cache.evict_oldest()
