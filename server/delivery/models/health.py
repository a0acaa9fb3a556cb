"""Bounces and complaints after sending, and the pauses that they cause."""

from django.db import models
from django.db.models import Q

from server.core.teamscope import TeamManager
from server.delivery.models.mailings import MAX_EMAIL_LENGTH
from server.delivery.states import FeedbackKind, PauseReason
from server.teams.models import Team


class Feedback(models.Model):
    """A bounce or complaint about a message after it was sent; each once.

    Stored in addition to the event because it has the send time: emails sent before a team was resumed do not count
    against it afterwards.
    """

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    mailing_id = models.BigIntegerField()
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=9, choices=FeedbackKind)
    at = models.DateTimeField()
    sent_at = models.DateTimeField()
    bounce = models.CharField(max_length=10, blank=True)
    domain = models.CharField(max_length=MAX_EMAIL_LENGTH, blank=True)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "-at"], name="feedback_newest")]
        constraints = [
            models.UniqueConstraint(fields=["mailing_id", "position", "kind"], name="feedback_once"),
        ]


class SendingPause(models.Model):
    """A pause of a team's marketing email because of bounces or complaints, and who resumed it.

    `counted` of `sent` exceeded `threshold`, a fraction. No campaign is sent during an open pause.
    """

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    reason = models.CharField(max_length=10, choices=PauseReason)
    sent = models.PositiveIntegerField()
    counted = models.PositiveIntegerField()
    threshold = models.FloatField()
    campaigns = models.PositiveIntegerField(default=0)  # paused by it while being sent
    resumed_at = models.DateTimeField(null=True)
    resumed_by = models.CharField(max_length=201, blank=True, default="")
    by_operator = models.BooleanField(default=False)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "-at"], name="pause_newest")]
        constraints = [
            models.UniqueConstraint(fields=["team"], condition=Q(resumed_at__isnull=True), name="pause_open_once"),
        ]
