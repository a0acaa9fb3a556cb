"""What the client is typed from is what the server says."""

from pathlib import Path

import pytest

from server.core.management.commands.export_contracts import contracts

GENERATED = Path(__file__).resolve().parents[2] / "client" / "src" / "generated"


@pytest.mark.parametrize("name", ["openapi.json", "events.json", "errors.json", "kinds.json"])
def test_the_generated_contract_is_fresh(name: str) -> None:
    assert (GENERATED / name).read_text() == contracts()[name], "run bin/manage export_contracts"
