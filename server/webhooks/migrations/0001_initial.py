"""Endpoints, deliveries and attempts of webhooks."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

import server.core.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="WebhookEndpoint",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("owner", models.CharField(max_length=30)),
                ("url", models.CharField(max_length=2048)),
                ("description", models.CharField(blank=True, max_length=200)),
                (
                    "kinds",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), size=None),
                ),
                (
                    "scope_ids",
                    django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None),
                ),
                ("secret", models.BinaryField()),
                ("previous_secret", models.BinaryField(null=True)),
                ("previous_secret_until", models.DateTimeField(null=True)),
                ("disabled_at", models.DateTimeField(null=True)),
                (
                    "disabled_reason",
                    models.CharField(
                        blank=True,
                        choices=[("person", "Person"), ("gone", "Gone"), ("failing", "Failing")],
                        max_length=7,
                    ),
                ),
                ("failures", models.PositiveIntegerField(default=0)),
                ("failing_since", models.DateTimeField(null=True)),
                ("paused_until", models.DateTimeField(null=True)),
                ("last_success_at", models.DateTimeField(null=True)),
                ("last_failure_at", models.DateTimeField(null=True)),
                ("last_test_at", models.DateTimeField(null=True)),
                (
                    "last_test_outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("delivered", "Delivered"),
                            ("refused", "Refused"),
                            ("redirected", "Redirected"),
                            ("gone", "Gone"),
                            ("tooSlow", "Too Slow"),
                            ("unreachable", "Unreachable"),
                            ("unknownHost", "Unknown Host"),
                            ("notAllowed", "Not Allowed"),
                            ("broken", "Broken"),
                        ],
                        max_length=11,
                    ),
                ),
                ("last_test_status", models.PositiveSmallIntegerField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "created_at"], name="webhooks_endpoint_team")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kinds", []), _negated=True), name="webhooks_endpoint_kinds"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("disabled_at__isnull", True), ("disabled_reason", "")),
                            models.Q(
                                ("disabled_at__isnull", False), ("disabled_reason__in", ["person", "gone", "failing"])
                            ),
                            _connector="OR",
                        ),
                        name="webhooks_endpoint_disabled",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("event_id", models.UUIDField()),
                ("kind", models.CharField(max_length=60)),
                ("record_id", models.UUIDField(null=True)),
                ("record_label", models.CharField(blank=True, max_length=320)),
                ("body", models.TextField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("sending", "Sending"),
                            ("delivered", "Delivered"),
                            ("failed", "Failed"),
                            ("held", "Held"),
                        ],
                        max_length=9,
                    ),
                ),
                ("is_test", models.BooleanField(default=False)),
                ("attempt_count", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField()),
                ("lease_until", models.DateTimeField(null=True)),
                ("fence", models.PositiveIntegerField(default=0)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("delivered", "Delivered"),
                            ("refused", "Refused"),
                            ("redirected", "Redirected"),
                            ("gone", "Gone"),
                            ("tooSlow", "Too Slow"),
                            ("unreachable", "Unreachable"),
                            ("unknownHost", "Unknown Host"),
                            ("notAllowed", "Not Allowed"),
                            ("broken", "Broken"),
                        ],
                        max_length=11,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "team",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"
                    ),
                ),
                (
                    "endpoint",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="webhooks.webhookendpoint",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["endpoint", "due_at", "id"],
                        name="webhooks_delivery_due",
                    ),
                    models.Index(
                        condition=models.Q(("is_test", True), ("state", "waiting")),
                        fields=["endpoint"],
                        name="webhooks_delivery_test",
                    ),
                    models.Index(
                        condition=models.Q(("state", "sending")),
                        fields=["lease_until"],
                        name="webhooks_delivery_leased",
                    ),
                    models.Index(fields=["endpoint", "-id"], name="webhooks_delivery_newest"),
                    models.Index(
                        condition=models.Q(("state__in", ["failed", "held"])),
                        fields=["endpoint", "-id"],
                        name="webhooks_delivery_replayable",
                    ),
                    models.Index(fields=["created_at"], name="webhooks_delivery_age"),
                    models.Index(
                        condition=models.Q(("record_id__isnull", False)),
                        fields=["record_id"],
                        name="webhooks_delivery_record",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("event_id", "endpoint"), name="webhooks_delivery_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "sending", "delivered", "failed", "held"])),
                        name="webhooks_delivery_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("lease_until__isnull", False), ("state", "sending")),
                            models.Q(models.Q(("state", "sending"), _negated=True), ("lease_until__isnull", True)),
                            _connector="OR",
                        ),
                        name="webhooks_delivery_lease",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WebhookAttempt",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("attempted_at", models.DateTimeField()),
                ("duration_ms", models.PositiveIntegerField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("delivered", "Delivered"),
                            ("refused", "Refused"),
                            ("redirected", "Redirected"),
                            ("gone", "Gone"),
                            ("tooSlow", "Too Slow"),
                            ("unreachable", "Unreachable"),
                            ("unknownHost", "Unknown Host"),
                            ("notAllowed", "Not Allowed"),
                            ("broken", "Broken"),
                        ],
                        max_length=11,
                    ),
                ),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("response_body", models.TextField(blank=True)),
                (
                    "team",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"
                    ),
                ),
                (
                    "delivery",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="webhooks.webhookdelivery",
                    ),
                ),
            ],
            options={
                "ordering": [models.OrderBy(models.F("id"))],
            },
        ),
    ]
