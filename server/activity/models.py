"""What the people of a team did, as the activity panel shows it."""

from django.db import models

from server.core.teamscope import TeamManager
from server.teams.models import Team


class Activity(models.Model):
    """One act (ACT-01 to 05). The name and the person are kept as they were."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE)
    user_id = models.UUIDField(null=True)
    fullname = models.CharField(max_length=201)
    reference = models.CharField(max_length=30)
    action = models.CharField(max_length=20)
    name = models.CharField(max_length=255)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "-id"], name="activity_newest")]
