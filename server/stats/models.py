"""A team's mail by day: what the figures by minute come to, so that a screen of years reads hundreds of rows.

Days begin at midnight of the team's zone. What is closed stands in TeamDay; what is younger is read by minute, and so
is everything of a team whose days were never closed, or whose zone has changed since.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from server.core.teamscope import TeamManager
from server.teams.models import Team


class TeamClock(models.Model):
    """How far a team's days are closed: every minute before `through`. `timezone` is the team's, as it was then."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    timezone = models.CharField(max_length=100)
    zone = models.CharField(max_length=64)
    through = models.DateTimeField()

    objects = TeamManager()


class TeamDay(models.Model):
    """One figure of a day, of all mail that was made for one kind of thing; `hours` are its 24 hours by the clock."""

    pk = models.CompositePrimaryKey("team_id", "origin", "day", "what")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    origin = models.CharField(max_length=12)
    day = models.DateField()
    what = models.CharField(max_length=16)
    count = models.BigIntegerField()
    hours = ArrayField(models.BigIntegerField(), size=24)

    objects = TeamManager()


class LateDay(models.Model):
    """That something was counted in a day that is closed: written by a trigger on the figures by minute, never twice
    the same row, so that folding one takes nothing away from a transaction that is still open."""

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField(db_index=True)
    day = models.DateField()

    objects = TeamManager()
