"""Opens and clicks of messages: link targets, and recipient activity."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from psycopg import AsyncConnection

from server.core.ids import get_creation_time
from server.delivery.tokens import MessageRecipientKey


async def find_link_target(at: AsyncConnection[Any], recipient: MessageRecipientKey, number: int) -> str | None:
    """None if there is no such link. The message determines the team."""
    message_id = recipient.message_id
    cursor = await at.execute(
        "SELECT url FROM transactional_link WHERE message_id = %s AND number = %s AND accepted_at = %s",
        (message_id, number, get_creation_time(message_id)),
    )
    row = await cursor.fetchone()
    return str(row[0]) if row else None


async def find_sender_address(at: AsyncConnection[Any], recipient: MessageRecipientKey) -> str | None:
    message_id = recipient.message_id
    cursor = await at.execute(
        "SELECT from_address FROM transactional_message WHERE id = %s AND accepted_at = %s",
        (message_id, get_creation_time(message_id)),
    )
    row = await cursor.fetchone()
    return str(row[0]) if row else None


def record_batch(batch_id: UUID, now: datetime) -> bool:
    """Records the batch. Returns whether it is new."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO delivery_ingestedbatch (id, at) VALUES (%s, %s) ON CONFLICT DO NOTHING", [batch_id, now]
        )
        return bool(cursor.rowcount == 1)


@dataclass(frozen=True, slots=True)
class TrackedRecipient:
    """A message and one of its recipients, as events refer to them."""

    message_id: UUID
    position: int
    accepted_at: datetime
    team_id: UUID
    email: str
    delivered_at: datetime | None
    opened_at: datetime | None
    clicked_at: datetime | None
    from_address: str
    subject: str
    tag: str
    domain_id: UUID
    subaccount_id: UUID | None
    key_id: UUID | None


def lock_recipients(keys: Sequence[tuple[UUID, int]]) -> list[TrackedRecipient]:
    """The recipients of these tokens, locked in a fixed order. Across teams: each token names its message."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT r.message_id, r.position, r.accepted_at, r.team_id, r.email, r.delivered_at, r.opened_at,
                   r.clicked_at, m.from_address, m.subject, m.tag, m.domain_id, m.subaccount_id, m.key_id
            FROM unnest(%s::uuid[], %s::int[], %s::timestamptz[]) AS k (message_id, position, accepted_at)
            JOIN transactional_recipient r ON r.message_id = k.message_id AND r.position = k.position
                AND r.accepted_at = k.accepted_at
            JOIN transactional_message m ON m.id = k.message_id AND m.accepted_at = k.accepted_at
            ORDER BY r.message_id, r.position FOR UPDATE OF r
            """,
            [[key[0] for key in keys], [key[1] for key in keys], [get_creation_time(key[0]) for key in keys]],
        )
        return [TrackedRecipient(*row) for row in cursor.fetchall()]


def record_first_activity(
    team_id: UUID, rows: Sequence[TrackedRecipient], *, opened: Sequence[Any], clicked: Sequence[Any]
) -> None:
    """Records when recipients of a team first opened and clicked; None leaves a time unchanged."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE transactional_recipient r
            SET opened_at = coalesce(r.opened_at, n.opened_at), clicked_at = coalesce(r.clicked_at, n.clicked_at)
            FROM unnest(%s::uuid[], %s::int[], %s::timestamptz[], %s::timestamptz[], %s::timestamptz[])
                AS n (message_id, position, accepted_at, opened_at, clicked_at)
            WHERE r.team_id = %s AND r.message_id = n.message_id AND r.position = n.position
              AND r.accepted_at = n.accepted_at
            """,
            [
                [row.message_id for row in rows],
                [row.position for row in rows],
                [row.accepted_at for row in rows],
                list(opened),
                list(clicked),
                team_id,
            ],
        )


def find_urls(keys: Sequence[tuple[UUID, int]]) -> dict[tuple[UUID, int], str]:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT l.message_id, l.number, l.url
            FROM unnest(%s::uuid[], %s::int[], %s::timestamptz[]) AS k (message_id, number, accepted_at)
            JOIN transactional_link l ON l.message_id = k.message_id AND l.number = k.number
                AND l.accepted_at = k.accepted_at
            """,
            [[key[0] for key in keys], [key[1] for key in keys], [get_creation_time(key[0]) for key in keys]],
        )
        return {(message_id, number): url for message_id, number, url in cursor.fetchall()}
