"""The grammar accepts all tags that the client writes (tests/fixtures/merge-tags.json)."""

import json
from pathlib import Path
from typing import Any

import pytest

from server.delivery.compiling import SYSTEM_FIELDS
from server.delivery.mime.filling import fill_text
from server.delivery.tags import grammar
from server.delivery.tags.tree import Context, from_data, to_data

FIXTURE = Path(__file__).resolve().parents[3] / "fixtures" / "merge-tags.json"
WRITTEN = json.loads(FIXTURE.read_text())
TEXTS = [
    *((case["text"], case["values"], case["reads"]) for case in WRITTEN["fields"] + WRITTEN["repeats"]),
    *((one["text"], case["values"], case["reads"]) for one in WRITTEN["conditions"] for case in one["cases"]),
]


@pytest.mark.parametrize(("text", "values", "expected"), TEXTS)
def test_a_written_tag_reads_as_it_was_meant(text: str, values: dict[str, Any], expected: str) -> None:
    nodes = grammar.parse_text(text, Context.PLAIN, known=frozenset({"city", "birthday", "total", "interests"}))

    assert fill_text(from_data(to_data(nodes)), values) == expected


def test_the_same_tags_of_the_email_and_filters_are_offered() -> None:
    assert set(WRITTEN["emailTags"]) == SYSTEM_FIELDS
    assert {*WRITTEN["filters"], "default"} == set(grammar.FILTERS)
