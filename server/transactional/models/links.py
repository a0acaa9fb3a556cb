"""Targets of the numbered links in tracked messages; partitioned by month like messages."""

from django.db import models

from server.core.teamscope import TeamManager


class MessageLink(models.Model):
    """One link target of a message. The email contains only its number, so the target can't be forged."""

    pk = models.CompositePrimaryKey("message_id", "number")
    message_id = models.UUIDField()
    number = models.PositiveSmallIntegerField()
    accepted_at = models.DateTimeField()
    team_id = models.UUIDField()
    url = models.TextField()

    objects = TeamManager()

    class Meta:
        db_table = "transactional_link"
