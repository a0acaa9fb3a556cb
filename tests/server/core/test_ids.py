"""Identifiers with a timestamp."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from server.core.ids import from_milliseconds, get_creation_time, to_milliseconds, uuid7

NOW = datetime(2026, 11, 21, 3, 0, 0, 123_000, tzinfo=UTC)


def test_an_id_bears_the_millisecond_that_it_was_made_in() -> None:
    made = uuid7(NOW)

    assert (made.version, get_creation_time(made), to_milliseconds(NOW)) == (7, NOW, 1_795_230_000_123)


@pytest.mark.parametrize(
    ("milliseconds", "moment"),
    [
        (0, datetime(1970, 1, 1, tzinfo=UTC)),
        (253_402_300_799_999, datetime(9999, 12, 31, 23, 59, 59, 999_000, tzinfo=UTC)),
        (253_402_300_800_000, datetime.max.replace(tzinfo=UTC)),
        (2**200, datetime.max.replace(tzinfo=UTC)),
        (-(2**200), datetime.min.replace(tzinfo=UTC)),
    ],
)
def test_a_moment_beyond_the_calendar_is_its_end(milliseconds: int, moment: datetime) -> None:
    assert from_milliseconds(milliseconds) == moment


def test_a_foreign_id_of_any_bits_has_a_moment() -> None:
    assert get_creation_time(UUID(int=2**128 - 1)) == datetime.max.replace(tzinfo=UTC)
