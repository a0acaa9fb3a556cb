"""Queries that identify the callers with API keys."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from psycopg import AsyncConnection

_IDENTIFY = """
SELECT asked.number,
       key.id AS key_id,
       key.team_id,
       key.name,
       key.prefix,
       key.subaccount_id,
       key.domain_id,
       key.scopes,
       key.networks,
       key.sandbox,
       key.last_used_at,
       key.expires_at,
       key.revoked_at,
       subaccount.name AS subaccount_name,
       coalesce(subaccount.active, true) AS subaccount_active,
       team.vendor,
       team.suspended_at,
       team.locked_at,
       subscription.starts_at AS plan_starts_at,
       subscription.expires_at AS plan_expires_at,
       plan.features::text AS features,
       EXISTS (SELECT FROM plans_featureswitch WHERE NOT enabled AND name = 'transactionalEmail') AS switched_off,
       coalesce(setting.body_days, 3) AS body_days,
       coalesce(setting.hold_all, false) AS hold_all,
       setting.hold_above,
       (SELECT attempt.last_at
          FROM core_attempt attempt
         WHERE attempt.key = asked.pair AND attempt.count >= %(most)s) AS guessed_at
  FROM unnest(%(hashes)s::bytea[], %(pairs)s::text[]) WITH ORDINALITY AS asked (hash, pair, number)
  JOIN transactional_apikey key ON key.secret_hash = asked.hash
  JOIN teams_team team ON team.id = key.team_id
  LEFT JOIN transactional_subaccount subaccount ON subaccount.id = key.subaccount_id
  LEFT JOIN plans_subscription subscription ON subscription.team_id = key.team_id
  LEFT JOIN plans_plan plan ON plan.id = subscription.plan_id
  LEFT JOIN transactional_transactionalsetting setting ON setting.team_id = key.team_id
"""

_GET_TEAM_STATE = """
SELECT team.suspended_at,
       team.locked_at,
       subscription.starts_at AS plan_starts_at,
       subscription.expires_at AS plan_expires_at,
       plan.features::text AS features,
       EXISTS (SELECT FROM plans_featureswitch WHERE NOT enabled AND name = 'transactionalEmail') AS switched_off,
       coalesce(setting.body_days, 3) AS body_days,
       coalesce(setting.hold_all, false) AS hold_all,
       setting.hold_above
  FROM teams_team team
  LEFT JOIN plans_subscription subscription ON subscription.team_id = team.id
  LEFT JOIN plans_plan plan ON plan.id = subscription.plan_id
  LEFT JOIN transactional_transactionalsetting setting ON setting.team_id = team.id
 WHERE team.id = %(team)s
"""

_TOUCH = """
UPDATE transactional_apikey SET last_used_at = %(now)s
 WHERE id = %(id)s AND (last_used_at IS NULL OR last_used_at < %(before)s)
"""


def identify(asked: Sequence[tuple[bytes, str]], *, most: int) -> list[dict[str, Any] | None]:
    """The key of each secret's hash with the current state of its team, plan and settings; None for an unknown one.

    `asked` has each hash with its pair of prefix and network. `guessed_at` is the last wrong attempt of the pair if
    there were `most` of them.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _IDENTIFY, {"hashes": [hashed for hashed, _ in asked], "pairs": [pair for _, pair in asked], "most": most}
        )
        names = [column.name for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    by_number = {row.pop("number"): row for row in rows}
    return [by_number.get(number) for number in range(1, len(asked) + 1)]


def get_team_state(team_id: UUID) -> dict[str, Any]:
    """The columns of `identify` about a team, for a user who sends without a key."""
    with connection.cursor() as cursor:
        cursor.execute(_GET_TEAM_STATE, {"team": team_id})
        [row] = cursor.fetchall()
        return dict(zip((column.name for column in cursor.description), row, strict=True))


def update_last_used(key_id: UUID, *, now: datetime, before: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_TOUCH, {"id": key_id, "now": now, "before": before})


async def listen_for_changes(listening: AsyncConnection[Any]) -> AsyncIterator[None]:
    """Yields once it listens, and then whenever a result of `identify` can have changed, for any team.

    Triggers notify of changes of keys, subaccounts, teams, plans and settings.
    """
    await listening.execute("LISTEN transactional_keys")
    yield
    async for _ in listening.notifies():
        yield
