"""Statistics compared with published values and other software."""

import pytest

from server.campaigns.ab import statistics
from server.campaigns.ab.statistics import Interval, Sample, SampleAssessment


@pytest.mark.parametrize(
    ("hits", "size", "low", "high"),
    [
        # R: binom.confint(x, n, method = "wilson")
        (10, 100, 0.0552291, 0.1743657),
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (1, 29, 0.0061127, 0.1717552),
        (15, 148, 0.0624, 0.1605),  # Newcombe 1998, table I
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_the_interval_is_wilsons(hits: int, size: int, low: float, high: float) -> None:
    found = statistics.compute_interval(Sample(hits, size))

    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_the_interval_of_nothing_is_everything() -> None:
    assert statistics.compute_interval(Sample(0, 0)) == Interval(0.0, 1.0)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Sample(3, 4), Sample(1, 4), 0.4857143),  # Fisher's tea tasting
        (Sample(8, 10), Sample(1, 6), 0.0349650),  # example of scipy.stats.fisher_exact
        (Sample(1, 6), Sample(8, 10), 0.0349650),
        (Sample(0, 10), Sample(0, 10), 1.0),
        (Sample(10, 10), Sample(10, 10), 1.0),
        (Sample(0, 0), Sample(5, 10), 1.0),
    ],
)
def test_of_few_the_exact_probability_is_summed(one: Sample, other: Sample, expected: float) -> None:
    assert statistics.compute_p_value(one, other) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # Manually: the pooled rate is 0.1065, the error 0.0043625, so z = 2.0630; 0.101, 0.0060267, so z = 1.6593.
        (Sample(1020, 10_000), Sample(1110, 10_000), 0.03911),
        (Sample(480, 5_000), Sample(530, 5_000), 0.09705),
        (Sample(100, 1_000), Sample(100, 1_000), 1.0),
    ],
)
def test_of_many_the_z_test_tells(one: Sample, other: Sample, expected: float) -> None:
    assert statistics.compute_p_value(one, other) == pytest.approx(expected, abs=2e-5)


def test_both_ways_agree_where_they_meet() -> None:
    one, other = Sample(60, 600), Sample(90, 600)

    assert statistics._run_fisher_test(one, other) == pytest.approx(statistics._run_z_test(one, other), abs=3e-3)


@pytest.mark.parametrize(
    ("base", "difference", "variants", "expected"),
    [
        (0.10, 0.02, 2, 3841),  # standard example of power tables: 10% and 12%
        (0.20, 0.05, 2, 1094),
        (0.05, 0.01, 2, 8158),
        (0.50, 0.10, 2, 388),
    ],
)
def test_how_many_are_needed(base: float, difference: float, variants: int, expected: int) -> None:
    assert statistics.compute_sample_size(base, difference, variants=variants) == expected


def test_more_variants_need_more_each() -> None:
    assert (
        statistics.compute_sample_size(0.1, 0.02, variants=5)
        > statistics.compute_sample_size(0.1, 0.02, variants=3)
        > 3841
    )


def test_what_a_sample_shows_is_the_other_side_of_what_is_needed() -> None:
    found = statistics.find_detectable_difference(0.1, 3841)

    assert found == pytest.approx(0.02)
    assert statistics.compute_sample_size(0.1, 0.02) <= 3841 < statistics.compute_sample_size(0.1, 0.019)
    assert statistics.find_detectable_difference(0.1, 3) is None


def test_a_clear_difference_has_a_winner() -> None:
    found = statistics.choose_winner([Sample(100, 1000), Sample(160, 1000)])

    assert (found.winner, found.is_clear) == (1, True)
    assert found.confidence == pytest.approx(0.999934, abs=1e-6)


def test_a_small_difference_has_none_and_goes_to_the_first() -> None:
    found = statistics.choose_winner([Sample(100, 1000), Sample(108, 1000)])

    assert (found.winner, found.is_clear) == (0, False)
    assert found.confidence == pytest.approx(0.44213, abs=2e-5)


@pytest.mark.parametrize("samples", [[Sample(0, 0)] * 3, [Sample(5, 50)] * 2, [Sample(0, 9), Sample(0, 9)]])
def test_a_tie_goes_to_the_first(samples: list[Sample]) -> None:
    assert statistics.choose_winner(samples) == SampleAssessment(0, False, 0.0)


def test_of_two_that_tie_before_a_clearly_worse_first_the_earlier_goes_on() -> None:
    found = statistics.choose_winner([Sample(50, 1000), Sample(150, 1000), Sample(155, 1000)])

    assert (found.winner, found.is_clear) == (1, False)


def test_what_two_would_show_five_may_not() -> None:
    one, other = Sample(100, 1000), Sample(130, 1000)

    assert statistics.choose_winner([one, other]).is_clear
    assert not statistics.choose_winner([one, other, one, one, one]).is_clear


@pytest.mark.parametrize(
    ("total", "shares", "expected"),
    [
        (100, [10, 10, 80], [10, 10, 80]),
        (10, [20, 20, 20, 20, 19, 1], [2, 2, 2, 2, 1, 1]),
        (10, [1, 1, 1, 1, 1, 95], [1, 1, 1, 1, 1, 5]),
        (11, [15, 15, 70], [1, 2, 8]),
        (1_000_001, [33, 33, 34], [330_000, 330_000, 340_001]),
    ],
)
def test_nobody_is_lost_and_no_part_is_empty(total: int, shares: list[int], expected: list[int]) -> None:
    found = statistics.split_by_shares(total, shares)

    assert sum(found) == total
    assert found == expected


def test_fewer_than_the_parts_cannot_be_cut() -> None:
    with pytest.raises(ValueError, match="2 cannot be split into 3 parts"):
        statistics.split_by_shares(2, [10, 10, 80])
