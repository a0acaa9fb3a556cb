"""Statistics of variants: intervals, significance and sample sizes.

Independent of campaigns. Rates are between 0 and 1. A difference is significant if chance produces one at least as
large in less than 5% of cases. All compared pairs count together (Bonferroni): five variants have ten pairs, of which
one looks better by chance too often.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, exp, lgamma, sqrt
from statistics import NormalDist

LEVEL = 0.05  # significance level
POWER = 0.8  # probability of detecting a real difference of the given size
# Minimum expected count per cell for the normal approximation; below, the hypergeometric distribution is summed.
MIN_EXPECTED_COUNT = 10
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Sample:
    """Recipients reached, and those with a hit. `hits` is at most `size`."""

    hits: int
    size: int

    @property
    def rate(self) -> float:
        return self.hits / self.size if self.size else 0.0


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SampleAssessment:
    """The index of the winning sample, and whether it is significantly better than every other.

    `confidence` is 1 minus the probability that chance causes the difference between the best and its closest rival.
    Without a clear winner, the first sample that is not significantly worse than the best wins (CAMP-28).
    """

    winner: int
    is_clear: bool
    confidence: float


def compute_interval(sample: Sample, *, level: float = LEVEL) -> Interval:
    """Returns the 95% confidence interval of the true rate (Wilson score). For an empty sample it is 0 to 1."""
    if not sample.size:
        return Interval(0.0, 1.0)
    z = _NORMAL.inv_cdf(1 - level / 2)
    n, p = sample.size, sample.rate
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    # The formula is exact at both ends; floating point is not.
    low = 0.0 if sample.hits == 0 else max(0.0, middle - half)
    high = 1.0 if sample.hits == n else min(1.0, middle + half)
    return Interval(low, high)


def compute_p_value(one: Sample, other: Sample) -> float:
    """Returns the two-sided p-value of the difference.

    Uses Fisher's exact test for small samples and the pooled z-test for large ones.
    """
    if not one.size or not other.size:
        return 1.0
    hits, size = one.hits + other.hits, one.size + other.size
    if hits in (0, size):
        return 1.0
    expected = min(one.size, other.size) * min(hits, size - hits) / size
    return _run_fisher_test(one, other) if expected < MIN_EXPECTED_COUNT else _run_z_test(one, other)


def _run_z_test(one: Sample, other: Sample) -> float:
    share = (one.hits + other.hits) / (one.size + other.size)
    error = sqrt(share * (1 - share) * (1 / one.size + 1 / other.size))
    return 2 * (1 - _NORMAL.cdf(abs(one.rate - other.rate) / error))


def _run_fisher_test(one: Sample, other: Sample) -> float:
    """Sums all tables that are at most as probable as this one.

    Small samples have few hits or misses, so there are few tables.
    """
    hits, size = one.hits + other.hits, one.size + other.size
    seen = one.hits
    if hits > size - hits:  # count the rarer of the two
        hits, seen = size - hits, one.size - one.hits
    first, last = max(0, hits - other.size), min(hits, one.size)

    def log_probability(count: int) -> float:
        return (
            _compute_log_binomial(one.size, count)
            + _compute_log_binomial(other.size, hits - count)
            - _compute_log_binomial(size, hits)
        )

    limit = log_probability(seen) + 1e-7
    total = sum(exp(value) for count in range(first, last + 1) if (value := log_probability(count)) <= limit)
    return min(1.0, total)


def _compute_log_binomial(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def choose_winner(samples: Sequence[Sample]) -> SampleAssessment:
    """Returns the winner of two or more samples. Each p-value is multiplied by the number of all pairs, so the
    confidence is conservative.
    """
    pairs = len(samples) * (len(samples) - 1) // 2
    best = max(range(len(samples)), key=lambda index: (samples[index].rate, -index))
    corrected = [min(1.0, compute_p_value(samples[best], sample) * pairs) for sample in samples]
    rivals = [index for index in range(len(samples)) if index != best]
    confidence = 1 - max(corrected[index] for index in rivals)
    if all(corrected[index] < LEVEL for index in rivals):
        return SampleAssessment(best, True, confidence)
    first = next(index for index in range(len(samples)) if index == best or corrected[index] >= LEVEL)
    return SampleAssessment(first, False, confidence)


def compute_sample_size(base: float, difference: float, *, variants: int = 2) -> int:
    """Returns the sample size per variant that distinguishes `base` + `difference` from `base` with a power of 80%."""
    p1, p2 = base, min(1.0, base + difference)
    middle = (p1 + p2) / 2
    pairs = variants * (variants - 1) // 2
    z_level = _NORMAL.inv_cdf(1 - LEVEL / pairs / 2)
    z_power = _NORMAL.inv_cdf(POWER)
    spread = z_level * sqrt(2 * middle * (1 - middle)) + z_power * sqrt(p1 * (1 - p1) + p2 * (1 - p2))
    return ceil(spread * spread / ((p2 - p1) * (p2 - p1)))


def find_detectable_difference(base: float, size: int, *, variants: int = 2) -> float | None:
    """Returns the smallest difference from `base` that samples of this size detect with a power of 80%.

    The resolution is a tenth of a percentage point. None if even the largest difference is not detectable.
    """
    steps = range(1, int((1 - base) * 1000) + 1)
    low, high = 0, len(steps)
    while low < high:  # the sample size falls as the difference grows
        at = (low + high) // 2
        if compute_sample_size(base, steps[at] / 1000, variants=variants) <= size:
            high = at
        else:
            low = at + 1
    return steps[low] / 1000 if low < len(steps) else None


def split_by_shares(total: int, shares: Sequence[int]) -> list[int]:
    """Splits `total` by percentages that add up to 100. The parts add up to `total` and none is empty.

    Each part is within 1 of its exact share, unless it would be empty. Raises ValueError if `total` is smaller than the
    number of parts.
    """
    if total < len(shares):
        raise ValueError(f"{total} cannot be split into {len(shares)} parts")
    bounds = [0]
    for share in shares:
        bounds.append(bounds[-1] + share)
    cut = [total * high // bounds[-1] - total * low // bounds[-1] for low, high in pairwise(bounds)]
    for index, size in enumerate(cut):
        if size == 0:
            cut[cut.index(max(cut))] -= 1
            cut[index] = 1
    return cut
