"""Caching of formatted dates and numbers."""

import pytest

from server.delivery.tags import formats


@pytest.mark.parametrize("write", [formats.date_text, formats.number_text])
def test_long_texts_stay_as_they_are_and_are_not_kept(write: object) -> None:
    assert callable(write)
    caches = (formats._date_text, formats._number_text)
    before = [each.cache_info().currsize for each in caches]
    blank, long = "7" + " " * 63, "7" + " " * 64

    assert write(blank, "", "en") in ("7", blank)
    assert write(long, "", "en") == long

    after = [each.cache_info().currsize for each in caches]
    assert sum(after) == sum(before) + 1
