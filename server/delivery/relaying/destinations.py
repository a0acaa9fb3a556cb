"""Where mail for a domain really goes: the hosts that take it, grouped by who runs them.

Thousands of domains are one provider's; what that provider allows at a time is allowed to all of them together. The
answer of the DNS is kept for an hour. Until it is there, or where it can't be had, a domain is a destination of its
own: nothing waits for the DNS.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import structlog

KEPT_SECONDS = 3600.0
ASKED_AGAIN_SECONDS = 300.0  # after no answer
MOST_KEPT = 50_000
MOST_ASKED_AT_ONCE = 20
# Registries under which names are given in the third place; where one is missed the group is only larger.
_SECOND_LEVEL = frozenset({"co", "com", "net", "org", "ac", "or", "go", "web", "gov", "edu"})

# The host that takes a domain's mail first, None when it has none. Raises OSError when it can't be known now.
MailHost = Callable[[str], Awaitable[str | None]]

log = structlog.get_logger(__name__)


def group_of(host: str) -> str:
    """Whose a mail host is: the name that its owner registered, such as google.com of aspmx.l.google.com."""
    labels = host.rstrip(".").lower().split(".")
    wanted = 3 if len(labels) > 2 and labels[-2] in _SECOND_LEVEL and len(labels[-1]) == 2 else 2
    return ".".join(labels[-wanted:])


class Destinations:
    """The groups of domains, asked for as they come up."""

    def __init__(self, mail_host: MailHost | None = None) -> None:
        self._mail_host = mail_host
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._asking: dict[str, asyncio.Task[None]] = {}

    def of(self, domain: str) -> str:
        """The domain's group as far as it is known; asks for it when it is not, or not any more."""
        if self._mail_host is None:
            return domain
        found = self._known.get(domain)
        if found is None or found[1] < asyncio.get_running_loop().time():
            self._ask(domain)
        return found[0] if found else domain

    async def settled(self) -> None:
        """Waits for what is being asked."""
        await asyncio.gather(*self._asking.values())

    def _ask(self, domain: str) -> None:
        if domain in self._asking or len(self._asking) >= MOST_ASKED_AT_ONCE:
            return
        task = asyncio.ensure_future(self._answer(domain))
        self._asking[domain] = task
        task.add_done_callback(lambda _: self._asking.pop(domain, None))

    async def _answer(self, domain: str) -> None:
        if self._mail_host is None:
            return
        try:
            host = await self._mail_host(domain)
        except OSError as error:
            log.info("delivery.destination.unknown", domain=domain, why=str(error))
            group, kept = self._known.get(domain, (domain, 0.0))[0], ASKED_AGAIN_SECONDS
        else:
            group, kept = group_of(host) if host else domain, KEPT_SECONDS
        self._known[domain] = (group, asyncio.get_running_loop().time() + kept)
        self._known.move_to_end(domain)
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
