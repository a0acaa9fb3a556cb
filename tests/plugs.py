"""Replaces contributions of apps for one test."""

from typing import Any, TypeVar

import pytest

from server.core.registry import Listeners, Port, Registry

Value = TypeVar("Value")
# Teams and ids, as the socket's gate passes them to the query of a room kind.
ASKED = "WITH asked (team_id, id) AS (SELECT * FROM unnest(%s::uuid[], %s::text[]))"


def provide(monkeypatch: pytest.MonkeyPatch, port: Port[Value], value: Value) -> None:
    """Lets another provider take over the port."""
    monkeypatch.setattr(port, "entries", {port.noun: value})


def unplug(monkeypatch: pytest.MonkeyPatch, plug: Port[Value]) -> None:
    """Leaves the port without a provider."""
    monkeypatch.setattr(plug, "entries", {})


def copy(monkeypatch: pytest.MonkeyPatch, plug: Registry[Any, Any] | Listeners[Any, Any]) -> None:
    """Removes the entries that the test adds afterwards."""
    monkeypatch.setattr(plug, "entries", dict(plug.entries))
