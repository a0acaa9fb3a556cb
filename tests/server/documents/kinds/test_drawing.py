"""Each kind draws what its fixture says: tests/fixtures/documents/kinds/<kind>.json (RECORD=1 writes what is drawn)."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from server.delivery.content.documents import DocumentTags
from server.delivery.content.markup import Marks
from server.documents.kinds.email import EMAIL
from server.documents.kinds.email.global_settings import EmailGlobals
from server.documents.kinds.render_context import RenderContext

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "documents" / "kinds"
COMPONENTS = [name for name, kind in EMAIL.kinds.items() if kind.level == "component"]
CASES = [
    (kind, number, case["name"])
    for kind in COMPONENTS
    for number, case in enumerate(json.loads((FIXTURES / f"{kind}.json").read_text()))
]


def drawn(kind_name: str, case: dict[str, Any]) -> str:
    """The component's HTML in a column of 600 pixels, with its merge tags as they were written."""
    kind = EMAIL.kinds[kind_name]
    settings: Any = kind.settings.read(case["settings"])
    marks = Marks()
    whole = EmailGlobals.read(case.get("globals", {}))
    drawing = RenderContext(
        whole=whole,
        tags=DocumentTags(marks),
        width=600 - settings.padding[1] - settings.padding[3],
        adapts=not settings.background,
        origin="https://pages.example",
    )
    assert kind.draw is not None
    html = kind.draw(settings, drawing)
    return marks.pattern.sub(lambda mark: marks.tags[int(mark[2] or mark[4])].source, html)


@pytest.mark.parametrize(("kind", "number", "name"), CASES)
def test_a_kind_draws_what_its_fixture_says(kind: str, number: int, name: str) -> None:
    path = FIXTURES / f"{kind}.json"
    cases = json.loads(path.read_text())

    html = drawn(kind, cases[number])

    if os.environ.get("RECORD"):
        cases[number]["html"] = html
        path.write_text(json.dumps(cases, ensure_ascii=False, indent=1) + "\n")
    assert html == cases[number]["html"]


@pytest.mark.parametrize("kind", COMPONENTS)
def test_a_kind_draws_its_defaults_and_every_choice(kind: str) -> None:
    properties = EMAIL.kinds[kind].settings.schema_of()["properties"]
    choices = [(name, value) for name, field in properties.items() for value in field.get("enum", [None])]

    for name, value in choices:
        assert isinstance(drawn(kind, {"settings": {name: value}}), str)


@pytest.mark.parametrize("kind", COMPONENTS)
def test_what_a_stranger_stored_is_drawn_without_a_fault(kind: str) -> None:
    odd = [None, True, -1, 1e300, "", "\x00<", [], [None], {}, {"$rich": [None, 7, {"inside": [[], {"text": [1]}]}]}]

    for name in EMAIL.kinds[kind].settings.schema_of()["properties"]:
        for value in odd:
            assert "\x00<" not in drawn(kind, {"settings": {name: value}})


def test_rich_text_is_drawn_however_deep_it_nests() -> None:
    deep: dict[str, Any] = {"text": [{"insert": "dalam"}]}
    for _ in range(5_000):
        deep = {"name": "blockquote", "attributes": {}, "inside": [deep]}

    assert "dalam" not in drawn("content", {"settings": {"body": {"$rich": [deep]}}})
