"""The dry run of an import: its result is counted before the import starts, and stored with it."""

from dataclasses import dataclass


@dataclass(slots=True)
class ImportDryRun:
    """`new` and `existing` count addresses, `duplicates` rows that repeat an address, and `bad` rows that would be
    rejected. `emptied` rows are imported without an unreadable value; `emptied_new` are those with a new address.

    Not `exact` if the file was too long to count all of its rows.
    """

    new: int = 0
    existing: int = 0
    duplicates: int = 0
    bad: int = 0
    emptied: int = 0
    emptied_new: int = 0
    rows: int = 0
    exact: bool = True
