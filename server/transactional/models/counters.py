"""The hourly counters of transactional email (docs/metrics.md), and the names that they refer to."""

from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.db import models

from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.transactional.models.batches import TransactionalBatch

METRIC_NAME_LENGTH: Final = 254
# Names of a kind that a team's counters distinguish; further ones are combined.
MAX_NAMES_OF_KIND: Final = 2_000
NO_NAME_ID: Final = 0  # the id of an empty name
OTHER_NAMES_ID: Final = -1  # the id of all names beyond MAX_NAMES_OF_KIND

# Upper limits in milliseconds of the histogram's bins; the last bin has no limit.
LATENCY_LIMITS_MS: Final = (
    *(25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500),
    *(10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 900_000, 3_600_000),
)


class NameKind(models.TextChoices):
    """The kind of a name."""

    TAG = "tag"
    SENDER = "sender"
    SUBJECT = "subject"
    LINK = "link"


class MetricName(models.Model):
    """A tag, sender, subject or link under which events are counted. Never deleted: counters refer to the id.

    In a subject, # replaces each word with a digit. A link has no query, and # for each part of the path with a digit.
    Otherwise order numbers and codes would create a name for each message.
    """

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=7, choices=NameKind)
    name = models.CharField(max_length=METRIC_NAME_LENGTH)
    first_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "kind", "name"], name="trx_figure_name")]

    def __str__(self) -> str:
        return self.name


# The counters; each is a column, and all of them only grow.
COUNTERS: Final = (
    *("messages", "accepted", "held", "deferred", "deferrals", "sent", "returned", "hard_bounced", "soft_bounced"),
    *("failed", "suppressed", "cancelled", "in_doubt", "sandboxed", "opened", "opens", "machine_opens", "clicked"),
    *("clicks", "machine_clicks", "complained", "unsubscribed", "latency_ms", "timed"),
)


class TransactionalCounters(models.Model):
    """Counts of events in an hour (UTC) for messages with the same ids. Only incremented.

    `slot` spreads writers over several rows to avoid waiting; a counter is the sum over slots. `latencies` is the
    histogram (LATENCY_LIMITS_MS) of the deliveries whose durations add up to `latency_ms`.
    """

    pk = models.CompositePrimaryKey(
        "team_id", "hour", "domain_id", "subaccount_id", "tag_id", "sender_id", "subject_id", "link_id", "slot"
    )
    team_id = models.UUIDField()
    hour = models.DateTimeField()
    domain_id = models.UUIDField()  # all zeros: none
    subaccount_id = models.UUIDField()  # all zeros: none
    tag_id = models.IntegerField()
    sender_id = models.IntegerField()
    subject_id = models.IntegerField()
    link_id = models.IntegerField()
    slot = models.PositiveSmallIntegerField()
    messages = models.PositiveIntegerField(default=0)
    accepted = models.PositiveIntegerField(default=0)
    held = models.PositiveIntegerField(default=0)
    deferred = models.PositiveIntegerField(default=0)
    deferrals = models.PositiveIntegerField(default=0)
    sent = models.PositiveIntegerField(default=0)
    returned = models.PositiveIntegerField(default=0)
    hard_bounced = models.PositiveIntegerField(default=0)
    soft_bounced = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    suppressed = models.PositiveIntegerField(default=0)
    cancelled = models.PositiveIntegerField(default=0)
    in_doubt = models.PositiveIntegerField(default=0)
    sandboxed = models.PositiveIntegerField(default=0)
    opened = models.PositiveIntegerField(default=0)
    opens = models.PositiveIntegerField(default=0)
    machine_opens = models.PositiveIntegerField(default=0)
    clicked = models.PositiveIntegerField(default=0)
    clicks = models.PositiveIntegerField(default=0)
    machine_clicks = models.PositiveIntegerField(default=0)
    complained = models.PositiveIntegerField(default=0)
    unsubscribed = models.PositiveIntegerField(default=0)
    latency_ms = models.BigIntegerField(default=0)
    timed = models.PositiveIntegerField(default=0)
    latencies = ArrayField(models.IntegerField(), null=True)

    objects = TeamManager()

    class Meta:
        db_table = "transactional_figure"


class BatchEnd(models.Model):
    """A finished batch: all of its recipients are done."""

    batch = models.OneToOneField(TransactionalBatch, on_delete=models.CASCADE, primary_key=True, related_name="end")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    finished_at = models.DateTimeField()

    objects = TeamManager()
