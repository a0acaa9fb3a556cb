"""A DNS server with zones written by tests."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from bench.name_server import NameServer


class Zones(dict[str, dict[str, Any]]):
    """Names with their records, and the server that serves them."""

    server: NameServer

    def publish(self, name: str, **records: Any) -> None:
        """Sets records of a name, `TXT=["..."]`; None removes them."""
        held = self.setdefault(name, {})
        for kind, values in records.items():
            held.pop(kind, None) if values is None else held.update({kind: values})

    def fail(self, fault: str | None = "SERVFAIL", *, name: str = "*") -> None:
        """Fails queries for a name, or for all; None restores it."""
        self.publish(name, fault=fault)


@pytest.fixture
def zones(monkeypatch: pytest.MonkeyPatch) -> Iterator[Zones]:
    """Empty zones that the product queries."""
    held = Zones()
    with NameServer(lambda: held) as server:
        held.server = server
        monkeypatch.setattr(settings, "DNS_SERVERS", [("127.0.0.1", server.port)])
        yield held
