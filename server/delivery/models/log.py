"""The send log: append-only, a row per recipient, partitioned by month (migrations/sql/partitions.sql)."""

from uuid import UUID

from django.db import models

from server.core.teamscope import HasTeamId
from server.delivery.models.mailings import Mailing


class LogState(models.TextChoices):
    """The outcome of a recipient. It is final, except that a late response resolves inDoubt."""

    SENT = "sent"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    SKIPPED = "skipped"  # would exceed the team's frequency cap
    IN_DOUBT = "inDoubt"


class SendLogQuerySet(models.QuerySet["SendLog"]):
    def for_team(self, team: HasTeamId | UUID) -> "SendLogQuerySet":
        return self.filter(mailing_id__in=Mailing.objects.for_team(team).values("pk"))


class SendLog(models.Model):
    """One row per recipient. The mailing has the team, and the recipient has the address.

    `mailed_at`, the partition key, is the mailing's start; in a continuous mailing it is that of the recipient's batch.
    It never changes for a recipient, so the database rejects a second row.
    """

    pk = models.CompositePrimaryKey("mailing_id", "position")
    mailing_id = models.BigIntegerField()
    position = models.PositiveIntegerField()
    mailed_at = models.DateTimeField()
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=LogState)
    bounce = models.CharField(max_length=10, blank=True)
    code = models.PositiveSmallIntegerField(default=0)
    enhanced = models.CharField(max_length=11, blank=True)
    reply = models.CharField(max_length=300, blank=True)
    attempt = models.PositiveSmallIntegerField(default=1)
    # When a bounce arrived by email; then bounce, code and reply come from it.
    bounced_at = models.DateTimeField(null=True)

    objects = models.Manager.from_queryset(SendLogQuerySet)()

    class Meta:
        db_table = "delivery_send_log"
