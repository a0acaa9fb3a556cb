"""Python's own search for garbage is put off, and passes over what is loaded."""

import gc
from collections.abc import Iterator

import pytest

from server.core import garbage


@pytest.fixture
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("as_before")
def test_what_is_loaded_is_not_walked_any_more() -> None:
    kept = [{}]  # type: list[dict[str, object]]

    garbage.take_over()

    assert not any(one is kept for one in gc.get_objects())
    assert gc.get_threshold() == (garbage.YOUNGEST, garbage.YOUNG, garbage.OLD)
    circle: list[object] = []
    circle.append(circle)
    del circle
    assert gc.collect() >= 1


@pytest.mark.usefixtures("as_before")
def test_a_search_that_was_off_while_the_process_loaded_begins() -> None:
    gc.disable()

    garbage.take_over()

    assert gc.isenabled()
