"""Email campaigns: what is written, to whom it goes, and how far it is."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.accounts.models import EMAIL_LENGTH
from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.limits import (
    CATEGORY_LENGTH,
    NAME_LENGTH,
    PREHEADER_LENGTH,
    SUBJECT_LENGTH,
    CampaignKind,
    ContentKind,
    StarterName,
)
from server.campaigns.states import CampaignStatus
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.senders.addresses import NAME_LENGTH as SENDER_NAME_LENGTH
from server.senders.models import Sender
from server.teams.models import Team

__all__ = ["AbTest", "Campaign", "CampaignVariant"]


class Campaign(models.Model):
    """CAMP-05. From its start on, what is sent is the mailing frozen in delivery, not these fields."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="campaigns")
    kind = models.CharField(max_length=8, choices=CampaignKind, default=CampaignKind.EMAIL)
    name = models.CharField(max_length=NAME_LENGTH)
    subject = models.CharField(max_length=SUBJECT_LENGTH, blank=True, default="")
    preheader = models.CharField(max_length=PREHEADER_LENGTH, blank=True, default="")
    category = models.CharField(max_length=CATEGORY_LENGTH, blank=True, default="")
    sender = models.ForeignKey(Sender, null=True, on_delete=models.SET_NULL, related_name="+")
    content_kind = models.CharField(max_length=8, choices=ContentKind, default=ContentKind.MARKDOWN)
    starter = models.CharField(max_length=12, choices=StarterName, default=StarterName.LETTER)
    body = models.TextField(blank=True, default="")
    # To every subscribed contact, or to those with one of the labels or in one of the segments. What of these has gone
    # is refused at the start.
    to_all = models.BooleanField(default=False)
    label_ids = ArrayField(models.IntegerField(), default=list)
    segment_ids = ArrayField(models.IntegerField(), default=list)
    # What it is about: it goes to those alone who take the topic.
    topic_id = models.IntegerField(null=True)
    status = models.CharField(max_length=9, choices=CampaignStatus, default=CampaignStatus.DRAFT)
    # Frozen at the start, for the sender may be renamed or deleted later.
    from_name = models.CharField(max_length=SENDER_NAME_LENGTH, blank=True, default="")
    from_email = models.CharField(max_length=EMAIL_LENGTH, blank=True, default="")
    recipient_count = models.PositiveIntegerField(default=0)
    schedule_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)  # when the last recipient was done, or sending was stopped
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    revision = models.PositiveIntegerField(default=1)

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["team", "-created_at"], name="campaign_newest"),
            models.Index(fields=["team", "kind", "-created_at"], name="campaign_kind_newest"),
            models.Index(fields=["team", "status"], name="campaign_status"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=CampaignStatus.values), name="campaign_status_known"),
            models.CheckConstraint(
                condition=Q(status__in=["DRAFT", "SCHEDULED"]) | Q(started_at__isnull=False),
                name="campaign_started_when",
            ),
        ]

    def __str__(self) -> str:
        return self.name
