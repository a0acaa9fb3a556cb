"""Team-defined names of funnel stages, and the stage changes of contacts."""

from django.db import models
from django.db.models.functions import Lower

from server.contacts.states import Stage
from server.contacts.values import MAX_STAGE_NAME_LENGTH
from server.core.teamscope import TeamManager
from server.teams.models import Team


class StageName(models.Model):
    """A team-defined stage name. Without a row, the default name in the reader's language applies."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    stage = models.CharField(max_length=10, choices=Stage)
    name = models.CharField(max_length=MAX_STAGE_NAME_LENGTH)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "stage"], name="stage_name_once"),
            models.UniqueConstraint("team", Lower("name"), name="stage_name_in_team"),
        ]


class StageChange(models.Model):
    """A contact entered, changed or left a stage. Triggers write it in the transaction of the change.

    They cover every write path (migrations/sql/triggers.sql). `since` is when the contact entered `before`. The user is
    added afterwards (services/history.py).
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
