"""Values in the runs of a part."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from server.delivery.mime.filling import FillProgram, render_value
from server.delivery.mime.quoted import encode_value
from server.delivery.tags.budget import Budget
from server.delivery.tags.tree import Context, Value


@pytest.mark.parametrize("context", list(Context))
@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=90))
@example(text="Ani")
@example(text="From")
@example(text="http")
@example(text="a" * 70)
@example(text="a" * 74)
@example(text="a" * 80)
@example(text="٣é")
@example(text="a.b")
def test_a_value_is_escaped_and_encoded_however_short_the_way_is(context: Context, text: str) -> None:
    value = Value(("name",), (), context)

    runs = FillProgram((value,)).fill({"name": text}, b"token")

    assert runs == [encode_value(render_value(value, {"name": text}, Budget()))]
