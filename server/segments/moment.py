"""The moment of an evaluation and the days around it, in the team's timezone."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from server.core import clock
from server.teams.models import Team
from server.teams.zones import zone_of


@dataclass(frozen=True, slots=True)
class Moment:
    """Now, as the team's calendar has it."""

    now: datetime
    zone: ZoneInfo

    @classmethod
    def of(cls, team_id: UUID) -> "Moment":
        """The present moment of a team."""
        return moment_in(Team.objects.values_list("timezone", flat=True).get(pk=team_id))

    @property
    def today(self) -> date:
        return self.now.astimezone(self.zone).date()

    def start_of(self, day: date) -> datetime:
        """The first instant of a day of the team, in UTC."""
        return datetime.combine(day, time.min, self.zone).astimezone(UTC)

    def span(self, first: date, last: date) -> tuple[datetime, datetime]:
        """From the first instant of one day to that of the day after the other, in UTC."""
        return self.start_of(first), self.start_of(last + timedelta(days=1))

    def last_days(self, days: int) -> tuple[date, date]:
        return self.today - timedelta(days=days - 1), self.today

    def next_days(self, days: int) -> tuple[date, date]:
        return self.today, self.today + timedelta(days=days - 1)


def moment_in(timezone: str) -> Moment:
    """The present moment of a team of this timezone, as the team has it."""
    return Moment(clock.now(), zone_of(timezone))
