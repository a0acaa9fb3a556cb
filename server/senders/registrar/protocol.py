"""The interface of registrars and their errors."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Protocol


class DomainUnavailable(Exception):
    """The name is registered by someone else."""


@dataclass(frozen=True, slots=True)
class Packet:
    """Price per year of a domain under `tld`, without leading dot, for at most `longest_years` at a time."""

    tld: str
    price: Decimal
    currency: str
    longest_years: int


@dataclass(frozen=True, slots=True)
class HostRecord:
    """A DNS record: full name without final dot, type, and value, unquoted for TXT."""

    host: str
    type: str
    value: str


class Registrar(Protocol):
    """A registrar that also hosts the DNS of its domains.

    Every method raises RegistrarUnavailable on temporary failure. Names are lower-case ASCII without final dot.
    """

    @property
    def is_sandbox(self) -> bool:
        """Whether purchases are simulated, so that payments can be too."""

    def packets(self) -> Sequence[Packet]:
        """Returns the products, most common first."""

    def available(self, names: Collection[str]) -> Mapping[str, bool]:
        """Returns for each name whether it can be registered now. Reserves nothing."""

    def suggest(self, label: str, *, limit: int) -> Sequence[str]:
        """Returns available names similar to the label, most similar first."""

    def register(self, name: str, *, years: int, key: str) -> datetime:
        """Registers the name and returns its expiry. Idempotent for the same key.

        Raises DomainUnavailable if it is registered under another key.
        """

    def set_records(self, name: str, records: Sequence[HostRecord]) -> None:
        """Publishes records of a registered name. Replaces all values of each host and type, keeps the rest."""
