"""Guards of records in use, and the kinds of their users."""

import json
from pathlib import Path
from uuid import uuid4

import pytest

from server.core import in_use
from server.core.errors import InUse
from server.core.in_use import Guard

ROOT = Path(__file__).parents[3]


def test_the_client_has_a_text_for_each_kind_of_use() -> None:
    for language in ("en", "id"):
        files = (ROOT / "client/src/features").glob(f"*/errors/texts/{language}.json")
        kinds = [kind for file in files for kind in json.loads(file.read_text()).get("uses", {})]
        assert sorted(kinds) == sorted(in_use.list_kinds())


def test_a_refusal_lists_the_uses_of_each_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_use.GUARDS, "entries", {})
    in_use.register("library.book", Guard("reader", lambda team_id, ids: ["Ani"] if "1" in ids else []))
    in_use.register("library.book", Guard("exhibition", lambda team_id, ids: [None]))

    with pytest.raises(InUse) as refused:
        in_use.check("library.book", team_id=uuid4(), ids=["1"])
    in_use.check("library.shelf", team_id=uuid4(), ids=["1"])

    assert refused.value.payload == {"uses": [{"kind": "reader", "name": "Ani"}, {"kind": "exhibition"}]}
    assert in_use.list_kinds() == ["exhibition", "reader"]
