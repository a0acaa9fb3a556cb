"""Batches: messages submitted by one call."""

from django.db import models

from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.transactional.models.messages import SUBJECT_LENGTH, TAG_LENGTH


class TransactionalBatch(models.Model):
    """Up to 1,000 messages. Their outcomes are counted elsewhere."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    key_id = models.UUIDField(null=True)
    subject = models.CharField(max_length=SUBJECT_LENGTH, blank=True, default="")
    tag = models.CharField(max_length=TAG_LENGTH, blank=True, default="")
    size = models.PositiveIntegerField()
    scheduled_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "-created_at"], name="trx_batch_newest")]
