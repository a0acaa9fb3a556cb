"""DNS queries through one resolver, with limits. Each query runs once per check and its result is stored.

`FAILED` means that nothing is known, not that the name has no records.
"""

import asyncio
from dataclasses import asdict, dataclass
from enum import StrEnum
from ipaddress import ip_address
from typing import Any

import dns.asyncresolver
import dns.exception
import dns.message
import dns.name
import dns.rdatatype
import dns.resolver
import dns.reversename
from dns.rdtypes.ANY.TXT import TXT

from server.core.dns_resolver import SECONDS_PER_QUERY, create_resolver

# Limits per check, because a zone can reference other names endlessly.
MAX_QUERIES = 80
SECONDS_PER_CHECK = 25.0
MAX_CONCURRENT_QUERIES = 8
# Limits of the stored and shown results.
MAX_VALUES = 20
MAX_VALUE_LENGTH = 2_000


class DnsOutcome(StrEnum):
    """Result of a DNS query."""

    FOUND = "found"
    EMPTY = "empty"  # the name exists without such records
    MISSING = "missing"  # NXDOMAIN
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class DnsResponse:
    """A query and its result. `error` is the resolver's message on failure."""

    name: str
    type: str
    outcome: DnsOutcome
    values: tuple[str, ...] = ()
    ttl: int | None = None
    error: str = ""

    @property
    def is_known(self) -> bool:
        return self.outcome is not DnsOutcome.FAILED

    def to_stored(self) -> dict[str, Any]:
        """Returns the stored form, bounded and without control characters."""
        values = [_sanitize_text(value) for value in self.values[:MAX_VALUES]]
        return {**asdict(self), "outcome": self.outcome.value, "values": values, "error": _sanitize_text(self.error)}


class QueryFailed(Exception):
    """The resolver currently has no result, so nothing is known."""

    def __init__(self, answer: DnsResponse) -> None:
        super().__init__(answer.error)
        self.answer = answer


class CachingResolver:
    """The queries of one check. Results are cached, so each name is queried once."""

    def __init__(self, resolver: dns.asyncresolver.Resolver | None = None) -> None:
        self._resolver = resolver or create_resolver()
        self._asked: dict[tuple[str, str], asyncio.Task[DnsResponse]] = {}
        self._semaphore = asyncio.Semaphore(MAX_CONCURRENT_QUERIES)

    async def ask(self, name: str, rdtype: str) -> DnsResponse:
        """Returns failed results, too."""
        key = (name.lower().rstrip("."), rdtype)
        if key not in self._asked:
            if len(self._asked) >= MAX_QUERIES:
                return DnsResponse(*key, DnsOutcome.FAILED, error="too many questions")
            self._asked[key] = asyncio.ensure_future(self._run_query(*key))
        return await self._asked[key]

    async def know(self, name: str, rdtype: str) -> DnsResponse:
        """Raises QueryFailed."""
        answer = await self.ask(name, rdtype)
        if not answer.is_known:
            raise QueryFailed(answer)
        return answer

    async def _run_query(self, name: str, rdtype: str) -> DnsResponse:
        try:
            async with self._semaphore, asyncio.timeout(SECONDS_PER_QUERY + 1):
                found = await self._resolver.resolve(name, rdtype, search=False, lifetime=SECONDS_PER_QUERY)
        except dns.resolver.NXDOMAIN:
            return DnsResponse(name, rdtype, DnsOutcome.MISSING)
        except dns.resolver.NoAnswer:
            return DnsResponse(name, rdtype, DnsOutcome.EMPTY)
        except (dns.name.LabelTooLong, dns.name.NameTooLong, dns.name.EmptyLabel, dns.name.BadEscape):
            return DnsResponse(name, rdtype, DnsOutcome.MISSING)
        except (dns.exception.DNSException, TimeoutError, OSError) as error:
            return DnsResponse(name, rdtype, DnsOutcome.FAILED, error=f"{type(error).__name__}: {error}")
        rrset = found.rrset
        if rrset is None:
            return DnsResponse(name, rdtype, DnsOutcome.EMPTY)
        values = tuple(_format_rdata(rdata) for rdata in rrset)
        return DnsResponse(name, rdtype, DnsOutcome.FOUND, values, ttl=rrset.ttl)


def build_reverse_name(address: str) -> str:
    return dns.reversename.from_address(str(ip_address(address))).to_text(omit_final_dot=True)


def _format_rdata(rdata: Any) -> str:
    if isinstance(rdata, TXT):
        # RFC 7208, 3.3, and RFC 6376, 3.6.2.2: the strings of a record are concatenated without separators.
        return b"".join(rdata.strings).decode("utf-8", "replace")
    return str(rdata.to_text()).lower().removesuffix(".") if rdata.rdtype != dns.rdatatype.MX else _format_mx(rdata)


def _format_mx(rdata: Any) -> str:
    return f"{rdata.preference} {rdata.exchange.to_text(omit_final_dot=True).lower()}"


def _sanitize_text(text: str) -> str:
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[:MAX_VALUE_LENGTH])
