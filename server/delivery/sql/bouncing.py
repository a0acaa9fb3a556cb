"""Counts bounces that arrive after the sending."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db import connection

from server.delivery.sql import suppressing

COUNTERS = frozenset({"sent", "in_doubt", "hard_bounced", "soft_bounced", "blocked", "returned"})
_MINUTES = """
INSERT INTO delivery_mailingminute AS m (mailing_id, minute, what, team_id, count)
SELECT %s, date_trunc('minute', %s::timestamptz), w.what, %s, 1 FROM unnest(%s::text[]) AS w(what) ORDER BY w.what
ON CONFLICT (mailing_id, minute, what) DO UPDATE SET count = m.count + 1
"""
_DOMAIN = """
INSERT INTO delivery_mailingdomain AS d (mailing_id, domain, team_id, {names})
SELECT %s, split_part(%s, '@', 2), %s, {amounts}
ON CONFLICT (mailing_id, domain) DO UPDATE SET {sums}
"""
_REPLY = """
INSERT INTO delivery_mailingreply AS r (mailing_id, bounce, code, enhanced, words, count)
VALUES (%s, %s, %s, %s, delivery_words(%s), 1)
ON CONFLICT (mailing_id, bounce, code, enhanced, words) DO UPDATE SET count = r.count + 1
"""
_REMOVE_INDETERMINATE = """
UPDATE delivery_mailingminute SET count = count - 1
WHERE mailing_id = %s AND minute = date_trunc('minute', %s::timestamptz) AND what = 'in_doubt' AND count > 0
"""


def count(team_id: UUID | None, *, mailing_id: int, amounts: Mapping[str, int], now: datetime) -> None:
    if not amounts.keys() <= COUNTERS:
        raise ValueError(f"No such figure: {sorted(amounts)}")
    changes = ", ".join(f"{name} = {name} + {int(amount)}" for name, amount in sorted(amounts.items()))
    with connection.cursor() as cursor:
        cursor.execute(
            # Only names of COUNTERS and integers.
            f"UPDATE delivery_mailingcounters SET revision = revision + 1, {changes} WHERE mailing_id = %s",  # noqa: S608
            [mailing_id],
        )
        named = sorted(name for name in amounts if name not in ("sent", "in_doubt"))
        cursor.execute(_MINUTES, [mailing_id, now, team_id, named])


def count_domain(team_id: UUID, *, mailing_id: int, email: str, amounts: Mapping[str, int]) -> None:
    """Adds to the counters of the recipient's domain. Call it before `count`: senders lock in this order."""
    names = sorted(amounts.keys() & {"sent", "returned", "hard_bounced", "soft_bounced"})
    with connection.cursor() as cursor:
        cursor.execute(
            # Only column names and integers.
            _DOMAIN.format(
                names=", ".join(names),
                amounts=", ".join(str(int(amounts[name])) for name in names),
                sums=", ".join(f"{name} = d.{name} + excluded.{name}" for name in names),
            ),
            [mailing_id, email, team_id],
        )


def count_reply(team_id: UUID | None, *, mailing_id: int, bounce: str, code: int, enhanced: str, reply: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_REPLY, [mailing_id, bounce, code, enhanced, reply])


def resolve_as_sent(team_id: UUID | None, *, mailing_id: int, at: datetime) -> None:
    """Changes an unconfirmed outcome to sent, in the minute of the original outcome, as a recount does."""
    with connection.cursor() as cursor:
        cursor.execute(_REMOVE_INDETERMINATE, [mailing_id, at])
        cursor.execute(_MINUTES, [mailing_id, at, team_id, ["sent"]])


def suppress(team_id: UUID, *, email: str, mailing_id: int, now: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute(suppressing.HARD_BOUNCE, [team_id, mailing_id, now, [email]])
