"""Groups domains by the provider that receives their email.

Thousands of domains can belong to one provider, whose limits apply to all of them together. DNS results are cached for
an hour. Until a result arrives, or if the lookup fails, a domain is its own destination: nothing waits for the DNS.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import structlog

CACHE_SECONDS = 3600.0
RETRY_SECONDS = 300.0  # after a failed lookup
MAX_CACHED_DOMAINS = 50_000
MAX_CONCURRENT_LOOKUPS = 20
# Registries that assign names at the third level; if one is missing here, the group is just larger.
_SECOND_LEVEL = frozenset({"co", "com", "net", "org", "ac", "or", "go", "web", "gov", "edu"})

# The preferred MX host of a domain, None without one. Raises OSError if the lookup fails.
MxLookup = Callable[[str], Awaitable[str | None]]

log = structlog.get_logger(__name__)


def get_group(host: str) -> str:
    """The registered domain of an MX host, such as google.com for aspmx.l.google.com."""
    labels = host.rstrip(".").lower().split(".")
    wanted = 3 if len(labels) > 2 and labels[-2] in _SECOND_LEVEL and len(labels[-1]) == 2 else 2
    return ".".join(labels[-wanted:])


class DestinationGroups:
    """The groups of domains, looked up on demand."""

    def __init__(self, mail_host: MxLookup | None = None) -> None:
        self._find_mx_host = mail_host
        self._cached_groups: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._lookups: dict[str, asyncio.Task[None]] = {}

    def of(self, domain: str) -> str:
        """The domain's group as far as it is known; starts a lookup if it is unknown or expired."""
        if self._find_mx_host is None:
            return domain
        found = self._cached_groups.get(domain)
        if found is None or found[1] < asyncio.get_running_loop().time():
            self._start_lookup(domain)
        return found[0] if found else domain

    async def settled(self) -> None:
        await asyncio.gather(*self._lookups.values())

    def _start_lookup(self, domain: str) -> None:
        if domain in self._lookups or len(self._lookups) >= MAX_CONCURRENT_LOOKUPS:
            return
        task = asyncio.ensure_future(self._update_group(domain))
        self._lookups[domain] = task
        task.add_done_callback(lambda _: self._lookups.pop(domain, None))

    async def _update_group(self, domain: str) -> None:
        if self._find_mx_host is None:
            return
        try:
            host = await self._find_mx_host(domain)
        except OSError as error:
            log.info("delivery.destination.unknown", domain=domain, why=str(error))
            group, kept = self._cached_groups.get(domain, (domain, 0.0))[0], RETRY_SECONDS
        else:
            group, kept = get_group(host) if host else domain, CACHE_SECONDS
        self._cached_groups[domain] = (group, asyncio.get_running_loop().time() + kept)
        self._cached_groups.move_to_end(domain)
        while len(self._cached_groups) > MAX_CACHED_DOMAINS:
            self._cached_groups.popitem(last=False)
