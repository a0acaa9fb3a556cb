"""Which addresses of a list came before, for lists of any length."""

import polars as pl


class Seen:
    """Values met so far, by their hashes in sorted runs: eight bytes each, where a set of Python's takes seventy."""

    def __init__(self) -> None:
        self._runs: list[pl.Series] = []

    def note(self, hashes: pl.Series) -> pl.Series:
        """Remembers these hashes, of which none is twice; answers for each whether it is new."""
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
        # Each run is at least twice as long as the next, so there are few, and a hash is moved few times.
        while len(self._runs) > 1 and len(self._runs[-2]) < 2 * len(self._runs[-1]):
            last, before = self._runs.pop(), self._runs.pop()
            self._runs.append(pl.concat([before, last]).sort())
