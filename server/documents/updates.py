"""Yjs updates taken apart before the library reads them: what they hold, and what they build on.

The library trusts who writes them: values that lie deep enough in values end its process, and a change that builds on
what is not there is taken and waits for ever. So each update is read here first, in the form of Yjs's
UpdateEncoderV1 (github.com/yjs/yjs, src/utils/UpdateEncoder.js; values as in lib0/encoding), without recursion, and
refused where it is not one that an editor of ours would write.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from server.documents import limits

LARGEST_CLOCK: Final = 2**31
LARGEST_CLIENT: Final = 2**53

GC, DELETED, BINARY, STRING, EMBED, FORMAT, TYPE, ANY = 0, 1, 3, 4, 5, 6, 7, 8
_KIND: Final = 0x1F
# UTF-8 of a letter beyond the first 65,536 (RFC 3629, 4).
_FOUR_BYTES: Final = re.compile(rb"[\xf0-\xf4][\x80-\xbf]{3}")
_KEYED, _RIGHT, _LEFT = 0x20, 0x40, 0x80
# Array, map, text, element, fragment, hook, XML text; those with a name of their own.
_TYPES: Final = frozenset({0, 1, 2, 3, 4, 5, 6})
_NAMED_TYPES: Final = frozenset({3, 5})

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

    def shape(self) -> "Shape":
        """How deep it goes and how long its texts are. Raises Malformed where its parts lie in a circle."""
        return _Shaping(self.structs).shape()


@dataclass(frozen=True, slots=True)
class Shape:
    """How deep the types of an update lie: in a root (`depth`), and in what was there before (`below`)."""

    depth: int
    below: int
    # The longest text; one that goes on a text that was there counts alone.
    longest: int
    # Letters of all texts.
    letters: int
    # Written entries of each map of the document.
    entries: Mapping[str, int]


def parse(data: bytes, *, whole: bool = False) -> Update:
    """The update. Raises Malformed, and TooLarge for a part of it; `whole` is what the server itself has merged.

    Costs some microseconds a struct.
    """
    return _Reader(data).update(trusted=whole)


def read_state(data: bytes, *, max_clients: int | None = None) -> dict[int, int]:
    """A state vector: how far each client wrote.

    Raises Malformed. More than `max_clients` are rejected before any of them is read.
    """
    reader = _Reader(data)
    clients = reader.count()
    if max_clients is not None and clients > max_clients:
        raise Malformed("too many clients")
    state = {}
    for _ in range(clients):
        client = reader.number(LARGEST_CLIENT)
        state[client] = reader.number(LARGEST_CLOCK)
    reader.end()
    return state


def read_awareness(data: bytes) -> int:
    """The one client that a state of y-protocols' awareness is of. Raises Malformed, and TooLarge."""
    if len(data) > limits.MAX_AWARENESS_BYTES:
        raise TooLarge("awareness", limits.MAX_AWARENESS_BYTES)
    reader = _Reader(data)
    if reader.count() != 1:
        raise Malformed("states of more than one client")
    client = reader.number(LARGEST_CLIENT)
    reader.number(LARGEST_CLOCK)
    try:
        json.loads(reader.text(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise Malformed("invalid JSON") from error
    reader.end()
    return client


class _Reader:
    """Bytes, from the first to the last. Every count is at most what is left."""

    __slots__ = ("_at", "_data", "_end")

    def __init__(self, data: bytes) -> None:
        self._data, self._at, self._end = data, 0, len(data)

    # --- numbers, strings ---

    def byte(self) -> int:
        if self._at >= self._end:
            raise Malformed("unexpected end")
        value = self._data[self._at]
        self._at += 1
        return value

    def number(self, most: int) -> int:
        """An unsigned number of seven bits a byte."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
            if shift > 56:
                raise Malformed("unterminated number")
        if value > most:
            raise Malformed("number too large")
        return value

    def count(self) -> int:
        """How many follow; each takes a byte at least."""
        value = self.number(LARGEST_CLOCK)
        if value > self._end - self._at:
            raise Malformed("length beyond the end")
        return value

    def skip(self, size: int) -> bytes:
        start = self._at
        if size > self._end - start:
            raise Malformed("unexpected end")
        self._at = start + size
        return self._data[start : start + size]

    def text(self) -> str:
        try:
            return self.skip(self.count()).decode()
        except UnicodeDecodeError as error:
            raise Malformed("invalid UTF-8") from error

    def name(self) -> str:
        text = self.text()
        if len(text) > limits.LONGEST_KEY:
            raise TooLarge("key", limits.LONGEST_KEY)
        return text

    def letters(self) -> str:
        text = self.text()
        if len(text) > limits.MOST_TEXT:
            raise TooLarge("text", limits.MOST_TEXT)
        return text

    def end(self) -> None:
        if self._at != self._end:
            raise Malformed("data after the end")

    # --- an update ---

    def update(self, *, trusted: bool) -> Update:
        found = Update()
        authors = self.count()
        if authors > limits.MOST_AUTHORS and not trusted:
            raise Malformed("too many clients")
        for _ in range(authors):
            amount = self.count()
            client = self.number(LARGEST_CLIENT)
            start = clock = self.number(LARGEST_CLOCK)
            if client in found.spans or not amount:
                raise Malformed("client repeated or without structs")
            if len(found.structs) + amount > limits.MOST_STRUCTS and not trusted:
                raise TooLarge("structs", limits.MOST_STRUCTS)
            for _ in range(amount):
                struct = self._struct(client, clock)
                found.structs.append(struct)
                if isinstance(struct.parent, str):
                    found.maps.add(struct.parent)
                found.halves.update(Id(client, clock + at) for at in struct.halves)
                clock += struct.length
            if clock > LARGEST_CLOCK:
                raise Malformed("clock too large")
            found.spans[client] = start, clock
        self._deletions(found, trusted=trusted)
        self.end()
        return found

    def _deletions(self, found: Update, *, trusted: bool) -> None:
        ranges = 0
        for _ in range(self.count()):
            client = self.number(LARGEST_CLIENT)
            if client in found.deleted:
                raise Malformed("deletions of a client repeated")
            furthest = 0
            amount = self.count()
            ranges += amount
            # Told before they are read: two bytes are enough for one.
            if ranges > limits.MOST_STRUCTS and not trusted:
                raise TooLarge("structs", limits.MOST_STRUCTS)
            for _ in range(amount):
                start = self.number(LARGEST_CLOCK)
                end = start + self._length()
                found.edges.update((Id(client, start), Id(client, end)))
                furthest = max(furthest, end)
            found.deleted[client] = furthest

    def _length(self) -> int:
        length = self.number(LARGEST_CLOCK)
        if not length:
            raise Malformed("length of zero")
        return length

    def _struct(self, client: int, clock: int) -> Struct:
        info = self.byte()
        kind = info & _KIND
        if kind == GC:
            if info != GC:
                raise Malformed("flags on a deleted struct")
            return Struct(client, clock, self._length(), GC)
        struct = Struct(client, clock, 1, kind)
        if info & _LEFT:
            struct.left = self._id()
        if info & _RIGHT:
            struct.right = self._id()
        if struct.left is None and struct.right is None:
            struct.parent = self.name() if self._flag() else self._id()
            if info & _KEYED:
                struct.key = self.name()
            elif isinstance(struct.parent, str):
                raise Malformed("root item without a key")
        self._content(struct)
        return struct

    def _flag(self) -> bool:
        value = self.byte()
        if value > 1:
            raise Malformed("invalid flag")
        return value == 1

    def _id(self) -> Id:
        return Id(self.number(LARGEST_CLIENT), self.number(LARGEST_CLOCK))

    def _content(self, struct: Struct) -> None:
        match struct.kind:
            case 1:
                struct.length = self._length()
            case 3:
                self.skip(self.count())
            case 4:
                text = self.letters()
                # As JavaScript counts them.
                struct.halves = _halves(text)
                struct.length = struct.letters = len(text) + len(struct.halves)
                if not text:
                    raise Malformed("empty text")
            case 5:
                self._json()
            case 6:
                self.name()
                self._json()
            case 7:
                self._type()
            case 8:
                struct.length = self._values()
            case _:
                raise Malformed("unsupported content")

    def _type(self) -> None:
        of = self.byte()
        if of not in _TYPES:
            raise Malformed("unsupported type")
        if of in _NAMED_TYPES:
            self.name()

    def _values(self) -> int:
        amount = self.count()
        if not amount:
            raise Malformed("empty value list")
        for _ in range(amount):
            self._value()
        return amount

    def _json(self) -> None:
        text = self.letters()
        try:
            depth = _depth(json.loads(text, parse_constant=_refuse_constant))
        except (ValueError, RecursionError) as error:
            raise Malformed("invalid JSON") from error
        if depth > limits.MOST_VALUE_DEPTH:
            raise TooLarge("depth", limits.MOST_VALUE_DEPTH)

    def _value(self) -> None:
        """One value of lib0's `any`."""
        # How many are still to come, of each list and object that is open; an object has keys.
        open_: list[tuple[int, bool]] = [(1, False)]
        while open_:
            left, keyed = open_.pop()
            if not left:
                continue
            open_.append((left - 1, keyed))
            if keyed:
                self.name()
            inner = self._plain()
            if inner is not None:
                open_.append(inner)
                if len(open_) > limits.MOST_VALUE_DEPTH:
                    raise TooLarge("depth", limits.MOST_VALUE_DEPTH)

    def _plain(self) -> tuple[int, bool] | None:
        """Reads a value; of a list or an object how many follow, and whether they have keys."""
        match self.byte():
            case 127 | 126 | 121 | 120:
                return None
            case 125:
                self._integer()
            case 124:
                self.skip(4)
            case 123 | 122:
                self.skip(8)
            case 119:
                self.letters()
            case 118:
                return self.count(), True
            case 117:
                return self.count(), False
            case 116:
                self.skip(self.count())
            case _:
                raise Malformed("invalid value")
        return None

    def _integer(self) -> None:
        """A signed number: six bits, then seven a byte, of 53 in all as JavaScript has them."""
        byte, more = self.byte(), 0
        while byte & 0x80:
            byte = self.byte()
            more += 1
            if more > 7:
                raise Malformed("unterminated number")


def may_hold_halves(update: bytes) -> bool:
    """Whether there can be letters in it that take two places; false for most updates, and quickly told."""
    return _FOUR_BYTES.search(update) is not None


def _halves(text: str) -> Sequence[int]:
    if text.isascii():
        return ()
    long = [at for at, letter in enumerate(text) if letter > "\uffff"]
    return [at + before + 1 for before, at in enumerate(long)]


def _depth(value: object) -> int:
    deepest, waiting = 0, [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        deepest = max(deepest, depth)
        inner: Iterator[object] = iter(())
        if isinstance(one, dict):
            inner = iter(one.values())
        elif isinstance(one, list):
            inner = iter(one)
        waiting += [(each, depth + 1) for each in inner]
    return deepest


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


class _Shaping:
    """Finds what each struct lies in: said by itself, or by a neighbour, which may stand anywhere in the update."""

    def __init__(self, structs: list[Struct]) -> None:
        self._structs = structs
        self._starts: dict[int, tuple[list[int], list[int]]] = {}
        for place, struct in enumerate(structs):
            starts, places = self._starts.setdefault(struct.client, ([], []))
            starts.append(struct.clock)
            places.append(place)
        # By place: the parent of a struct, once it is known; None is one from before.
        self._parents: dict[int, Id | str | None] = {}
        # By place of a type: how deep it lies, and whether that counts from what was there before.
        self._depths: dict[int, tuple[int, bool]] = {}

    def shape(self) -> Shape:
        depth = below = letters = 0
        entries: dict[str, int] = {}
        texts: dict[Id | str | None, int] = {}
        for place, struct in enumerate(self._structs):
            if struct.kind == TYPE:
                deep, is_below = self._depth(place)
                depth, below = (depth, max(below, deep)) if is_below else (max(depth, deep), below)
            if struct.letters:
                parent = self._parent(place)
                texts[parent] = texts.get(parent, 0) + struct.letters
                letters += struct.letters
            if isinstance(struct.parent, str):
                entries[struct.parent] = entries.get(struct.parent, 0) + 1
        return Shape(depth=depth, below=below, longest=max(texts.values(), default=0), letters=letters, entries=entries)

    def _find(self, wanted: Id) -> int | None:
        starts, places = self._starts.get(wanted.client, ([], []))
        at = bisect_right(starts, wanted.clock) - 1
        if at < 0:
            return None
        found = self._structs[places[at]]
        return places[at] if wanted.clock < found.clock + found.length else None

    def _parent(self, start: int) -> Id | str | None:
        """What a struct lies in; None where what was there before says it."""
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

    def _depth(self, start: int) -> tuple[int, bool]:
        """How deep a type lies: 1 is one in a root, or in what was there before."""
        way, here = [], start
        on_the_way = set()
        while here not in self._depths:
            if here in on_the_way:
                raise Malformed("parents form a cycle")
            on_the_way.add(here)
            way.append(here)
            parent = self._parent(here)
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
