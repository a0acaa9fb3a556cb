"""The time of an evaluation, with calendar days in the team's time zone."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from server.core import clock
from server.teams.models import Team
from server.teams.time_zones import parse_zone


@dataclass(frozen=True, slots=True)
class EvaluationTime:
    now: datetime
    zone: ZoneInfo

    @classmethod
    def of(cls, team_id: UUID) -> "EvaluationTime":
        return build_evaluation_time(Team.objects.values_list("timezone", flat=True).get(pk=team_id))

    @property
    def today(self) -> date:
        return self.now.astimezone(self.zone).date()

    def start_of(self, day: date) -> datetime:
        """Returns the start of a day in the team's time zone, in UTC."""
        return datetime.combine(day, time.min, self.zone).astimezone(UTC)

    def span(self, first: date, last: date) -> tuple[datetime, datetime]:
        """Returns the start of the first day and the end of the last, in UTC."""
        return self.start_of(first), self.start_of(last + timedelta(days=1))

    def last_days(self, days: int) -> tuple[date, date]:
        return self.today - timedelta(days=days - 1), self.today

    def next_days(self, days: int) -> tuple[date, date]:
        return self.today, self.today + timedelta(days=days - 1)


def build_evaluation_time(timezone: str) -> EvaluationTime:
    return EvaluationTime(clock.now(), parse_zone(timezone))
