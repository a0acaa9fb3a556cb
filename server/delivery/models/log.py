"""The send log: append-only, a row per recipient, partitioned by month (migrations/sql/partitions.sql)."""

from uuid import UUID

from django.db import models

from server.core.teamscope import HasTeamId
from server.delivery.models.mailings import Mailing


class LogState(models.TextChoices):
    """What became of a recipient; final, but for a doubt that a late answer resolves."""

    SENT = "sent"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    SKIPPED = "skipped"  # would have got more marketing mail than the team allows itself
    IN_DOUBT = "inDoubt"


class SendLogQuerySet(models.QuerySet["SendLog"]):
    def for_team(self, team: HasTeamId | UUID) -> "SendLogQuerySet":
        """What became of the recipients of this team's mailings and no other's."""
        return self.filter(mailing_id__in=Mailing.objects.for_team(team).values("pk"))


class SendLog(models.Model):
    """One row per recipient; whose it is, and who that was, its mailing and the recipient say.

    `mailed_at`, by which it is partitioned, is the mailing's start, or that of the recipient's batch in a standing
    mailing. It never changes for a recipient, so that the database itself refuses a second row.
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
    # When a mail said that what had been sent could not be delivered; bounce, code and reply are that mail's then.
    bounced_at = models.DateTimeField(null=True)

    objects = models.Manager.from_queryset(SendLogQuerySet)()

    class Meta:
        db_table = "delivery_send_log"
