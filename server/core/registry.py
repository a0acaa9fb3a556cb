"""How an app plugs into lower apps, which do not know it.

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
        PLUGS.append(self)

    def add(self, key: Key, value: Value) -> None:
        """Raises ValueError if another value has the key. The same value may come again."""
        if self.entries.setdefault(key, value) != value:
            raise ValueError(f"Two entries for the {self.noun} {key}")

    def __getitem__(self, key: Key) -> Value:
        return self.entries[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


class Listeners(Generic[Key, Entry]):
    """Several entries under one key, in the order of their registration."""

    def __init__(self, noun: str) -> None:
        self.noun = noun
        self.entries: dict[Key, tuple[Entry, ...]] = {}
        PLUGS.append(self)

    def add(self, key: Key, listener: Entry) -> None:
        """Registers a listener. The same one again does nothing."""
        known = self.of(key)
        if listener not in known:
            self.entries[key] = (*known, listener)

    def of(self, key: Key) -> tuple[Entry, ...]:
        """The listeners under this key."""
        return self.entries.get(key, ())


class Port(Generic[Value]):
    """A service that one higher app provides to lower ones."""

    def __init__(self, noun: str) -> None:
        self.noun = noun
        self.entries: dict[str, Value] = {}
        PLUGS.append(self)

    def provide(self, value: Value) -> None:
        """Raises ValueError for a second provider."""
        if self.entries.setdefault(self.noun, value) != value:
            raise ValueError(f"Two providers for {self.noun}")

    def get(self) -> Value:
        """Raises LookupError if no app provides it."""
        if not self.entries:
            raise LookupError(f"No app provides {self.noun}")
        return self.entries[self.noun]

    @property
    def is_provided(self) -> bool:
        """Whether an app provides it."""
        return bool(self.entries)


class Ordered(Protocol):
    """An entry whose place among the others matters."""

    @property
    def name(self) -> str: ...

    @property
    def after(self) -> str | None: ...


Placed = TypeVar("Placed", bound=Ordered)


def in_order(entries: Iterable[Placed]) -> list[Placed]:
    """The entries in the order of their registration, but each one that names another in `after` directly follows it.

    Raises ValueError if `after` names an entry that is not there, or if entries follow each other in a circle.
    """
    known = list(entries)
    followers: dict[str | None, list[Placed]] = {}
    for entry in known:
        followers.setdefault(entry.after, []).append(entry)
    ordered: list[Placed] = []
    waiting = followers.get(None, [])[::-1]
    while waiting:
        ordered.append(entry := waiting.pop())
        waiting.extend(followers.get(entry.name, [])[::-1])
    placed = {entry.name for entry in ordered}
    if lost := [f"{entry.name} after {entry.after}" for entry in known if entry.name not in placed]:
        raise ValueError(f"No order for {', '.join(lost)}")
    return ordered


# All of them, so that a test can take out what an app has put in.
PLUGS: list[Registry[Any, Any] | Listeners[Any, Any] | Port[Any]] = []


def check_contributed() -> None:
    """Raises RuntimeError before all apps have contributed. A value computed from their entries would lack some."""
    if not apps.ready:
        raise RuntimeError("Read before all apps had contributed")
