"""Email campaigns: their content, recipients and status."""

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
from server.documents.limits import MAX_NODE_ID_LENGTH
from server.documents.models import Document
from server.documents.starters import BODY
from server.senders.addresses import MAX_NAME_LENGTH as SENDER_NAME_LENGTH
from server.senders.models import Sender
from server.teams.models import Team

__all__ = ["AbTest", "Campaign", "CampaignVariant"]


class Campaign(models.Model):
    """CAMP-05. Once started, the frozen mailing in delivery is sent, not these fields."""

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
    # The content if it is a document; deleted with the campaign.
    document = models.OneToOneField(Document, null=True, on_delete=models.RESTRICT, related_name="+")
    # The document root of the email: the only body, or that of a test's first variant.
    root = models.CharField(max_length=MAX_NODE_ID_LENGTH, default=BODY)
    # The text/plain part as written; if empty, it is generated from the body.
    plain_text = models.TextField(blank=True, default="")
    # Schemas in extras.py.
    utm = models.JSONField(default=dict)
    footer = models.JSONField(default=dict)
    event = models.JSONField(null=True)
    # All subscribed contacts, or those with one of the labels or in one of the segments. Deleted ones prevent the
    # start.
    to_all = models.BooleanField(default=False)
    label_ids = ArrayField(models.IntegerField(), default=list)
    segment_ids = ArrayField(models.IntegerField(), default=list)
    # Contacts with these labels or in these segments are excluded.
    exclude_label_ids = ArrayField(models.IntegerField(), default=list)
    exclude_segment_ids = ArrayField(models.IntegerField(), default=list)
    # Only contacts that receive the topic get the campaign.
    topic_id = models.IntegerField(null=True)
    # Restricts the recipients to those of this campaign who did not open it. Its mailing outlives it.
    unopened_of = models.UUIDField(null=True)
    status = models.CharField(max_length=9, choices=CampaignStatus, default=CampaignStatus.DRAFT)
    # Frozen at the start, because the sender can be renamed or deleted later.
    from_name = models.CharField(max_length=SENDER_NAME_LENGTH, blank=True, default="")
    from_email = models.CharField(max_length=EMAIL_LENGTH, blank=True, default="")
    recipient_count = models.PositiveIntegerField(default=0)
    # The chosen time; for a draft, only a planned date.
    schedule_at = models.DateTimeField(null=True)
    schedule_zone = models.CharField(max_length=7, choices=ScheduleZone, default=ScheduleZone.TEAM)
    # Start of sending: the chosen time, or its earliest occurrence in any time zone. Null unless scheduled.
    fires_at = models.DateTimeField(null=True)
    # Maximum emails per hour; null for no limit.
    per_hour = models.PositiveIntegerField(null=True)
    failure = models.CharField(max_length=FAILURE_LENGTH, blank=True, default="")  # error code of a FAILED campaign
    started_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)  # when the last recipient was processed or sending was stopped
    # CAMP-07: a user has reviewed it. Any edit clears this. `seen` has the codes of the warnings at that time.
    ready_at = models.DateTimeField(null=True)
    seen = ArrayField(models.CharField(max_length=40), default=list)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    revision = models.PositiveIntegerField(default=1)
    # Revision and author of the last edit of each field (edit_conflicts.py).
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
    """Default settings of a team's new campaigns. The team itself decides whether links get UTM parameters."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    utm = models.JSONField(default=dict)
    footer = models.JSONField(default=dict)
    updated_at = models.DateTimeField()

    objects = TeamManager()


class LinkCheckResult(models.Model):
    """The result of the last check of an address in a team's campaigns."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    key = models.BinaryField(max_length=32)  # SHA-256 of the address
    outcome = models.CharField(max_length=8, choices=LinkOutcome)
    at = models.DateTimeField()
    # The last request to it. Without one, the team had reached its hourly limit.
    requested_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "key"], name="link_verdict_once")]
        indexes = [models.Index(fields=["team", "at"], name="link_verdict_at")]


class LinkCheck(models.Model):
    """The last link check of a campaign: its set of addresses and progress."""

    campaign = models.OneToOneField(Campaign, primary_key=True, on_delete=models.CASCADE, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    addresses_key = models.BinaryField(max_length=32)  # SHA-256 of the addresses
    total = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=1)
    alive_at = models.DateTimeField()  # last progress

    objects = TeamManager()
