"""Registries, listeners and ports."""

from dataclasses import dataclass

import pytest

from server.core import registry
from server.core.registry import Listeners, Port, Registry, sort_entries


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps a test's plugin points out of the product's list."""
    monkeypatch.setattr(registry, "EXTENSION_POINTS", [])


def test_a_registry_has_its_entries_in_order_and_by_key() -> None:
    colors = Registry[str, int]("color")

    colors.add("red", 1)
    colors.add("blue", 2)

    assert (list(colors), colors["blue"], colors.get("green"), len(colors)) == (["red", "blue"], 2, None, 2)


def test_a_key_has_one_value_which_may_come_again() -> None:
    colors = Registry[str, int]("color")
    colors.add("red", 1)

    colors.add("red", 1)
    with pytest.raises(ValueError, match="Two entries for the color red"):
        colors.add("red", 2)

    assert dict(colors) == {"red": 1}


def test_listeners_come_in_order_and_once() -> None:
    listeners = Listeners[str, str]("listener")

    for name in ("first", "second", "first"):
        listeners.add("sent", name)

    assert (listeners.of("sent"), listeners.of("read")) == (("first", "second"), ())


def test_a_port_has_one_provider() -> None:
    port = Port[str]("the mail")
    with pytest.raises(LookupError, match="No app provides the mail"):
        port.get()
    assert not port.is_provided

    port.provide("delivery")
    with pytest.raises(ValueError, match="Two providers for the mail"):
        port.provide("forms")

    assert (port.get(), port.is_provided) == ("delivery", True)


@dataclass(frozen=True)
class Stop:
    name: str
    after: str | None = None


@pytest.mark.parametrize(
    ("stops", "expected"),
    [
        ([Stop("b"), Stop("a"), Stop("c")], "bac"),
        # Before the entry that it follows is registered.
        ([Stop("a"), Stop("c", after="b"), Stop("b"), Stop("d")], "abcd"),
        # Entries that follow the same one keep their order, each with its own followers.
        ([Stop("a"), Stop("z"), Stop("b", after="a"), Stop("e", after="a"), Stop("c", after="b")], "abcez"),
    ],
)
def test_an_entry_directly_follows_the_one_that_it_names(stops: list[Stop], expected: str) -> None:
    assert "".join(stop.name for stop in sort_entries(stops)) == expected


@pytest.mark.parametrize(
    ("stops", "message"),
    [
        ([Stop("a"), Stop("b", after="gone"), Stop("c", after="b")], "No order for b after gone, c after b"),
        ([Stop("a"), Stop("b", after="c"), Stop("c", after="b")], "No order for b after c, c after b"),
        ([Stop("a", after="a")], "No order for a after a"),
    ],
)
def test_an_entry_follows_one_that_is_there(stops: list[Stop], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sort_entries(stops)
