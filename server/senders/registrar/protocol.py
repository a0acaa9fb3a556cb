"""What a registrar does for us, and how it fails."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Protocol


class NameTaken(Exception):
    """Somebody else has registered the name."""


@dataclass(frozen=True, slots=True)
class Packet:
    """What a domain under `tld` (without the leading dot) costs a year, for at most `longest_years` at once."""

    tld: str
    price: Decimal
    currency: str
    longest_years: int


@dataclass(frozen=True, slots=True)
class Record:
    """A DNS record: the whole name without the final dot, the type, the value of a TXT unquoted."""

    host: str
    type: str
    value: str


class Registrar(Protocol):
    """A registrar that also answers the DNS of what is registered with it.

    Every call raises RegistrarUnavailable when nothing can be told or done at present. Names are in lower case and
    ASCII, without the final dot.
    """

    @property
    def is_sandbox(self) -> bool:
        """Whether nothing is really bought, so that payments may be played."""

    def packets(self) -> Sequence[Packet]:
        """What is sold, the usual first."""

    def available(self, names: Collection[str]) -> Mapping[str, bool]:
        """For each name whether it can be registered now. It is reserved by nobody."""

    def suggest(self, label: str, *, most: int) -> Sequence[str]:
        """Names like the label that can be registered now, the likeliest first."""

    def register(self, name: str, *, years: int, key: str) -> datetime:
        """Registers the name; answers when that ends. The same key again changes nothing and answers the same.

        Raises NameTaken when it is registered under another key.
        """

    def set_records(self, name: str, records: Sequence[Record]) -> None:
        """Publishes the records of a registered name: of each host and type these and no others; the rest stays."""
