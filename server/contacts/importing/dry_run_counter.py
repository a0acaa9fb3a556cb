"""Counts what the import of a file would do."""

from dataclasses import dataclass, field
from uuid import UUID

import polars as pl

from server.contacts.importing.dry_run import ImportDryRun
from server.contacts.importing.seen_values import SeenValues
from server.contacts.sql import imports as imports_sql


@dataclass(frozen=True, slots=True)
class CountedAddresses:
    """Addresses of a chunk.

    `good` has the address of every valid row, `addresses` those that are new in the file, and `stored` those that the
    team already has. `is_fresh` marks the good rows whose address no earlier chunk had.
    """

    good: pl.Series
    addresses: pl.Series
    stored: pl.Series
    is_fresh: pl.Series


@dataclass(slots=True)
class DryRunCounter:
    """Counts the cleaned chunks of a file for a dry run. The caller sets `exact` to false if it stops early."""

    team_id: UUID
    forecast: ImportDryRun = field(default_factory=ImportDryRun)
    _seen: SeenValues = field(default_factory=SeenValues)

    def add(self, rows: pl.DataFrame) -> CountedAddresses:
        """Counts rows returned by target_columns.clean_chunk. Does not update `forecast.rows`."""
        good = rows.filter(pl.col("reason").is_null())["email"]
        # Sorted by hash, which makes the lookups faster.
        unique = pl.DataFrame({"email": good.unique()}).with_columns(pl.col("email").hash().alias("hash")).sort("hash")
        new = unique.filter(self._seen.note(unique["hash"]))
        addresses = new["email"]
        stored = imports_sql.find_existing_emails(self.team_id, addresses)
        self.forecast.bad += rows.height - len(good)
        fresh = addresses.filter(~addresses.is_in(stored.implode()))
        emptied = rows.filter(pl.col("reason").is_null() & pl.col("emptied").is_not_null())["email"]
        self.forecast.emptied += len(emptied)
        self.forecast.emptied_new += len(emptied.filter(emptied.is_in(fresh.implode())))
        self.forecast.existing += len(stored)
        self.forecast.new += len(addresses) - len(stored)
        self.forecast.duplicates += len(good) - len(addresses)
        return CountedAddresses(good, addresses, stored, good.hash().is_in(new["hash"].implode()))
