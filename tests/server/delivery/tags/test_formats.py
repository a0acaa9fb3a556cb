"""Caching of formatted dates and numbers."""

import pytest

from server.delivery.tags import formats


@pytest.mark.parametrize("write", [formats.format_date_value, formats.format_number_value])
def test_long_texts_stay_as_they_are_and_are_not_kept(write: object) -> None:
    assert callable(write)
    caches = (formats._format_date_value, formats._format_number_value)
    before = [each.cache_info().currsize for each in caches]
    blank, long = "7" + " " * 63, "7" + " " * 64

    assert write(blank, "", "en") in ("7", blank)
    assert write(long, "", "en") == long

    after = [each.cache_info().currsize for each in caches]
    assert sum(after) == sum(before) + 1
