"""Periods for events and metrics."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from server.core import clock
from server.core.causes import END_NOT_AFTER_START
from server.core.errors import FieldsInvalid
from server.plans import retention
from server.transactional.causes import PERIOD_TOO_LONG

DEFAULT_PERIOD: Final = timedelta(days=7)
MAX_PERIOD: Final = timedelta(days=731)


@dataclass(frozen=True, slots=True)
class SearchPeriod:
    """A validated period, both ends included, and the retention of the plan in days (None: unlimited)."""

    start: datetime
    end: datetime
    retention_days: int | None

    @property
    def length(self) -> timedelta:
        return self.end - self.start

    def former(self) -> "SearchPeriod":
        return SearchPeriod(self.start - self.length, self.start, self.retention_days)


def resolve_period(team_id: UUID, *, start: datetime | None, end: datetime | None) -> SearchPeriod:
    """The part of the requested period within retention; by default the seven days up to now.

    Raises FieldsInvalid for an end that is not after the start, and for more than two years.
    """
    now = clock.now()
    until = min(end or now, now)
    since = start if start is not None else until - DEFAULT_PERIOD
    if start is not None and end is not None and end <= start:
        raise FieldsInvalid.of("to", END_NOT_AFTER_START, end.isoformat())
    if until - since > MAX_PERIOD:
        raise FieldsInvalid.of("from", PERIOD_TOO_LONG, since.isoformat())
    days = retention.get_retention_days(team_id)
    if days is not None:
        since = max(since, now - timedelta(days=days))
    return SearchPeriod(min(since, until), until, days)
