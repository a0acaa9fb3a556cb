"""The figures of transactional mail by hour (docs/figures.md), and the names that they are counted under."""

from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.db import models

from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.transactional.models.batches import TransactionalBatch

FIGURE_NAME_LENGTH: Final = 254
# Names of a kind that a team's figures tell apart; whatever comes after them is counted together.
MOST_NAMES: Final = 2_000
NOTHING: Final = 0  # the id of an empty name
OTHERS: Final = -1  # the id of all names beyond MOST_NAMES

# Milliseconds up to which a latency belongs to each place of the histogram; the last place has no end.
LATENCIES: Final = (
    *(25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500),
    *(10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 900_000, 3_600_000),
)


class NameKind(models.TextChoices):
    """What is named."""

    TAG = "tag"
    SENDER = "sender"
    SUBJECT = "subject"
    LINK = "link"


class FigureName(models.Model):
    """A tag, sender, subject or link under which events are counted. Names never go: figures bear their ids.

    A subject stands here with a # for each word that holds a digit, a link without query and with a # for each part of
    the path that holds one: orders and codes would make a name of each message.
    """

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=7, choices=NameKind)
    name = models.CharField(max_length=FIGURE_NAME_LENGTH)
    first_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "kind", "name"], name="trx_figure_name")]

    def __str__(self) -> str:
        return self.name


# The figures that are counted; each is a column, and all of them only grow.
FIGURES: Final = (
    *("messages", "accepted", "held", "deferred", "deferrals", "sent", "returned", "hard_bounced", "soft_bounced"),
    *("failed", "suppressed", "cancelled", "in_doubt", "sandboxed", "opened", "opens", "machine_opens", "clicked"),
    *("clicks", "machine_clicks", "complained", "unsubscribed", "latency_ms", "timed"),
)


class TransactionalFigure(models.Model):
    """What happened in an hour (UTC) to messages that are alike. Written only by adding.

    `slot` spreads writers over several rows, so that they don't wait for each other; a figure is the sum over slots.
    `latencies` counts by the places of LATENCIES the deliveries whose time is in `latency_ms`.
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
    """That each recipient of a batch is done, and since when."""

    batch = models.OneToOneField(TransactionalBatch, on_delete=models.CASCADE, primary_key=True, related_name="end")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    finished_at = models.DateTimeField()

    objects = TeamManager()
