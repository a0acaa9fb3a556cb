"""Documents as they are now, merged in the memory of this process from the rows of their deltas.

Nothing here is the truth: an entry catches up by the rows that are newer than it, and whatever goes wrong with one
drops it. So that a change of a letter costs the row of that letter, and not the reading of the whole.
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
from server.documents.owners import owner_of
from server.documents.structure import DocumentStructure
from server.documents.updates import decoding, measuring
from server.documents.updates.measuring import Shape
from server.documents.updates.structs import Id, Malformed, TooLarge, Update

MAX_CACHED_DOCUMENTS: Final = 100
# Of updates; in memory a document takes some ten times as much.
MAX_CACHED_BYTES: Final = 16 * 1024 * 1024

EMPTY: Final = b"\x00\x00"


class Merged:
    """One document as of delta `number`, of an editor with this structure. Whoever uses it holds its lock.

    `_bytes` grows by each update. `_longest` and `_depth` are those of the last count, with what each change since then
    could have added at most. What would pass a bound by these is counted anew, which takes a tenth of a second for a
    large document; so one that was just read begins with nothing, and growing bit by bit it gets some way over a bound
    before it is refused. Each update alone is held to it exactly.
    """

    def __init__(self, structure: DocumentStructure) -> None:
        self.lock = threading.Lock()
        self.structure = structure
        self.number = 0
        # Of stored updates, by the last catch_up.
        self.read_bytes = 0
        self.doc: pycrdt.Doc[Any] = pycrdt.Doc(allow_multithreading=True)
        self._maps: dict[str, pycrdt.Map[Any]] = {name: self.doc.get(name, type=pycrdt.Map) for name in structure.maps}
        self._state: dict[int, int] = {}
        # Second places of letters that take two; None until a change has to be held against them.
        self._halves: set[Id] | None = None
        self._bytes = 0
        self._longest = 0
        self._depth = 0
        # It has taken in what may not be stored, or not all of what is.
        self.in_doubt = False

    @property
    def nodes(self) -> "pycrdt.Map[Any]":
        """The nodes as they stand in the document, drawn or not."""
        return self._maps[NODES]

    @property
    def author_count(self) -> int:
        """How many clients wrote in it."""
        return len(self._state)

    @property
    def size_bytes(self) -> int:
        return self._bytes

    def whole(self) -> bytes:
        """All of it as one update."""
        return self.doc.get_update()

    def state_vector(self) -> bytes:
        return self.doc.get_state()

    def catch_up(self, document: Document) -> None:
        """Takes in what was stored since. Raises NotFound where the document is gone."""
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
        # By one transaction: each costs as much as what it takes in.
        with self.doc.transaction():
            for _, update in stored:
                self.doc.apply_update(update)
        self._state = decoding.read_state(self.doc.get_state())
        if self._halves is not None:
            for _, update in stored:
                if decoding.may_hold_halves(update):
                    self._halves |= decoding.parse(update, whole=True).halves
        self.in_doubt = False

    def take(self, update: bytes, read: Update) -> bool:
        """Takes in an update that is about to be stored; whether it has to be stored with all before it, since what was
        taken out of the document had to make room. Raises UpdateMalformed, DocumentFull.
        """
        try:
            return self._take(update, read)
        except Malformed as error:
            raise UpdateMalformed from error
        except TooLarge as error:
            raise too_large(error) from error

    def _take(self, update: bytes, read: Update) -> bool:
        read.check_maps(self.structure.maps)
        after = read.check_builds_on(self._state)
        shape = measuring.shape_of(read)
        if max(shape.depth, shape.below) > limits.MAX_TYPE_DEPTH:
            raise TooLarge("depth", limits.MAX_TYPE_DEPTH)
        if self._halves is None:
            whole = self.whole()
            self._halves = decoding.parse(whole, whole=True).halves if decoding.may_hold_halves(whole) else set()
        read.check_cuts_no_letter(self._halves, self._state)
        self._apply(update)
        if decoding.read_state(self.doc.get_state()) != after:
            # Parts that wait for each other.
            raise Malformed("left over")
        self._state = after
        self._halves |= read.halves
        self._bytes += len(update)
        self._longest += shape.letters
        self._depth = max(self._depth + shape.below, shape.depth)
        cleared = False
        if self._passes_a_bound():
            self._measure()
            if self._bytes > self.structure.limits.size_bytes:
                cleared = self._clear_out()
            self._check()
        self._check_entries(shape)
        return cleared

    def _check_entries(self, shape: Shape) -> None:
        """Raises TooLarge where more entries of a map are drawn than its maximum, and the update wrote into it."""
        crowded = {
            name: most
            for name, most in self.structure.max_entries.items()
            if name in shape.entries and len(self._maps[name]) > most
        }
        drawn = self.structure.drawn_in(self.doc) if crowded else {}
        for name, most in crowded.items():
            if len(drawn[name]) > most:
                raise TooLarge(name, most)

    def _clear_out(self) -> bool:
        """Deletes what is not drawn, for good: people undo what they took out, as long as there is room for it.

        Who has the document open learns of it when states are compared.
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
            # What the library can't read, and a panic of it, which is no Exception.
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            raise Malformed("not read") from error

    def _passes_a_bound(self) -> bool:
        return (
            self._bytes > self.structure.limits.size_bytes
            or self._longest > limits.MAX_TEXT_LENGTH
            or self._depth > limits.MAX_ESTIMATED_TYPE_DEPTH
        )

    def _measure(self) -> None:
        whole = self.whole()
        shape: Shape = measuring.shape_of(decoding.parse(whole, whole=True))
        self._bytes, self._longest, self._depth = len(whole), shape.longest, shape.depth

    def _check(self) -> None:
        if self._bytes > self.structure.limits.size_bytes:
            raise TooLarge("document", self.structure.limits.size_bytes)
        if self._longest > limits.MAX_TEXT_LENGTH:
            raise TooLarge("text", limits.MAX_TEXT_LENGTH)
        if self._depth > limits.MAX_TYPE_DEPTH:
            raise TooLarge("depth", limits.MAX_TYPE_DEPTH)


def too_large(error: TooLarge) -> DocumentFull:
    """The same as the wire tells it."""
    return DocumentFull(payload={"limit": error.limit, "most": error.most})


class _Shelf:
    """The entries that were used last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: OrderedDict[UUID, Merged] = OrderedDict()

    def get(self, document: Document) -> Merged:
        with self._lock:
            entry = self._entries.get(document.pk)
            if entry is None:
                entry = self._entries[document.pk] = Merged(owner_of(document.editor).editor.structure)
            self._entries.move_to_end(document.pk)
            return entry

    def drop(self, document_id: UUID, entry: Merged) -> None:
        with self._lock:
            # Only this one: another may stand there by now.
            if self._entries.get(document_id) is entry:
                del self._entries[document_id]

    def forget(self, document_id: UUID) -> None:
        with self._lock:
            self._entries.pop(document_id, None)

    def tidy(self) -> None:
        with self._lock:
            size = sum(entry.size_bytes for entry in self._entries.values())
            while len(self._entries) > MAX_CACHED_DOCUMENTS or (size > MAX_CACHED_BYTES and len(self._entries) > 1):
                _, oldest = self._entries.popitem(last=False)
                size -= oldest.size_bytes


_shelf = _Shelf()


def forget(document_id: UUID) -> None:
    """Keeps nothing of the document: whoever wants it next reads its rows, as a new process does."""
    _shelf.forget(document_id)


@contextmanager
def merged(document: Document) -> Iterator[Merged]:
    """The document as of the revision that the caller has read, or a later one; for this thread alone.

    What it took in counts as stored when the block ends well, and is forgotten otherwise. Who has it must not wait for
    the document's row: whoever stores has that row first.
    """
    entry = _shelf.get(document)
    with entry.lock:
        try:
            entry.catch_up(document)
            yield entry
            entry.in_doubt = False
        finally:
            if entry.in_doubt:
                _shelf.drop(document.pk, entry)
    _shelf.tidy()
