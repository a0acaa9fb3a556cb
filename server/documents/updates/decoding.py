"""Reads updates, state vectors and awareness states from bytes, without recursion and within limits."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

from server.documents import limits
from server.documents.updates.structs import GC, Id, Malformed, Struct, TooLarge, Update

MAX_CLOCK: Final = 2**31
MAX_CLIENT_ID: Final = 2**53

_KIND: Final = 0x1F
# A character outside the Basic Multilingual Plane in UTF-8 (RFC 3629, 4).
_FOUR_BYTES: Final = re.compile(rb"[\xf0-\xf4][\x80-\xbf]{3}")
_KEYED, _RIGHT, _LEFT = 0x20, 0x40, 0x80
# Array, map, text, element, fragment, hook, XML text; elements and hooks have a name.
_TYPES: Final = frozenset({0, 1, 2, 3, 4, 5, 6})
_NAMED_TYPES: Final = frozenset({3, 5})


def parse(data: bytes, *, whole: bool = False) -> Update:
    """Decodes an update in some microseconds per struct. `whole` is one that the server merged, without limits.

    Raises Malformed, and TooLarge for a part of it.
    """
    return _ByteReader(data).update(trusted=whole)


def read_state(data: bytes, *, max_clients: int | None = None) -> dict[int, int]:
    """Decodes a state vector: the next clock by client.

    Raises Malformed. More than `max_clients` are rejected before any of them is read.
    """
    reader = _ByteReader(data)
    clients = reader.count()
    if max_clients is not None and clients > max_clients:
        raise Malformed("too many clients")
    state = {}
    for _ in range(clients):
        client = reader.number(MAX_CLIENT_ID)
        state[client] = reader.number(MAX_CLOCK)
    reader.end()
    return state


def read_awareness(data: bytes) -> int:
    """The client of an awareness state of y-protocols, which must have one only. Raises Malformed, TooLarge."""
    if len(data) > limits.MAX_AWARENESS_BYTES:
        raise TooLarge("awareness", limits.MAX_AWARENESS_BYTES)
    reader = _ByteReader(data)
    if reader.count() != 1:
        raise Malformed("states of more than one client")
    client = reader.number(MAX_CLIENT_ID)
    reader.number(MAX_CLOCK)
    try:
        json.loads(reader.text(), parse_constant=_reject_constant)
    except (ValueError, RecursionError) as error:
        raise Malformed("invalid JSON") from error
    reader.end()
    return client


class _ByteReader:
    """Reads bytes from first to last. A count is at most the number of remaining bytes."""

    __slots__ = ("_at", "_data", "_end")

    def __init__(self, data: bytes) -> None:
        self._data, self._at, self._end = data, 0, len(data)

    def byte(self) -> int:
        if self._at >= self._end:
            raise Malformed("unexpected end")
        value = self._data[self._at]
        self._at += 1
        return value

    def number(self, most: int) -> int:
        """An unsigned number with seven bits per byte."""
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
        """A number of following entries, each of at least one byte."""
        value = self.number(MAX_CLOCK)
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
        if len(text) > limits.MAX_KEY_LENGTH:
            raise TooLarge("key", limits.MAX_KEY_LENGTH)
        return text

    def letters(self) -> str:
        text = self.text()
        if len(text) > limits.MAX_TEXT_LENGTH:
            raise TooLarge("text", limits.MAX_TEXT_LENGTH)
        return text

    def end(self) -> None:
        if self._at != self._end:
            raise Malformed("data after the end")

    def update(self, *, trusted: bool) -> Update:
        found = Update()
        authors = self.count()
        if authors > limits.MAX_UPDATE_CLIENTS and not trusted:
            raise TooLarge("clients", limits.MAX_UPDATE_CLIENTS)
        for _ in range(authors):
            amount = self.count()
            client = self.number(MAX_CLIENT_ID)
            start = clock = self.number(MAX_CLOCK)
            if client in found.spans or not amount:
                raise Malformed("client repeated or without structs")
            if len(found.structs) + amount > limits.MAX_UPDATE_STRUCTS and not trusted:
                raise TooLarge("structs", limits.MAX_UPDATE_STRUCTS)
            for _ in range(amount):
                struct = self._struct(client, clock)
                found.structs.append(struct)
                if isinstance(struct.parent, str):
                    found.maps.add(struct.parent)
                found.halves.update(Id(client, clock + at) for at in struct.halves)
                clock += struct.length
            if clock > MAX_CLOCK:
                raise Malformed("clock too large")
            found.spans[client] = start, clock
        self._deletions(found, trusted=trusted)
        self.end()
        return found

    def _deletions(self, found: Update, *, trusted: bool) -> None:
        ranges = 0
        for _ in range(self.count()):
            client = self.number(MAX_CLIENT_ID)
            if client in found.deleted:
                raise Malformed("deletions of a client repeated")
            furthest = 0
            amount = self.count()
            ranges += amount
            # Checked before they are read: two bytes are enough for one.
            if ranges > limits.MAX_UPDATE_STRUCTS and not trusted:
                raise TooLarge("structs", limits.MAX_UPDATE_STRUCTS)
            for _ in range(amount):
                start = self.number(MAX_CLOCK)
                end = start + self._length()
                found.edges.update((Id(client, start), Id(client, end)))
                furthest = max(furthest, end)
            found.deleted[client] = furthest

    def _length(self) -> int:
        length = self.number(MAX_CLOCK)
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
        return Id(self.number(MAX_CLIENT_ID), self.number(MAX_CLOCK))

    def _content(self, struct: Struct) -> None:
        match struct.kind:
            case 1:
                struct.length = self._length()
            case 3:
                self.skip(self.count())
            case 4:
                text = self.letters()
                # In UTF-16 code units.
                struct.halves = _find_halves(text)
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
            depth = _measure_depth(json.loads(text, parse_constant=_reject_constant))
        except (ValueError, RecursionError) as error:
            raise Malformed("invalid JSON") from error
        if depth > limits.MAX_VALUE_DEPTH:
            raise TooLarge("depth", limits.MAX_VALUE_DEPTH)

    def _value(self) -> None:
        """One value of lib0's `any`."""
        # By open list or object: the number of remaining values, and whether they have keys.
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
                if len(open_) > limits.MAX_VALUE_DEPTH:
                    raise TooLarge("depth", limits.MAX_VALUE_DEPTH)

    def _plain(self) -> tuple[int, bool] | None:
        """Reads a value. Returns the number of inner values of a list or object, and whether they have keys."""
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
        """A signed number of up to 53 bits: six in the first byte, seven in each other byte."""
        byte, more = self.byte(), 0
        while byte & 0x80:
            byte = self.byte()
            more += 1
            if more > 7:
                raise Malformed("unterminated number")


def can_contain_halves(update: bytes) -> bool:
    """A quick check whether an update can have surrogate pairs. False for most updates."""
    return _FOUR_BYTES.search(update) is not None


def _find_halves(text: str) -> Sequence[int]:
    if text.isascii():
        return ()
    long = [at for at, letter in enumerate(text) if letter > "\uffff"]
    return [at + before + 1 for before, at in enumerate(long)]


def _measure_depth(value: object) -> int:
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


def _reject_constant(name: str) -> None:
    raise ValueError(name)
