"""Daily metrics of a team's email, aggregated from minutes, so that years need only hundreds of rows.

Days start at midnight in the team's time zone. TeamDay has the closed days. Younger days are read by minute. So is
everything of a team without closed days, or with a time zone that has changed since.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from server.core.teamscope import TeamManager
from server.teams.models import Team


class TeamClock(models.Model):
    """The end of a team's closed days: every minute before `through`. `timezone` is the team's at that time."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    timezone = models.CharField(max_length=100)
    zone = models.CharField(max_length=64)
    through = models.DateTimeField()

    objects = TeamManager()


class TeamDay(models.Model):
    """One metric of a day for all email of an origin. `hours` has its 24 local hours."""

    pk = models.CompositePrimaryKey("team_id", "origin", "day", "what")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    origin = models.CharField(max_length=12)
    day = models.DateField()
    what = models.CharField(max_length=16)
    count = models.BigIntegerField()
    hours = ArrayField(models.BigIntegerField(), size=24)

    objects = TeamManager()


class LateDay(models.Model):
    """A closed day with late activity, written by a trigger on the minute counters.

    Each transaction adds its own row, so that processing one does not affect an open transaction.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField(db_index=True)
    day = models.DateField()

    objects = TeamManager()
