"""Finds repeated addresses in lists of any length."""

import polars as pl


class SeenValues:
    """Seen values as hashes in sorted runs: eight bytes each, while a Python set needs seventy."""

    def __init__(self) -> None:
        self._runs: list[pl.Series] = []

    def note(self, hashes: pl.Series) -> pl.Series:
        """Adds distinct hashes and returns whether each one is new."""
        is_new = pl.repeat(value=True, n=len(hashes), dtype=pl.Boolean, eager=True)
        for run in self._runs:
            places = run.search_sorted(hashes).clip(upper_bound=len(run) - 1)
            is_new &= run.gather(places) != hashes
        fresh = hashes.filter(is_new).sort()
        if len(fresh):
            self._runs.append(fresh)
            self._merge()
        return is_new

    def _merge(self) -> None:
        # Each run is at least twice as long as the next. There are few runs, and each hash moves only a few times.
        while len(self._runs) > 1 and len(self._runs[-2]) < 2 * len(self._runs[-1]):
            last, before = self._runs.pop(), self._runs.pop()
            self._runs.append(pl.concat([before, last]).sort())
