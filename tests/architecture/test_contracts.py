"""The client's types come from the server's current contracts."""

from collections import Counter
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest

from server.core import rooms
from server.core.events import DomainEvent
from server.core.management.commands.export_contracts import build_contracts
from server.core.schemas import CamelCaseSchema

GENERATED = Path(__file__).resolve().parents[2] / "client" / "src" / "generated"


def test_the_generated_contracts_are_fresh(subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch) -> None:
    # The tests of sockets have their own kind of room, possibly in the same process.
    monkeypatch.delitem(rooms.KINDS.entries, "thing", raising=False)
    made = build_contracts()

    assert set(made) == {file.name for file in GENERATED.glob("*.json")}
    for name, text in made.items():
        with subtests.test(name):
            assert (GENERATED / name).read_text() == text, "run bin/manage export_contracts"


def below(base: type) -> Iterator[type]:
    each: type
    for each in base.__subclasses__():
        yield each
        yield from below(each)


def test_no_two_schemas_have_one_name() -> None:
    """The contract names a schema by its class alone: two with one name would overwrite each other."""
    build_contracts()  # all of the API is imported
    ours = [
        each
        for each in below(CamelCaseSchema)
        if each.__module__.startswith("server.") and not issubclass(each, DomainEvent)
    ]

    choices = [each for each in below(Enum) if each.__module__.startswith("server.")]

    # Each of the two APIs has its own contract.
    named = Counter(
        (module.startswith("server.transactional."), name)
        for module, name in {(each.__module__, each.__name__) for each in (*ours, *choices)}
    )
    assert [name for (_, name), times in named.items() if times > 1] == []
