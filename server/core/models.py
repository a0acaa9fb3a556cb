"""Tables of the core: pending events, jobs, stored responses of idempotent requests, and counts of attempts."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class OutboxEvent(models.Model):
    """A durable event, written in the transaction of its change and moved to the Redis stream after commit."""

    id = models.BigAutoField(primary_key=True)
    name = models.CharField(max_length=100)
    rooms = ArrayField(models.CharField(max_length=100))
    payload = models.JSONField()
    created_at = models.DateTimeField()
    moved_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["id"], name="outbox_waiting", condition=Q(moved_at__isnull=True)),
            models.Index(fields=["moved_at"], name="outbox_moved", condition=Q(moved_at__isnull=False)),
        ]


class JobState(models.TextChoices):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Job(models.Model):
    """Work to do after commit. The row is authoritative; Celery only wakes a worker."""

    id = models.BigAutoField(primary_key=True)
    name = models.CharField(max_length=100)
    arguments = models.JSONField(default=dict)
    queue = models.CharField(max_length=20, default="default")
    # The request that created the job; empty if there was none.
    request_id = models.CharField(max_length=64, default="")
    # While a job with this key waits, no other job with the key is added.
    key = models.CharField(max_length=200, null=True)
    state = models.CharField(max_length=10, choices=JobState, default=JobState.WAITING)
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    # Counts the claims and serves as the fence: a worker with an older number has lost the job.
    attempts = models.PositiveIntegerField(default=0)
    most_attempts = models.PositiveIntegerField(default=5)
    # The last attempt that committed a part of its work.
    productive_attempt = models.PositiveIntegerField(default=0)
    last_error = models.TextField(default="")
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="job_due", condition=Q(state="waiting")),
            models.Index(fields=["lease_until"], name="job_leased", condition=Q(state="running")),
            models.Index(fields=["finished_at"], name="job_finished", condition=Q(finished_at__isnull=False)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=Q(state="waiting"), name="job_key_waiting"),
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="job_state"),
        ]


class IdempotencyKey(models.Model):
    id = models.BigAutoField(primary_key=True)
    scope = models.CharField(max_length=64)
    key = models.CharField(max_length=128)
    fingerprint = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="idempotency_age")]
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="idempotency_scope_key")]


class Attempt(models.Model):
    """Attempts counted under a key (core/attempts.py): of an account, a network, or a pair of them."""

    key = models.CharField(max_length=90, primary_key=True)
    count = models.PositiveIntegerField()
    last_at = models.DateTimeField()
    # After that the count restarts.
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="attempt_age")]
