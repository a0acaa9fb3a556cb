"""Metrics of a campaign by recipient domain."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import connection

COUNTERS = (
    "sent",
    "failed",
    "returned",
    "hard_bounced",
    "soft_bounced",
    "opened",
    "clicked",
    "any_opened",
    "any_clicked",
    "unsubscribed",
    "complained",
)
_SUMS = ", ".join(f"sum({name})::bigint" for name in COUNTERS)
_FROM = "FROM delivery_mailingdomain WHERE team_id = %(team)s AND mailing_id = ANY(%(mailings)s)"
_LARGEST = f"""
SELECT domain, {_SUMS} {_FROM}
GROUP BY domain ORDER BY sum(sent) + sum(failed) DESC, domain LIMIT %(most)s
"""
_WHOLE = f"SELECT count(DISTINCT domain), {_SUMS} {_FROM}"


def list_largest(team_id: UUID, *, mailing_ids: Sequence[int], limit: int) -> Sequence[tuple[str, Mapping[str, int]]]:
    with connection.cursor() as cursor:
        cursor.execute(_LARGEST, {"team": team_id, "mailings": list(mailing_ids), "most": limit})
        return [(str(domain), dict(zip(COUNTERS, row, strict=True))) for domain, *row in cursor.fetchall()]


def sum_all(team_id: UUID, *, mailing_ids: Sequence[int]) -> tuple[Mapping[str, int], int]:
    """Also returns the number of domains."""
    with connection.cursor() as cursor:
        cursor.execute(_WHOLE, {"team": team_id, "mailings": list(mailing_ids)})
        row = cursor.fetchone()
    number, *sums = row or (0,)
    return {name: int(amount or 0) for name, amount in zip(COUNTERS, sums, strict=True)}, int(number)
