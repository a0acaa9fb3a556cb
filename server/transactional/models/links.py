"""Where the numbered links of followed messages lead; partitioned by month as messages are."""

from django.db import models

from server.core.teamscope import TeamManager


class MessageLink(models.Model):
    """One address of a message. The mail holds its number, so that nobody can make it lead elsewhere."""

    pk = models.CompositePrimaryKey("message_id", "number")
    message_id = models.UUIDField()
    number = models.PositiveSmallIntegerField()
    accepted_at = models.DateTimeField()
    team_id = models.UUIDField()
    url = models.TextField()

    objects = TeamManager()

    class Meta:
        db_table = "transactional_link"
