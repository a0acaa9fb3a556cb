"""A/B tests: the tested property, the variants and the winner."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from server.campaigns.ab.states import MAX_VARIANTS, MAX_WAIT_HOURS, DecisionMode, Metric, TestedProperty, WinnerBy
from server.campaigns.limits import PREHEADER_LENGTH, SUBJECT_LENGTH, ContentKind, StarterName
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.documents.limits import MAX_NODE_ID_LENGTH
from server.documents.starters import BODY
from server.senders.models import Sender
from server.teams.models import Team

VARIANT_NAME_LENGTH = 60


class AbTest(models.Model):
    """The test of a campaign of kind abTest. Shares are percentages of the recipients and add up to 100."""

    campaign = models.OneToOneField(
        "campaigns.Campaign", on_delete=models.CASCADE, primary_key=True, related_name="test"
    )
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    tested = models.CharField(max_length=8, choices=TestedProperty, default=TestedProperty.SUBJECT)
    metric = models.CharField(max_length=8, choices=Metric, default=Metric.CLICKS)
    chooses = models.CharField(max_length=8, choices=DecisionMode, default=DecisionMode.RULE)
    wait_hours = models.PositiveSmallIntegerField(
        default=4, validators=[MinValueValidator(1), MaxValueValidator(MAX_WAIT_HOURS)]
    )
    winner_share = models.PositiveSmallIntegerField()
    # End of the waiting time, extended by the duration of each pause.
    ends_at = models.DateTimeField(null=True)
    # Paused by a user. Blocks every start, even without an active mailing that could be paused.
    is_held = models.BooleanField(default=False)
    paused_at = models.DateTimeField(null=True)
    # Time of the request to choose the winner.
    asked_at = models.DateTimeField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)  # number of the variant
    winner_by = models.CharField(max_length=4, choices=WinnerBy, blank=True, default="")
    decided_at = models.DateTimeField(null=True)
    decided_name = models.CharField(max_length=201, blank=True, default="")  # the user who chose it, if any
    # The results by which it was decided: one record per variant, and the confidence.
    decision = models.JSONField(null=True)
    # Data of variants that were removed from the document, newest last (document_variants.py).
    parted = models.JSONField(default=list)

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(
                fields=["ends_at"], name="abtest_due", condition=Q(winner__isnull=True, ends_at__isnull=False)
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(winner_share__gte=1, winner_share__lte=98), name="abtest_winner_share"),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | ~Q(winner_by="") & Q(decided_at__isnull=False),
                name="abtest_decided_when",
            ),
        ]


class CampaignVariant(models.Model):
    """Own fields of a variant. Only the tested ones apply; the campaign provides the others."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="variants")
    number = models.PositiveSmallIntegerField()  # display order, from 0
    name = models.CharField(max_length=VARIANT_NAME_LENGTH, blank=True, default="")
    share = models.PositiveSmallIntegerField()  # percentage of the recipients that get it in the test
    subject = models.CharField(max_length=SUBJECT_LENGTH, blank=True, default="")
    preheader = models.CharField(max_length=PREHEADER_LENGTH, blank=True, default="")
    sender = models.ForeignKey(Sender, null=True, on_delete=models.SET_NULL, related_name="+")
    content_kind = models.CharField(max_length=8, choices=ContentKind, default=ContentKind.MARKDOWN)
    starter = models.CharField(max_length=12, choices=StarterName, default=StarterName.LETTER)
    body = models.TextField(blank=True, default="")
    root = models.CharField(max_length=MAX_NODE_ID_LENGTH, default=BODY)  # a root of the campaign's document
    plain_text = models.TextField(blank=True, default="")  # belongs to the content
    delay_minutes = models.PositiveIntegerField(default=0)  # after the start

    objects = TeamManager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="variant_number_once"),
            models.CheckConstraint(condition=Q(number__lt=MAX_VARIANTS), name="variant_number"),
            models.CheckConstraint(condition=Q(share__gte=1, share__lte=98), name="variant_share"),
        ]
