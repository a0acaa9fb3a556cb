"""Plugin points through which an app extends lower apps without their knowledge.

The `contributions` module of each app fills registries and ports of lower ones. It is imported once all models are
loaded (server/core/apps.py), in the order of the layers.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

from django.apps import apps

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Entry = TypeVar("Entry")


class Registry(Mapping[Key, Value]):
    """Entries by key, in the order of their registration."""

    def __init__(self, noun: str) -> None:
        self.noun = noun
        self.entries: dict[Key, Value] = {}
        EXTENSION_POINTS.append(self)

    def add(self, key: Key, value: Value) -> None:
        """Raises ValueError if another value has the key. Adding the same value again is allowed."""
        if self.entries.setdefault(key, value) != value:
            raise ValueError(f"Two entries for the {self.noun} {key}")

    def __getitem__(self, key: Key) -> Value:
        return self.entries[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


class Listeners(Generic[Key, Entry]):
    """Several entries per key, in the order of their registration."""

    def __init__(self, noun: str) -> None:
        self.noun = noun
        self.entries: dict[Key, tuple[Entry, ...]] = {}
        EXTENSION_POINTS.append(self)

    def add(self, key: Key, listener: Entry) -> None:
        known = self.of(key)
        if listener not in known:
            self.entries[key] = (*known, listener)

    def of(self, key: Key) -> tuple[Entry, ...]:
        return self.entries.get(key, ())


class Port(Generic[Value]):
    """A service that one higher app provides to lower ones."""

    def __init__(self, noun: str) -> None:
        self.noun = noun
        self.entries: dict[str, Value] = {}
        EXTENSION_POINTS.append(self)

    def provide(self, value: Value) -> None:
        if self.entries.setdefault(self.noun, value) != value:
            raise ValueError(f"Two providers for {self.noun}")

    def get(self) -> Value:
        """Raises LookupError if no app provides it."""
        if not self.entries:
            raise LookupError(f"No app provides {self.noun}")
        return self.entries[self.noun]

    @property
    def is_provided(self) -> bool:
        return bool(self.entries)


class Orderable(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def after(self) -> str | None: ...


OrderedEntry = TypeVar("OrderedEntry", bound=Orderable)


def sort_entries(entries: Iterable[OrderedEntry]) -> list[OrderedEntry]:
    """The entries in the order of registration, except that an entry with `after` directly follows the entry it names.

    Raises ValueError if `after` names an unknown entry or forms a cycle.
    """
    known = list(entries)
    followers: dict[str | None, list[OrderedEntry]] = {}
    for entry in known:
        followers.setdefault(entry.after, []).append(entry)
    ordered: list[OrderedEntry] = []
    waiting = followers.get(None, [])[::-1]
    while waiting:
        ordered.append(entry := waiting.pop())
        waiting.extend(followers.get(entry.name, [])[::-1])
    placed = {entry.name for entry in ordered}
    if lost := [f"{entry.name} after {entry.after}" for entry in known if entry.name not in placed]:
        raise ValueError(f"No order for {', '.join(lost)}")
    return ordered


# All plugin points, so that a test can remove the entries of an app.
EXTENSION_POINTS: list[Registry[Any, Any] | Listeners[Any, Any] | Port[Any]] = []


def check_contributed() -> None:
    """Raises RuntimeError before all apps have contributed. A value computed from their entries would be incomplete."""
    if not apps.ready:
        raise RuntimeError("Read before all apps have contributed")
