import random

import polars as pl

from server.contacts.importing.seen_values import SeenValues


def test_each_value_is_new_once_in_whatever_order_and_portions_it_comes() -> None:
    draw, seen, known = random.Random(7), SeenValues(), set[int]()
    for _ in range(60):
        portion = sorted(
            {draw.randrange(2_000) << 50 for _ in range(draw.randrange(1, 120))}, key=lambda _: draw.random()
        )

        is_new = seen.note(pl.Series(portion, dtype=pl.UInt64))

        assert is_new.to_list() == [value not in known for value in portion]
        known.update(portion)
    # It stores one number per value, in few runs.
    assert sum(map(len, seen._runs)) == len(known)
    assert len(seen._runs) <= 11


def test_nothing_is_new_of_nothing_and_the_smallest_and_largest_are_found() -> None:
    seen = SeenValues()

    assert seen.note(pl.Series([], dtype=pl.UInt64)).to_list() == []
    assert seen.note(pl.Series([0, 2**64 - 1], dtype=pl.UInt64)).to_list() == [True, True]
    assert seen.note(pl.Series([2**64 - 1, 5, 0], dtype=pl.UInt64)).to_list() == [False, True, False]
