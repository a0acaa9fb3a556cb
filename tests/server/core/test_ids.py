"""Identifiers with a timestamp."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from server.core.ids import milliseconds_of, moment_at, moment_of, uuid7

NOW = datetime(2026, 11, 21, 3, 0, 0, 123_000, tzinfo=UTC)


def test_an_id_bears_the_millisecond_that_it_was_made_in() -> None:
    made = uuid7(NOW)

    assert (made.version, moment_of(made), milliseconds_of(NOW)) == (7, NOW, 1_795_230_000_123)


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
    assert moment_at(milliseconds) == moment


def test_a_foreign_id_of_any_bits_has_a_moment() -> None:
    assert moment_of(UUID(int=2**128 - 1)) == datetime.max.replace(tzinfo=UTC)
