"""What apps plug into lower ones, replaced for one test."""

from typing import Any, TypeVar

import pytest

from server.core.registry import Listeners, Port, Registry

Value = TypeVar("Value")
# Teams and ids, as the socket's gate gives them to the query of a room kind.
ASKED = "WITH asked (team_id, id) AS (SELECT * FROM unnest(%s::uuid[], %s::text[]))"


def provide(monkeypatch: pytest.MonkeyPatch, port: Port[Value], value: Value) -> None:
    """Lets the port have another provider."""
    monkeypatch.setattr(port, "entries", {port.noun: value})


def unplug(monkeypatch: pytest.MonkeyPatch, plug: Port[Value]) -> None:
    """Leaves the port without a provider."""
    monkeypatch.setattr(plug, "entries", {})


def copy(monkeypatch: pytest.MonkeyPatch, plug: Registry[Any, Any] | Listeners[Any, Any]) -> None:
    """Removes after the test the entries that it adds."""
    monkeypatch.setattr(plug, "entries", dict(plug.entries))
