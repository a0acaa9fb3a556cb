"""Labels: descriptions of message tags (TRX-51, TRX-52)."""

from django.db import models

from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.transactional.lengths import LABEL_DESCRIPTION_LENGTH, TAG_LENGTH


class TransactionalLabel(models.Model):
    """A named tag of the team. Messages can have tags without a label."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=TAG_LENGTH)
    description = models.CharField(max_length=LABEL_DESCRIPTION_LENGTH, blank=True, default="")
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "name"], name="trx_label_name")]

    def __str__(self) -> str:
        return self.name
