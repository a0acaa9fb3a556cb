"""The budget for filling one message: output, steps, characters read."""

from typing import Any

import pytest

from server.delivery.compiling import BodyKind
from server.delivery.errors import DocumentTooLarge
from server.delivery.mime import filling
from server.delivery.mime.filling import FillProgram, fill_text
from server.delivery.mime.quoted import encode_value
from server.delivery.tags.budget import (
    ITEM_CHARACTERS,
    MAX_FILL_STEPS,
    MAX_FILLED_BYTES,
    MAX_READ_CHARACTERS,
    UNCHARGED_CHARACTERS,
    Budget,
)
from server.delivery.tags.grammar import parse_text
from server.delivery.tags.tree import Context, Node
from tests.server.delivery.mime.test_message import fill, program

FOUR_KB = "x" * 4_000
TURNS = list(range(500))


def nodes(source: str) -> tuple[Node, ...]:
    return parse_text(source, Context.PLAIN, known=None)


def left_after(source: str, fields: dict[str, Any]) -> tuple[str, Budget]:
    """The exhausted resource, which is the same for a part and a text, and the budget of the part."""
    used = []
    budgets = [Budget(), Budget()]
    for budget in budgets:
        with pytest.raises(DocumentTooLarge) as told:
            if budget is budgets[0]:
                FillProgram(nodes(source)).fill(fields, b"", budget)
            else:
                fill_text(nodes(source), fields, budget)
        assert told.value.payload is not None
        used.append((told.value.payload["what"], told.value.payload["most"]))
    assert used[0] == used[1]
    return used[0][0], budgets[0]


def test_output_ends_within_the_budget() -> None:
    """500 turns of 200 values of 4 kB are 400 MB."""
    source = "{% for item in items %}" + "{{ x }}" * 200 + "{% endfor %}"

    what, budget = left_after(source, {"items": TURNS, "x": FOUR_KB})

    assert what == "filled.bytes"
    assert -2 * len(FOUR_KB) < budget.bytes_left < 0  # exceeded by at most one value


def test_output_without_repeats_ends_within_the_budget() -> None:
    """1,000 values of 120 kB, each with a different fallback and so encoded separately, are 120 MB."""
    source = "".join(f"{{{{ x | fallback: '{number}' }}}}" for number in range(1_000))
    value, budget = "é" * 20_000, Budget()
    written = MAX_FILLED_BYTES // len(encode_value(value)) + 1

    with pytest.raises(DocumentTooLarge) as told:
        FillProgram(nodes(source)).fill({"x": value}, b"", budget)

    assert told.value.payload == {"what": "filled.bytes", "most": MAX_FILLED_BYTES}
    assert budget.characters_left == MAX_READ_CHARACTERS - written * 2 * len(value)


def test_a_value_at_many_places_is_charged_for_each() -> None:
    source = "{{ x }} " * 1_000

    with pytest.raises(DocumentTooLarge) as told:
        FillProgram(nodes(source)).fill({"x": "y" * 20_000}, b"")

    assert told.value.payload == {"what": "filled.bytes", "most": MAX_FILLED_BYTES}


def test_steps_end_within_the_budget() -> None:
    """500 turns of 900 empty values write nothing, but each takes time."""
    source = "{% for item in items %}" + "{{ x }}" * 900 + "{% endfor %}"

    what, budget = left_after(source, {"items": TURNS})

    assert what == "filled.steps"
    assert budget.steps_left == MAX_FILL_STEPS - 1 - 900 * (MAX_FILL_STEPS // 900 + 1)
    assert budget.bytes_left == MAX_FILLED_BYTES


@pytest.mark.parametrize(
    "test",
    ["x contains 'zz'", "x == 'zz'", "items contains x", "x"],
)
def test_comparing_ends_within_the_budget(test: str) -> None:
    source = "{% for item in items %}" + f"{{% if {test} %}}{{% endif %}}" * 100 + "{% endfor %}"

    what, budget = left_after(source, {"items": TURNS, "x": f" {FOUR_KB}"})

    assert what == "filled.characters"
    assert -ITEM_CHARACTERS * len(TURNS) - len(FOUR_KB) < budget.characters_left < 0


def test_a_value_that_is_never_written_is_charged_as_read() -> None:
    """An unsafe address becomes `#`, but was read."""
    source = parse_text("{% for item in items %}" + "{{ x }}" * 100 + "{% endfor %}", Context.URL_START, known=None)
    budget = Budget()

    with pytest.raises(DocumentTooLarge):
        FillProgram(source).fill({"items": TURNS, "x": FOUR_KB}, b"", budget)

    assert budget.characters_left < 0
    assert budget.bytes_left > MAX_FILLED_BYTES - MAX_READ_CHARACTERS // len(FOUR_KB) * len(b"#=\r\n") - 8


def test_the_parts_of_a_message_share_one_budget() -> None:
    """6 MB once is allowed; HTML and text together are not."""
    large = program("{% for item in items %}{{ city }}{% endfor %}", BodyKind.HTML, subject="Hi")
    items = [{"name": "x"}] * 500

    assert len(fill(large, items=items, city="y" * 8_000)) > 8_000_000
    with pytest.raises(DocumentTooLarge):
        fill(large, items=items, city="y" * 11_000)


def test_an_invoice_of_500_rows_is_far_within_the_budget() -> None:
    source = (
        "{% for item in items %}" + "{{ item.a | number: 2 }} {{ item.b }} {{ item.c | upper }}\n" * 3 + "{% endfor %}"
    )
    budget = Budget()

    runs = FillProgram(nodes(source)).fill({"items": [{"a": 1234.5, "b": "Kopi", "c": "x"}] * 500}, b"", budget)

    assert b"".join(runs) == b"1,234.50=\r\n Kopi=\r\n X=\r\n\n" * 1_500
    assert budget.steps_left > MAX_FILL_STEPS * 2 // 3


def test_short_texts_are_not_charged_as_read() -> None:
    budget = Budget()

    FillProgram(nodes("{{ x }}{{ x | upper }}")).fill({"x": "y" * UNCHARGED_CHARACTERS}, b"", budget)

    assert budget.characters_left == MAX_READ_CHARACTERS


def test_a_share_of_a_budget_is_exceeded_by_its_part() -> None:
    whole, budget = Budget(0.1), Budget(0.1)
    whole.step(MAX_FILL_STEPS // 10)

    with pytest.raises(DocumentTooLarge):
        budget.step(MAX_FILL_STEPS // 10 + 1)

    assert [each.is_exceeded for each in (whole, budget)] == [False, True]
    assert (budget.bytes_left, budget.characters_left) == (MAX_FILLED_BYTES // 10, MAX_READ_CHARACTERS // 10)


def test_a_value_that_a_repeat_does_not_change_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[str] = []

    def encode(text: str) -> bytes:
        encoded.append(text)
        return encode_value(text)

    monkeypatch.setattr(filling, "encode_value", encode)
    source = "{% for item in items %}{{ shop }} {{ item | upper }} {{ shop | upper }}\n{% endfor %}"

    runs = FillProgram(nodes(source)).fill({"items": ["a", "b", "a"], "shop": "Kopi"}, b"")

    assert b"".join(runs) == b"Kopi=\r\n A=\r\n KOPI=\r\n\nKopi=\r\n B=\r\n KOPI=\r\n\nKopi=\r\n A=\r\n KOPI=\r\n\n"
    assert encoded == ["Kopi", "A", "KOPI", "B"]
