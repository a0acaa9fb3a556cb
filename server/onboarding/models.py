"""Dismissals of the onboarding checklist."""

from django.db import models

from server.accounts.models import User
from server.core.teamscope import TeamManager
from server.teams.models import Team


class MissionDismissal(models.Model):
    """A user has dismissed the checklist of a team. The row is deleted when the checklist is restored."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="mission_dismissed_once")]
