"""Limits on rows in the period before now, counted in PostgreSQL.

Two parallel checks can both pass, so this limits people's actions but not a program's guesses.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from server.core import clock
from server.core.errors import TooManyRequests


def compute_wait(rows: QuerySet[Any], at: str, *, limit: int, period: timedelta) -> timedelta:
    """The time until fewer than `limit` of the rows are within the period; zero if that is already so.

    `at` is the field with the time of a row.
    """
    now = clock.now()
    newest = rows.filter(**{f"{at}__gt": now - period}).order_by(f"-{at}").values_list(at, flat=True)
    leaving: list[datetime] = list(newest[limit - 1 : limit])
    return leaving[0] + period - now if leaving else timedelta(0)


def require(rows: QuerySet[Any], at: str, *, limit: int, period: timedelta) -> None:
    wait = compute_wait(rows, at, limit=limit, period=period)
    if wait:
        raise TooManyRequests(payload={"retryAfterSeconds": max(1, -(-wait // timedelta(seconds=1)))})
