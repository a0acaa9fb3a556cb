"""Saved searches of events."""

from django.db import models
from django.db.models.functions import Lower

from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.transactional.search_grammar import QUERY_LENGTH, SEARCH_NAME_LENGTH


class SavedSearch(models.Model):
    """A search saved by the team; all members see it."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=SEARCH_NAME_LENGTH)
    query = models.CharField(max_length=QUERY_LENGTH)
    created_by = models.UUIDField(null=True)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint("team", Lower("name"), name="trx_search_name")]

    def __str__(self) -> str:
        return self.name
