"""The content of a decoded update: its structs, and what they build on."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import NamedTuple

GC, DELETED, BINARY, STRING, EMBED, FORMAT, TYPE, ANY = 0, 1, 3, 4, 5, 6, 7, 8

StateVector = Mapping[int, int]


class Malformed(ValueError):
    """Not an update that an editor of ours would write."""


class TooLarge(ValueError):
    """A part of it passes a bound: `limit` names which, `most` is the bound."""

    def __init__(self, limit: str, most: int) -> None:
        super().__init__(f"{limit} over {most}")
        self.limit, self.most = limit, most


class Id(NamedTuple):
    """A place in what one client wrote."""

    client: int
    clock: int


@dataclass(slots=True)
class Struct:
    """One piece of what a client wrote. `parent` is a root's name or an id, None where a neighbour says it."""

    client: int
    clock: int
    length: int
    kind: int
    left: Id | None = None
    right: Id | None = None
    parent: Id | str | None = None
    key: str | None = None
    # Letters of a text, 0 for anything else.
    letters: int = 0
    # In it the second places of those that take two.
    halves: Sequence[int] = ()


@dataclass(slots=True)
class Update:
    """What an update holds. `spans` says of each client from where to where it wrote, `deleted` how far it deletes what
    a client wrote. `halves` are the second places of letters that take two, as JavaScript counts them.
    `maps` are the maps of the document that it writes in."""

    structs: list[Struct] = field(default_factory=list)
    spans: dict[int, tuple[int, int]] = field(default_factory=dict)
    deleted: dict[int, int] = field(default_factory=dict)
    edges: set[Id] = field(default_factory=set)  # of what it deletes
    halves: set[Id] = field(default_factory=set)
    maps: set[str] = field(default_factory=set)

    def check_maps(self, maps: Collection[str]) -> None:
        """Raises Malformed where it writes in a map that the document doesn't have."""
        if not self.maps.issubset(maps):
            raise Malformed("unknown root")

    def check_cuts_no_letter(self, halves: AbstractSet[Id], state: StateVector) -> None:
        """Raises Malformed where it parts what was written between the halves of a letter, of these or its own, or is
        itself parted so by what is there already.

        Yjs makes two signs of such a letter, the library that merges on the server a text of nothing: what it writes of
        the document from then on nobody can read.
        """
        for place in self._cuts(state):
            if place in halves or place in self.halves:
                raise Malformed("splits a character")

    def _cuts(self, state: StateVector) -> Iterator[Id]:
        yield from self.edges
        for client, (start, _) in self.spans.items():
            yield Id(client, start)
            # Of what a client is said to have written, only what is beyond this is taken.
            yield Id(client, state.get(client, 0))
        for struct in self.structs:
            if struct.left is not None:
                yield Id(struct.left.client, struct.left.clock + 1)
            if struct.right is not None:
                yield struct.right

    def check_builds_on(self, state: StateVector) -> dict[int, int]:
        """The state vector after it. Raises Malformed where something is missing that it builds on."""
        after = dict(state)
        for client, (start, end) in self.spans.items():
            if start > state.get(client, 0):
                raise Malformed("a gap")
            after[client] = max(end, state.get(client, 0))
        for struct in self.structs:
            for other in (struct.left, struct.right, struct.parent):
                if not isinstance(other, Id):
                    continue
                # What a client writes builds on what it wrote before.
                most = struct.clock if other.client == struct.client else after.get(other.client, 0)
                if other.clock >= most:
                    raise Malformed("builds on missing content")
        for client, end in self.deleted.items():
            if end > after.get(client, 0):
                raise Malformed("deletes missing content")
        return after
