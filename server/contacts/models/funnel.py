"""The stages of the funnel: what a team calls them, and who came through them when."""

from django.db import models
from django.db.models.functions import Lower

from server.contacts.states import Stage
from server.contacts.values import STAGE_NAME_LENGTH
from server.core.teamscope import TeamManager
from server.teams.models import Team


class StageName(models.Model):
    """What a team calls a stage; without a row the stage bears its usual name, in the language of who reads it."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    stage = models.CharField(max_length=10, choices=Stage)
    name = models.CharField(max_length=STAGE_NAME_LENGTH)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "stage"], name="stage_name_once"),
            models.UniqueConstraint("team", Lower("name"), name="stage_name_in_team"),
        ]


class StageMove(models.Model):
    """A contact came into a stage, went on to another, or left the last: written by triggers
    (migrations/sql/triggers.sql), in the transaction of the change, by whatever way it was made.

    `since` is when the contact had come into `before`. Who did it is signed afterwards (services/history.py).
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    at = models.DateTimeField()
    before = models.CharField(max_length=10, blank=True)
    after = models.CharField(max_length=10, blank=True)
    since = models.DateTimeField(null=True)
    user_id = models.UUIDField(null=True)
    fullname = models.CharField(max_length=201, blank=True, db_default="")

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["contact_id", "-at", "-id"], name="stage_move_newest"),
            models.Index(fields=["team_id", "at"], name="stage_move_period"),
        ]
