"""A DNS server whose zones a test writes."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from bench.name_server import NameServer


class Zones(dict[str, dict[str, Any]]):
    """Names with their records, and the server that answers with them."""

    server: NameServer

    def publish(self, name: str, **records: Any) -> None:
        """Sets records of a name, `TXT=["..."]`; None takes them away."""
        held = self.setdefault(name, {})
        for kind, values in records.items():
            held.pop(kind, None) if values is None else held.update({kind: values})

    def fail(self, fault: str | None = "SERVFAIL", *, name: str = "*") -> None:
        """Answers nothing of a name, or of any; None mends it."""
        self.publish(name, fault=fault)


@pytest.fixture
def zones(monkeypatch: pytest.MonkeyPatch) -> Iterator[Zones]:
    """Empty zones, which the product asks."""
    held = Zones()
    with NameServer(lambda: held) as server:
        held.server = server
        monkeypatch.setattr(settings, "DNS_SERVERS", [("127.0.0.1", server.port)])
        yield held
