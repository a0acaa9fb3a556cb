"""Actions of a team's members, for the activity panel."""

from typing import Final

from django.db import models
from django.db.models import Q

from server.core.teamscope import TeamManager
from server.teams.models import Team

LINK_LENGTH: Final = 120


class Activity(models.Model):
    """One entry (ACT-01 to 05). The names are those at the time of the action."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE)
    user_id = models.UUIDField(null=True)
    fullname = models.CharField(max_length=201)
    reference = models.CharField(max_length=30)
    action = models.CharField(max_length=20)
    name = models.CharField(max_length=255)
    # The client's path of the record, which also identifies a series of updates. Empty once the record is deleted.
    link = models.CharField(max_length=LINK_LENGTH, blank=True)
    # Saved automatically while a form is filled in. The next such save replaces it.
    is_autosave = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["team", "-id"], name="activity_newest"),
            models.Index(fields=["team", "link", "-id"], name="activity_record", condition=~Q(link="")),
        ]
