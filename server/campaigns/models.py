"""Email campaigns: what is written, to whom it goes, and how far it is."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.accounts.models import EMAIL_LENGTH
from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.limits import (
    CATEGORY_LENGTH,
    EMAIL,
    FAILURE_LENGTH,
    KIND_LENGTH,
    NAME_LENGTH,
    PREHEADER_LENGTH,
    SUBJECT_LENGTH,
    ContentKind,
    ScheduleZone,
    StarterName,
)
from server.campaigns.states import CampaignStatus, LinkOutcome
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.documents.limits import NODE_LENGTH
from server.documents.models import Document
from server.documents.starters import BODY
from server.senders.addresses import NAME_LENGTH as SENDER_NAME_LENGTH
from server.senders.models import Sender
from server.teams.models import Team

__all__ = ["AbTest", "Campaign", "CampaignVariant"]


class Campaign(models.Model):
    """CAMP-05. From its start on, what is sent is the mailing frozen in delivery, not these fields."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="campaigns")
    kind = models.CharField(max_length=KIND_LENGTH, default=EMAIL)  # a key of kinds.KINDS
    name = models.CharField(max_length=NAME_LENGTH)
    subject = models.CharField(max_length=SUBJECT_LENGTH, blank=True, default="")
    preheader = models.CharField(max_length=PREHEADER_LENGTH, blank=True, default="")
    category = models.CharField(max_length=CATEGORY_LENGTH, blank=True, default="")
    sender = models.ForeignKey(Sender, null=True, on_delete=models.SET_NULL, related_name="+")
    content_kind = models.CharField(max_length=8, choices=ContentKind, default=ContentKind.MARKDOWN)
    starter = models.CharField(max_length=12, choices=StarterName, default=StarterName.LETTER)
    body = models.TextField(blank=True, default="")
    # What is written where the content is a document; it goes with the campaign.
    document = models.OneToOneField(Document, null=True, on_delete=models.RESTRICT, related_name="+")
    # Which of the document's roots is the mail: the one body, or that of a test's first variant.
    root = models.CharField(max_length=NODE_LENGTH, default=BODY)
    # The text/plain part as somebody wrote it; empty: made from the body.
    plain_text = models.TextField(blank=True, default="")
    # As extras.py names their parts.
    utm = models.JSONField(default=dict)
    footer = models.JSONField(default=dict)
    event = models.JSONField(null=True)
    # To every subscribed contact, or to those with one of the labels or in one of the segments. What of these has gone
    # is refused at the start.
    to_all = models.BooleanField(default=False)
    label_ids = ArrayField(models.IntegerField(), default=list)
    segment_ids = ArrayField(models.IntegerField(), default=list)
    # Who of them does not get it all the same.
    exclude_label_ids = ArrayField(models.IntegerField(), default=list)
    exclude_segment_ids = ArrayField(models.IntegerField(), default=list)
    # What it is about: it goes to those alone who take the topic.
    topic_id = models.IntegerField(null=True)
    # Of those chosen only who was sent this campaign and opened nothing of it. Its mailing outlives it.
    unopened_of = models.UUIDField(null=True)
    status = models.CharField(max_length=9, choices=CampaignStatus, default=CampaignStatus.DRAFT)
    # Frozen at the start, for the sender may be renamed or deleted later.
    from_name = models.CharField(max_length=SENDER_NAME_LENGTH, blank=True, default="")
    from_email = models.CharField(max_length=EMAIL_LENGTH, blank=True, default="")
    recipient_count = models.PositiveIntegerField(default=0)
    # The moment that was chosen; of a draft only the day it is planned for.
    schedule_at = models.DateTimeField(null=True)
    schedule_zone = models.CharField(max_length=7, choices=ScheduleZone, default=ScheduleZone.TEAM)
    # When it begins: at the chosen moment, or as early as that hour comes anywhere. Null unless it is scheduled.
    fires_at = models.DateTimeField(null=True)
    # At most so many an hour; null: as fast as it goes.
    per_hour = models.PositiveIntegerField(null=True)
    failure = models.CharField(max_length=FAILURE_LENGTH, blank=True, default="")  # why it is FAILED
    started_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)  # when the last recipient was done, or sending was stopped
    # CAMP-07: somebody has looked it over; any edit takes that away. `seen` are the codes of the warnings then.
    ready_at = models.DateTimeField(null=True)
    seen = ArrayField(models.CharField(max_length=40), default=list)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    revision = models.PositiveIntegerField(default=1)
    # The last edit of each field: its revision and its author (edit_conflicts.py).
    field_edits = models.JSONField(default=dict)

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["team", "-created_at"], name="campaign_newest"),
            models.Index(fields=["team", "kind", "-created_at"], name="campaign_kind_newest"),
            models.Index(fields=["team", "status"], name="campaign_status"),
            models.Index(fields=["fires_at"], name="campaign_due", condition=Q(status=CampaignStatus.SCHEDULED)),
            models.Index(fields=["team", "started_at"], name="campaign_started"),
            models.Index(fields=["team", "schedule_at"], name="campaign_planned", condition=Q(started_at=None)),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=CampaignStatus.values), name="campaign_status_known"),
            models.CheckConstraint(
                condition=Q(status__in=["DRAFT", "SCHEDULED", "FAILED"]) | Q(started_at__isnull=False),
                name="campaign_started_when",
            ),
            models.CheckConstraint(
                condition=Q(content_kind=ContentKind.DOCUMENT, document__isnull=False)
                | ~Q(content_kind=ContentKind.DOCUMENT) & Q(document__isnull=True),
                name="campaign_document_when",
            ),
            models.CheckConstraint(
                condition=Q(status=CampaignStatus.SCHEDULED) | Q(fires_at__isnull=True), name="campaign_fires_when"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class CampaignDefault(models.Model):
    """What new campaigns of a team begin with. Whether links get parameters the team itself says."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    utm = models.JSONField(default=dict)
    footer = models.JSONField(default=dict)
    updated_at = models.DateTimeField()

    objects = TeamManager()


class LinkVerdict(models.Model):
    """What an address in a team's campaigns answered when it was last asked."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    key = models.BinaryField(max_length=32)  # SHA-256 of the address
    outcome = models.CharField(max_length=8, choices=LinkOutcome)
    at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "key"], name="link_verdict_once")]
        indexes = [models.Index(fields=["team", "at"], name="link_verdict_at")]


class LinkRun(models.Model):
    """The last time that the links of a campaign were asked: for which set of addresses, and how far it is."""

    campaign = models.OneToOneField(Campaign, primary_key=True, on_delete=models.CASCADE, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    addresses_key = models.BinaryField(max_length=32)  # SHA-256 of them
    total = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=1)
    alive_at = models.DateTimeField()  # when it last went on

    objects = TeamManager()
