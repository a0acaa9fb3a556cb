"""How deep the types of an update lie, and how long its texts are."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from server.documents.updates.structs import TYPE, Id, Malformed, Struct, Update


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes of an update.

    Attributes:
        depth: maximum number of types inside each other, from a map of the document.
        below: the same, from stored content.
        longest: length of the longest text in UTF-16 code units, without the stored text that it continues.
        letters: length of all texts.
        entries: number of written entries by map of the document.
    """

    depth: int
    below: int
    longest: int
    letters: int
    entries: Mapping[str, int]


def measure(update: Update) -> Measures:
    """Raises Malformed if the structs form a cycle."""
    return _Measurer(update.structs).measure()


class _Measurer:
    """Finds the parent of each struct: its own, or that of a neighbour anywhere in the update."""

    def __init__(self, structs: list[Struct]) -> None:
        self._structs = structs
        self._starts: dict[int, tuple[list[int], list[int]]] = {}
        for place, struct in enumerate(structs):
            starts, places = self._starts.setdefault(struct.client, ([], []))
            starts.append(struct.clock)
            places.append(place)
        # The parents found so far, by index of the struct; None is stored content.
        self._parents: dict[int, Id | str | None] = {}
        # The depths of types found so far, by index, and whether a depth counts from stored content.
        self._depths: dict[int, tuple[int, bool]] = {}

    def measure(self) -> Measures:
        depth = below = letters = 0
        entries: dict[str, int] = {}
        texts: dict[Id | str | None, int] = {}
        for place, struct in enumerate(self._structs):
            if struct.kind == TYPE:
                deep, is_below = self._find_depth(place)
                depth, below = (depth, max(below, deep)) if is_below else (max(depth, deep), below)
            if struct.letters:
                parent = self._find_parent(place)
                texts[parent] = texts.get(parent, 0) + struct.letters
                letters += struct.letters
            if isinstance(struct.parent, str):
                entries[struct.parent] = entries.get(struct.parent, 0) + 1
        return Measures(
            depth=depth, below=below, longest=max(texts.values(), default=0), letters=letters, entries=entries
        )

    def _find(self, wanted: Id) -> int | None:
        starts, places = self._starts.get(wanted.client, ([], []))
        at = bisect_right(starts, wanted.clock) - 1
        if at < 0:
            return None
        found = self._structs[places[at]]
        return places[at] if wanted.clock < found.clock + found.length else None

    def _find_parent(self, start: int) -> Id | str | None:
        """The parent of a struct; None if stored content determines it."""
        way, here = [], start
        on_the_way = set()
        while here not in self._parents:
            if here in on_the_way:
                raise Malformed("parents form a cycle")
            on_the_way.add(here)
            way.append(here)
            struct = self._structs[here]
            if struct.parent is not None or (neighbour := struct.left or struct.right) is None:
                self._parents[here] = struct.parent
                break
            found = self._find(neighbour)
            if found is None:
                self._parents[here] = None
                break
            here = found
        for each in way:
            self._parents[each] = self._parents[here]
        return self._parents[start]

    def _find_depth(self, start: int) -> tuple[int, bool]:
        """The depth of a type: 1 directly in a map of the document or in stored content."""
        way, here = [], start
        on_the_way = set()
        while here not in self._depths:
            if here in on_the_way:
                raise Malformed("parents form a cycle")
            on_the_way.add(here)
            way.append(here)
            parent = self._find_parent(here)
            found = self._find(parent) if isinstance(parent, Id) else None
            if found is None:
                self._depths[here] = 1, not isinstance(parent, str)
                break
            here = found
        for each in reversed(way):
            if each != here:
                deep, is_below = self._depths[here]
                self._depths[each] = deep + 1, is_below
                here = each
        return self._depths[start]
