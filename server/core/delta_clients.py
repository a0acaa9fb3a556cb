"""Binds the Yjs client numbers of a document to users: no user writes, or moves a cursor, under another user's number.

A join binds the number in Redis, and clients join again every 20 seconds. Without Redis nothing is refused.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Final
from uuid import UUID

import redis
import structlog
from django.conf import settings

from server.core.errors import TooManyRequests
from server.core.stream import REDIS_SECONDS

# Browsers wake a hidden tab once a minute, so it joins less often. A reconnecting client also finds its number free.
CLAIM_SECONDS: Final = 180

logger = structlog.get_logger(__name__)


def claim_client(room: str, client: int, user_id: UUID) -> None:
    """Binds the client number to the user in this document, until CLAIM_SECONDS after the last join with it.

    Raises TooManyRequests while the number belongs to another user.
    """
    key, user = _key(room, client), user_id.hex
    try:
        connected = _client(settings.REDIS_URL)
        if connected.set(key, user, nx=True, ex=CLAIM_SECONDS):
            return
        # None when it expired between the two calls: the next join binds it.
        if connected.get(key) in (user, None):
            connected.expire(key, CLAIM_SECONDS)
            return
    except redis.RedisError as error:
        logger.warning("documents.clients_unreachable", error=str(error))
        return
    raise TooManyRequests(payload={"retryAfterSeconds": CLAIM_SECONDS})


def are_foreign(room: str, clients: Collection[int], user_id: UUID) -> bool:
    """Whether one of these client numbers is another user's."""
    if not clients:
        return False
    try:
        holders = _client(settings.REDIS_URL).mget([_key(room, client) for client in clients])
    except redis.RedisError as error:
        logger.warning("documents.clients_unreachable", error=str(error))
        return False
    return any(holder not in (user_id.hex, None) for holder in holders)


def _key(room: str, client: int) -> str:
    return f"document-client:{room}:{client}"


@lru_cache(maxsize=4)
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS, decode_responses=True
    )
