"""Webhooks: where a team wants to be told of events, what it is to be told, and each try to tell it."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from server.core.ids import uuid7
from server.core.sealing import SealedField
from server.core.teamscope import TeamManager
from server.teams.models import Team
from server.transactional.webhook_states import (
    DESCRIPTION_LENGTH,
    URL_LENGTH,
    DeliveryState,
    DisabledReason,
    WebhookOutcome,
)

WEBHOOK_PURPOSE = "transactional.webhook"


class WebhookEndpoint(models.Model):
    """An address that events are posted to, by Standard Webhooks 1.0."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    url = models.CharField(max_length=URL_LENGTH)
    description = models.CharField(max_length=DESCRIPTION_LENGTH, blank=True)
    # Types of events (`EventType`), never empty; ids of transactional domains, where empty means all of them.
    types = ArrayField(models.CharField(max_length=20))
    domains = ArrayField(models.UUIDField(), default=list)
    # The secret's bytes as the caller sees them, sealed for this row. The former one signs beside it until its time.
    secret = SealedField(purpose=WEBHOOK_PURPOSE, owner="id")
    former_secret = SealedField(purpose=WEBHOOK_PURPOSE, owner="id", null=True)
    former_until = models.DateTimeField(null=True)
    # Null while it is on.
    disabled_at = models.DateTimeField(null=True)
    disabled_reason = models.CharField(max_length=7, choices=DisabledReason, blank=True)
    # How many tries have failed in a row, and since when; while it is held nothing is tried but a probe at its end.
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    held_until = models.DateTimeField(null=True)
    last_success_at = models.DateTimeField(null=True)
    last_failure_at = models.DateTimeField(null=True)
    # Result of the newest test event, which is not one of the failures in a row.
    last_test_at = models.DateTimeField(null=True)
    last_test_outcome = models.CharField(max_length=11, choices=WebhookOutcome, blank=True)
    last_test_status = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "created_at"], name="trx_webhook_team")]
        constraints = [
            models.CheckConstraint(condition=~Q(types=[]), name="trx_webhook_types"),
            models.CheckConstraint(
                condition=Q(disabled_at__isnull=True, disabled_reason="")
                | (Q(disabled_at__isnull=False) & Q(disabled_reason__in=DisabledReason.values)),
                name="trx_webhook_disabled",
            ),
        ]

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One event for one endpoint. `body` is posted as it stands here, byte for byte, at every try."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    endpoint = models.ForeignKey(WebhookEndpoint, on_delete=models.CASCADE, related_name="+", db_index=False)
    # The id that the receiver drops doubles by (`webhook-id`); no foreign key, since events are rows by month.
    event_id = models.UUIDField()
    type = models.CharField(max_length=20)
    message_id = models.UUIDField(null=True)
    recipient = models.CharField(max_length=320, blank=True)
    body = models.TextField()
    state = models.CharField(max_length=9, choices=DeliveryState)
    # A test is tried once and also where the endpoint is off.
    is_test = models.BooleanField(default=False)
    # Tries since it was last put in line; its attempts tell of all.
    tries = models.PositiveSmallIntegerField(default=0)
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
            models.Index(fields=["endpoint", "due_at"], name="trx_delivery_due", condition=Q(state="waiting")),
            models.Index(fields=["lease_until"], name="trx_delivery_leased", condition=Q(state="sending")),
            models.Index(fields=["endpoint", "-id"], name="trx_delivery_newest"),
            models.Index(
                fields=["endpoint", "-id"],
                name="trx_delivery_undone",
                condition=Q(state__in=["failed", "held"]),
            ),
            models.Index(fields=["created_at"], name="trx_delivery_age"),
            models.Index(fields=["message_id"], name="trx_delivery_message", condition=Q(message_id__isnull=False)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["event_id", "endpoint"], name="trx_delivery_once"),
            models.CheckConstraint(condition=Q(state__in=DeliveryState.values), name="trx_delivery_state"),
            models.CheckConstraint(
                condition=Q(state="sending", lease_until__isnull=False)
                | (~Q(state="sending") & Q(lease_until__isnull=True)),
                name="trx_delivery_lease",
            ),
        ]


class WebhookAttempt(models.Model):
    """One try: what was posted is the delivery's body, with `at` as its timestamp."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    delivery = models.ForeignKey(WebhookDelivery, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField()
    outcome = models.CharField(max_length=11, choices=WebhookOutcome)
    status = models.PositiveSmallIntegerField(null=True)
    # What came back, its first 4 KiB as text.
    response_body = models.TextField(blank=True)

    objects = TeamManager()

    class Meta:
        ordering = [F("id").asc()]
