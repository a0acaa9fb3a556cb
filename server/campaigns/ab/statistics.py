"""What can be said of variants by the numbers: intervals, whether one is better than others, and how many are needed.

Nothing here knows of campaigns. Rates are shares of 1. A difference counts as one when chance alone would make it, or a
larger one, less than once in twenty times, with all pairs that are compared taken together (Bonferroni): who compares
five variants compares ten pairs, of which one looks better by chance far too often.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, exp, lgamma, sqrt
from statistics import NormalDist

LEVEL = 0.05  # how often chance may pass for a difference
POWER = 0.8  # how often a real difference of the given size is to be seen
# From here on in each cell the normal approximation holds; below, the hypergeometric distribution is summed.
LEAST_EXPECTED = 10
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Sample:
    """How many of those reached did it. `hits` is at most `size`."""

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
class Verdict:
    """Which sample goes on: its index in order of listing, and whether it is better than every other beyond chance.

    `confidence` is 1 less the probability that chance alone makes so large a difference, between the best and the one
    closest to it. Where nothing is clear, the first that is not clearly worse than the best goes on (CAMP-28).
    """

    winner: int
    is_clear: bool
    confidence: float


def interval(sample: Sample, *, level: float = LEVEL) -> Interval:
    """Where the true rate lies, 95 times in 100 (Wilson's score interval). Of nothing it is everything."""
    if not sample.size:
        return Interval(0.0, 1.0)
    z = _NORMAL.inv_cdf(1 - level / 2)
    n, p = sample.size, sample.rate
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    # At both ends the formula is exact, and floating point is not.
    low = 0.0 if sample.hits == 0 else max(0.0, middle - half)
    high = 1.0 if sample.hits == n else min(1.0, middle + half)
    return Interval(low, high)


def chance(one: Sample, other: Sample) -> float:
    """How probable so large a difference is where there is none, two-sided: the p-value.

    By Fisher's exact test for few, by the pooled z-test for many.
    """
    if not one.size or not other.size:
        return 1.0
    hits, size = one.hits + other.hits, one.size + other.size
    if hits in (0, size):
        return 1.0
    expected = min(one.size, other.size) * min(hits, size - hits) / size
    return _exact(one, other) if expected < LEAST_EXPECTED else _pooled(one, other)


def _pooled(one: Sample, other: Sample) -> float:
    share = (one.hits + other.hits) / (one.size + other.size)
    error = sqrt(share * (1 - share) * (1 / one.size + 1 / other.size))
    return 2 * (1 - _NORMAL.cdf(abs(one.rate - other.rate) / error))


def _exact(one: Sample, other: Sample) -> float:
    """The sum over all tables that are no more probable than this one. Few hits, or few misses, so few tables."""
    hits, size = one.hits + other.hits, one.size + other.size
    seen = one.hits
    if hits > size - hits:  # counts the rarer of the two
        hits, seen = size - hits, one.size - one.hits
    first, last = max(0, hits - other.size), min(hits, one.size)

    def log_probability(count: int) -> float:
        return _log_choose(one.size, count) + _log_choose(other.size, hits - count) - _log_choose(size, hits)

    limit = log_probability(seen) + 1e-7
    total = sum(exp(value) for count in range(first, last + 1) if (value := log_probability(count)) <= limit)
    return min(1.0, total)


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def judge(samples: Sequence[Sample]) -> Verdict:
    """Which of two or more samples goes on. Never more confident than the numbers allow."""
    pairs = len(samples) * (len(samples) - 1) // 2
    best = max(range(len(samples)), key=lambda index: (samples[index].rate, -index))
    corrected = [min(1.0, chance(samples[best], sample) * pairs) for sample in samples]
    rivals = [index for index in range(len(samples)) if index != best]
    confidence = 1 - max(corrected[index] for index in rivals)
    if all(corrected[index] < LEVEL for index in rivals):
        return Verdict(best, True, confidence)
    first = next(index for index in range(len(samples)) if index == best or corrected[index] >= LEVEL)
    return Verdict(first, False, confidence)


def needed(base: float, difference: float, *, variants: int = 2) -> int:
    """How many each variant needs so that a rate of `base` + `difference` is told from `base`, four times in five."""
    p1, p2 = base, min(1.0, base + difference)
    middle = (p1 + p2) / 2
    pairs = variants * (variants - 1) // 2
    z_level = _NORMAL.inv_cdf(1 - LEVEL / pairs / 2)
    z_power = _NORMAL.inv_cdf(POWER)
    spread = z_level * sqrt(2 * middle * (1 - middle)) + z_power * sqrt(p1 * (1 - p1) + p2 * (1 - p2))
    return ceil(spread * spread / ((p2 - p1) * (p2 - p1)))


def detectable(base: float, size: int, *, variants: int = 2) -> float | None:
    """The smallest difference from `base` that samples of this size show, four times in five, to a tenth of a point.

    None where not even the largest is.
    """
    steps = range(1, int((1 - base) * 1000) + 1)
    low, high = 0, len(steps)
    while low < high:  # `needed` falls as the difference grows
        at = (low + high) // 2
        if needed(base, steps[at] / 1000, variants=variants) <= size:
            high = at
        else:
            low = at + 1
    return steps[low] / 1000 if low < len(steps) else None


def parts(total: int, shares: Sequence[int]) -> list[int]:
    """Cuts `total` into parts by shares in percent that add up to 100; nobody is lost and no part is empty.

    The last part takes what rounding leaves. Raises ValueError for fewer than one each.
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
