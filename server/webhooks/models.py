"""Endpoints of teams, queued events, and each attempt."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from server.core.ids import uuid7
from server.core.sealing import SealedField
from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.webhooks.kinds import KIND_LENGTH
from server.webhooks.states import (
    DESCRIPTION_LENGTH,
    LABEL_LENGTH,
    OWNER_LENGTH,
    URL_LENGTH,
    DeliveryState,
    DisabledReason,
    WebhookOutcome,
)

SEALING_PURPOSE = "webhooks.endpoint"


class WebhookEndpoint(models.Model):
    """A URL that events are posted to, by Standard Webhooks 1.0."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    # Name of the app that manages it (`owners.OWNERS`).
    owner = models.CharField(max_length=OWNER_LENGTH)
    url = models.CharField(max_length=URL_LENGTH)
    description = models.CharField(max_length=DESCRIPTION_LENGTH, blank=True)
    # Names of event kinds, never empty.
    kinds = ArrayField(models.CharField(max_length=KIND_LENGTH))
    # Empty: not limited.
    scope_ids = ArrayField(models.UUIDField(), default=list)
    # The secret (signing.py), sealed for this row. Until its end time, the previous one signs as well.
    secret = SealedField(purpose=SEALING_PURPOSE, owner="id")
    previous_secret = SealedField(purpose=SEALING_PURPOSE, owner="id", null=True)
    previous_secret_until = models.DateTimeField(null=True)
    # Null while it is on.
    disabled_at = models.DateTimeField(null=True)
    disabled_reason = models.CharField(max_length=7, choices=DisabledReason, blank=True)
    # Consecutive failed attempts, and their start. A paused endpoint gets no posts; after the pause, one event at a
    # time.
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)
    last_success_at = models.DateTimeField(null=True)
    last_failure_at = models.DateTimeField(null=True)
    # Result of the newest test event, which does not count as a consecutive failure.
    last_test_at = models.DateTimeField(null=True)
    last_test_outcome = models.CharField(max_length=11, choices=WebhookOutcome, blank=True)
    last_test_status = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "created_at"], name="webhooks_endpoint_team")]
        constraints = [
            models.CheckConstraint(condition=~Q(kinds=[]), name="webhooks_endpoint_kinds"),
            models.CheckConstraint(
                condition=Q(disabled_at__isnull=True, disabled_reason="")
                | (Q(disabled_at__isnull=False) & Q(disabled_reason__in=DisabledReason.values)),
                name="webhooks_endpoint_disabled",
            ),
        ]

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One event for one endpoint. Every attempt posts `body` byte for byte."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    endpoint = models.ForeignKey(WebhookEndpoint, on_delete=models.CASCADE, related_name="+", db_index=False)
    # Receivers recognise a repeated event by it (`webhook-id`).
    event_id = models.UUIDField()
    kind = models.CharField(max_length=KIND_LENGTH)
    # The record of the publishing app that the event is about, and its label in lists of deliveries.
    record_id = models.UUIDField(null=True)
    record_label = models.CharField(max_length=LABEL_LENGTH, blank=True)
    body = models.TextField()
    state = models.CharField(max_length=9, choices=DeliveryState)
    # A test is attempted once, even if the endpoint is disabled.
    is_test = models.BooleanField(default=False)
    # Since it was last queued; the attempt rows cover its whole history.
    attempt_count = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    fence = models.PositiveIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True)
    outcome = models.CharField(max_length=11, choices=WebhookOutcome, blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(
                fields=["endpoint", "due_at", "id"], name="webhooks_delivery_due", condition=Q(state="waiting")
            ),
            models.Index(
                fields=["endpoint"], name="webhooks_delivery_test", condition=Q(state="waiting", is_test=True)
            ),
            models.Index(fields=["lease_until"], name="webhooks_delivery_leased", condition=Q(state="sending")),
            models.Index(fields=["endpoint", "-id"], name="webhooks_delivery_newest"),
            models.Index(
                fields=["endpoint", "-id"],
                name="webhooks_delivery_replayable",
                condition=Q(state__in=["failed", "held"]),
            ),
            models.Index(fields=["created_at"], name="webhooks_delivery_age"),
            models.Index(fields=["record_id"], name="webhooks_delivery_record", condition=Q(record_id__isnull=False)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["event_id", "endpoint"], name="webhooks_delivery_once"),
            models.CheckConstraint(condition=Q(state__in=DeliveryState.values), name="webhooks_delivery_state"),
            models.CheckConstraint(
                condition=Q(state="sending", lease_until__isnull=False)
                | (~Q(state="sending") & Q(lease_until__isnull=True)),
                name="webhooks_delivery_lease",
            ),
        ]


class WebhookAttempt(models.Model):
    """One attempt of a delivery; `attempted_at` is the timestamp that was signed."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    delivery = models.ForeignKey(WebhookDelivery, on_delete=models.CASCADE, related_name="attempts")
    attempted_at = models.DateTimeField()
    duration_ms = models.PositiveIntegerField()
    outcome = models.CharField(max_length=11, choices=WebhookOutcome)
    status = models.PositiveSmallIntegerField(null=True)
    # The first 4 KiB as text.
    response_body = models.TextField(blank=True)

    objects = TeamManager()

    class Meta:
        ordering = [F("id").asc()]
