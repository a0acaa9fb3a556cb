"""Messages to the support of this installation, and survey responses."""

from django.db import models
from django.db.models import Q

from server.accounts.models import User
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.help.limits import (
    COMMENT_LENGTH,
    COMPANY_LENGTH,
    EMAIL_LENGTH,
    MESSAGE_LENGTH,
    NAME_LENGTH,
    PHONE_LENGTH,
)
from server.teams.models import Team


class ContactMessage(models.Model):
    """A message of the contact form. It is stored first and emailed by a job, so that no message is lost with its
    email.

    It can be sent without signing in, so it belongs to no team.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    email = models.CharField(max_length=EMAIL_LENGTH)
    company = models.CharField(max_length=COMPANY_LENGTH, blank=True, default="")
    phone = models.CharField(max_length=PHONE_LENGTH, blank=True, default="")
    message = models.TextField(max_length=MESSAGE_LENGTH)
    # The sender's /24 or /64, which the daily limit counts by.
    network = models.CharField(max_length=50)
    created_at = models.DateTimeField()
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["network", "created_at"], name="contact_message_recent")]


class SurveyKind(models.TextChoices):
    CSAT = "csat"
    ONBOARDING = "onboarding"


class SurveyResponse(models.Model):
    """A survey response, which never changes. Responding again adds another row."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=SurveyKind)
    # For CSAT: 1 to 5.
    score = models.PositiveSmallIntegerField(null=True)
    comment = models.CharField(max_length=COMMENT_LENGTH, blank=True, default="")
    # For the onboarding survey: question to answer.
    answers = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["user", "kind", "created_at"], name="survey_recent")]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="csat", score__isnull=False, score__range=(1, 5))
                | Q(kind="onboarding", score__isnull=True),
                name="survey_score",
            ),
        ]
