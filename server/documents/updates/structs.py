"""The content of a decoded update: its structs, and what they build on."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import NamedTuple

GC, DELETED, BINARY, STRING, EMBED, FORMAT, TYPE, ANY = 0, 1, 3, 4, 5, 6, 7, 8

StateVector = Mapping[int, int]


class Malformed(ValueError):
    """An update that none of our editors would write."""


class TooLarge(ValueError):
    """A part of an update exceeds a limit. `limit` is its name, `most` its value."""

    def __init__(self, limit: str, most: int) -> None:
        super().__init__(f"{limit} over {most}")
        self.limit, self.most = limit, most


class Id(NamedTuple):
    """A position in the content that one client wrote."""

    client: int
    clock: int


@dataclass(slots=True)
class Struct:
    """A part of a client's content. `parent` is a map's name or an id; None if it is that of a neighbour."""

    client: int
    clock: int
    length: int
    kind: int
    left: Id | None = None
    right: Id | None = None
    parent: Id | str | None = None
    key: str | None = None
    # Length of a text in UTF-16 code units; 0 for other content.
    letters: int = 0
    # Offsets of the second halves of surrogate pairs.
    halves: Sequence[int] = ()


@dataclass(slots=True)
class Update:
    """The content of an update.

    Attributes:
        spans: by client, the clocks of the start and the end of its content.
        deleted: by client, the clock up to which it deletes content.
        edges: both ends of each deleted range.
        halves: the second halves of surrogate pairs in texts.
        maps: names of the document's maps that it writes to.
    """

    structs: list[Struct] = field(default_factory=list)
    spans: dict[int, tuple[int, int]] = field(default_factory=dict)
    deleted: dict[int, int] = field(default_factory=dict)
    edges: set[Id] = field(default_factory=set)
    halves: set[Id] = field(default_factory=set)
    maps: set[str] = field(default_factory=set)

    def check_maps(self, maps: Collection[str]) -> None:
        if not self.maps.issubset(maps):
            raise Malformed("unknown root")

    def check_splits_no_pair(self, halves: AbstractSet[Id], state: StateVector) -> None:
        """Raises Malformed if it splits a surrogate pair, or if stored content splits one of its own.

        `halves` are those of stored pairs. Yjs makes two characters of a split pair. The library on the server makes an
        empty text, and its updates of the document can't be read from then on.
        """
        for place in self._iter_cuts(state):
            if place in halves or place in self.halves:
                raise Malformed("splits a character")

    def _iter_cuts(self, state: StateVector) -> Iterator[Id]:
        yield from self.edges
        for client, (start, _) in self.spans.items():
            yield Id(client, start)
            # Of content that is stored already in part, only the rest is applied.
            yield Id(client, state.get(client, 0))
        for struct in self.structs:
            if struct.left is not None:
                yield Id(struct.left.client, struct.left.clock + 1)
            if struct.right is not None:
                yield struct.right

    def check_builds_on(self, state: StateVector) -> dict[int, int]:
        """Returns the state vector after the update. Raises Malformed if it builds on missing content."""
        after = dict(state)
        for client, (start, end) in self.spans.items():
            if start > state.get(client, 0):
                raise Malformed("a gap")
            after[client] = max(end, state.get(client, 0))
        for struct in self.structs:
            for other in (struct.left, struct.right, struct.parent):
                if not isinstance(other, Id):
                    continue
                # A client can only build on its own earlier content.
                most = struct.clock if other.client == struct.client else after.get(other.client, 0)
                if other.clock >= most:
                    raise Malformed("builds on missing content")
        for client, end in self.deleted.items():
            if end > after.get(client, 0):
                raise Malformed("deletes missing content")
        return after
