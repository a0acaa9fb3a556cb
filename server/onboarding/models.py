"""Who has put the mission away."""

from django.db import models

from server.accounts.models import User
from server.core.teamscope import TeamManager
from server.teams.models import Team


class Dismissal(models.Model):
    """A person does not want to see the mission of a team any more; the row goes when it is brought back."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="mission_dismissed_once")]
