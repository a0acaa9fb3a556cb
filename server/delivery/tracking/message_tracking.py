"""Opens and clicks of transactional messages. The app above resolves their links and stores the events.

They use the same URLs as mailings, with another kind of token (tokens.py).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection

from server.core.registry import Port
from server.delivery.tokens import MessageRecipientKey

Connection = AsyncConnection[Any]


@dataclass(frozen=True, slots=True)
class MessageTracking:
    """The functions that the app provides."""

    # Writes a batch of lines (TrackedEvent and BotScan in sql/tracking.py) once, in its own transaction.
    land: Callable[[UUID, bytes], None]
    # The target of the link with this number, or None.
    link: Callable[[Connection, MessageRecipientKey, int], Awaitable[str | None]]
    # The sender address of a message; None if there is no such message.
    written_from: Callable[[Connection, MessageRecipientKey], Awaitable[str | None]]


MESSAGE_TRACKING = Port[MessageTracking]("the tracking of single messages")
