"""What a file would do, counted row by row."""

from dataclasses import dataclass, field
from uuid import UUID

import polars as pl

from server.contacts.forecasts import Forecast
from server.contacts.import_seen import Seen
from server.contacts.sql import imports as imports_sql


@dataclass(frozen=True, slots=True)
class CountedRows:
    """The addresses of a chunk: of each row that can be taken, those that the file has for the first time, and those
    of them that the team has already.

    `is_fresh` says of each of the good rows whether no earlier chunk had its address.
    """

    good: pl.Series
    addresses: pl.Series
    stored: pl.Series
    is_fresh: pl.Series


@dataclass(slots=True)
class ForecastCounter:
    """Counts cleaned chunks of one file into a forecast. The caller sets `exact` where it stops early."""

    team_id: UUID
    forecast: Forecast = field(default_factory=Forecast)
    _seen: Seen = field(default_factory=Seen)

    def add(self, rows: pl.DataFrame) -> CountedRows:
        """Counts rows as import_columns.clean returns them; not those in `forecast.rows`."""
        good = rows.filter(pl.col("reason").is_null())["email"]
        # In the order of their hashes: they are found sooner.
        unique = pl.DataFrame({"email": good.unique()}).with_columns(pl.col("email").hash().alias("hash")).sort("hash")
        new = unique.filter(self._seen.note(unique["hash"]))
        addresses = new["email"]
        stored = imports_sql.known_among(self.team_id, addresses)
        self.forecast.bad += rows.height - len(good)
        fresh = addresses.filter(~addresses.is_in(stored.implode()))
        emptied = rows.filter(pl.col("reason").is_null() & pl.col("emptied").is_not_null())["email"]
        self.forecast.emptied += len(emptied)
        self.forecast.emptied_new += len(emptied.filter(emptied.is_in(fresh.implode())))
        self.forecast.existing += len(stored)
        self.forecast.new += len(addresses) - len(stored)
        self.forecast.duplicates += len(good) - len(addresses)
        return CountedRows(good, addresses, stored, good.hash().is_in(new["hash"].implode()))
