"""The second line behind events: every session that has sockets here is looked at again, in batches.

A session that was ended loses its sockets even when the word about it was lost.
"""

import asyncio
from typing import Final

import structlog

from realtime.gate import CONNECTING, Gate
from realtime.hub import Hub
from realtime.limits import Limits
from realtime.socket import Socket
from server.core.errors import ApiError

logger = structlog.get_logger(__name__)

MOST_AT_ONCE: Final = 1_000


class Review:
    """Asks the authentication query about all sessions of this process, once an interval."""

    def __init__(self, hub: Hub, gate: Gate, limits: Limits) -> None:
        self._hub = hub
        self._gate = gate
        self._limits = limits

    async def run(self) -> None:
        """Looks again and again, until cancelled."""
        while True:
            await asyncio.sleep(self._limits.review_seconds)
            try:
                await self.look()
            except Exception:
                # An outage of the database: sockets stay open, and the next look finds what has changed.
                logger.exception("realtime.review_failed")

    async def look(self) -> None:
        """Ends the sockets whose session may not be connected any more."""
        sockets: dict[bytes, list[Socket]] = {}
        for socket in list(self._hub.sockets):
            sockets.setdefault(socket.token_hash, []).append(socket)
        hashes = list(sockets)
        for start in range(0, len(hashes), MOST_AT_ONCE):
            batch = hashes[start : start + MOST_AT_ONCE]
            found = await self._gate.callers(batch)
            for token_hash in batch:
                caller = found.get(token_hash)
                try:
                    if caller is not None:
                        CONNECTING.check(caller, method="GET")
                        continue
                except ApiError:
                    pass
                for socket in sockets[token_hash]:
                    socket.end()
