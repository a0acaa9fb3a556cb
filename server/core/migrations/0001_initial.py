from pathlib import Path

import django.contrib.postgres.fields
from django.db import migrations, models


def _run(name: str) -> migrations.RunSQL:
    return migrations.RunSQL((Path(__file__).parent / "sql" / name).read_text(encoding="utf-8"))


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Attempt",
            fields=[
                ("key", models.CharField(max_length=90, primary_key=True, serialize=False)),
                ("count", models.PositiveIntegerField()),
                ("last_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["expires_at"], name="attempt_age")],
            },
        ),
        migrations.CreateModel(
            name="IdempotencyKey",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("scope", models.CharField(max_length=64)),
                ("key", models.CharField(max_length=128)),
                ("fingerprint", models.BinaryField(max_length=32)),
                ("status", models.PositiveSmallIntegerField()),
                ("answer", models.JSONField(null=True)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["created_at"], name="idempotency_age")],
                "constraints": [models.UniqueConstraint(fields=("scope", "key"), name="idempotency_scope_key")],
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=100)),
                ("arguments", models.JSONField(default=dict)),
                ("queue", models.CharField(default="default", max_length=20)),
                ("request_id", models.CharField(default="", max_length=64)),
                ("key", models.CharField(max_length=200, null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("lease_until", models.DateTimeField(null=True)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("most_attempts", models.PositiveIntegerField(default=5)),
                ("productive_attempt", models.PositiveIntegerField(default=0)),
                ("last_error", models.TextField(default="")),
                ("created_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("state", "waiting")), fields=["due_at"], name="job_due"),
                    models.Index(condition=models.Q(("state", "running")), fields=["lease_until"], name="job_leased"),
                    models.Index(
                        condition=models.Q(("finished_at__isnull", False)), fields=["finished_at"], name="job_finished"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "waiting")), fields=("key",), name="job_key_waiting"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "running", "done", "failed"])), name="job_state"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OutboxEvent",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=100)),
                (
                    "rooms",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=100), size=None),
                ),
                ("payload", models.JSONField()),
                ("created_at", models.DateTimeField()),
                ("moved_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("moved_at__isnull", True)), fields=["id"], name="outbox_waiting"),
                    models.Index(
                        condition=models.Q(("moved_at__isnull", False)), fields=["moved_at"], name="outbox_moved"
                    ),
                ],
            },
        ),
        _run("partitions.sql"),
    ]
