"""The posting process, driven step by step."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from standardwebhooks.webhooks import Webhook

from server.core.async_database import connect
from server.webhooks.wire.webhooks import Deliverer
from tests.server.webhooks.receiver import Request


class Rounds:
    """A deliverer, driven step by step."""

    def __init__(self, deliverer: Deliverer, connection: Any) -> None:
        self.deliverer, self.connection = deliverer, connection

    async def once(self) -> int:
        """Posts due deliveries within the free slots, and records the results. Returns their number."""
        await self.deliverer.find_due(self.connection)
        await self.deliverer.claim(self.connection)
        await self.deliverer.wait_for_posts()
        return await self.deliverer.record_results(self.connection)

    async def until_idle(self) -> int:
        """Repeats until nothing is due."""
        total = 0
        while posted := await self.once():
            total += posted
        return total


@asynccontextmanager
async def delivering(**fields: Any) -> AsyncIterator[Rounds]:
    deliverer = Deliverer(seed=7, **fields)
    async with await connect() as connection:
        yield Rounds(deliverer, connection)
    await deliverer.close()


def verified(request: Request, secret: str) -> Any:
    """The reference library's result for a post."""
    return Webhook(secret).verify(request.body, dict(request.headers))
