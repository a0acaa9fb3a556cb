"""Registries, listeners and ports."""

import pytest

from server.core import registry
from server.core.registry import Listeners, Port, Registry


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a test are not among those of the product."""
    monkeypatch.setattr(registry, "PLUGS", [])


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
