"""What the people of a team did, as the activity panel shows it."""

from typing import Final

from django.db import models
from django.db.models import Q

from server.core.teamscope import TeamManager
from server.teams.models import Team

LINK_LENGTH: Final = 120


class Activity(models.Model):
    """One act (ACT-01 to 05). The name and the person are kept as they were."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE)
    user_id = models.UUIDField(null=True)
    fullname = models.CharField(max_length=201)
    reference = models.CharField(max_length=30)
    action = models.CharField(max_length=20)
    name = models.CharField(max_length=255)
    # Where the client shows the record, and by what a series of updates is known; empty once the record is deleted.
    link = models.CharField(max_length=LINK_LENGTH, blank=True)
    # Saved while a form is filled in: the next such save takes its place.
    is_autosave = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["team", "-id"], name="activity_newest"),
            models.Index(fields=["team", "link", "-id"], name="activity_record", condition=~Q(link="")),
        ]
