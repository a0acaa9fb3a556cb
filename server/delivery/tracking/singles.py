"""Opens and clicks of single messages. An app above knows these: it says where links lead, and lands what was seen.

They come by the same addresses as those of mailings, with tokens of another kind (tokens.py).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection

from server.core.registry import Port
from server.delivery.tokens import MessageRecipient

Connection = AsyncConnection[Any]


@dataclass(frozen=True, slots=True)
class Singles:
    """What the app provides."""

    # Writes a batch of lines (sql/tracking.Seen and Scanned), once; in a transaction of its own.
    land: Callable[[UUID, bytes], None]
    # Where the link of this number leads; None for none.
    link: Callable[[Connection, MessageRecipient, int], Awaitable[str | None]]
    # The address that a message is from; None when there is no such message.
    written_from: Callable[[Connection, MessageRecipient], Awaitable[str | None]]


SINGLES = Port[Singles]("the tracking of single messages")
