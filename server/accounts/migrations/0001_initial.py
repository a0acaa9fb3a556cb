import django.db.models.deletion
from django.db import migrations, models

import server.core.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("email", models.CharField(max_length=254, unique=True)),
                ("password", models.CharField(max_length=255)),
                ("firstname", models.CharField(blank=True, max_length=100)),
                ("lastname", models.CharField(blank=True, max_length=100)),
                ("image", models.CharField(blank=True, max_length=500)),
                ("phone", models.CharField(blank=True, max_length=32)),
                ("hour_format", models.PositiveSmallIntegerField(default=24)),
                ("language", models.CharField(default="en", max_length=5)),
                ("tours", models.JSONField(default=dict)),
                ("hints", models.JSONField(default=dict)),
                ("toggle_contact", models.BooleanField(default=False)),
                ("policy_version", models.CharField(blank=True, max_length=20)),
                ("last_product_update", models.DateTimeField(null=True)),
                ("validated_at", models.DateTimeField(null=True)),
                ("locked_at", models.DateTimeField(null=True)),
                ("is_operator", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("affiliate_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("hour_format__in", [12, 24])), name="user_hour_format")
                ],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("team_id", models.UUIDField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("normal", "normal"),
                            ("2fa", "2fa"),
                            ("trx", "trx"),
                            ("landing", "landing"),
                            ("form", "form"),
                        ],
                        max_length=10,
                    ),
                ),
                ("token_hash", models.BinaryField(max_length=32, unique=True)),
                ("device", models.CharField(blank=True, max_length=200)),
                ("address", models.GenericIPAddressField(null=True)),
                ("created_at", models.DateTimeField()),
                ("last_seen_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "end_reason",
                    models.CharField(
                        blank=True, choices=[("signed-out", "Signed Out"), ("forced-out", "Forced Out")], max_length=12
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sessions", to="accounts.user"
                    ),
                ),
                ("ends_others", models.BooleanField(default=False)),
                (
                    "parent",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="children",
                        to="accounts.session",
                    ),
                ),
                ("passed_at", models.DateTimeField(null=True)),
                ("payment_only", models.BooleanField(default=False)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_at__isnull", True)), fields=["user", "kind"], name="session_open"
                    ),
                    models.Index(
                        condition=models.Q(("ended_at__isnull", True)), fields=["team_id"], name="session_of_team"
                    ),
                    models.Index(fields=["expires_at"], name="session_expiry"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PushToken",
            fields=[
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="push_token",
                        serialize=False,
                        to="accounts.session",
                    ),
                ),
                ("token", models.CharField(max_length=1000, unique=True)),
                ("updated_at", models.DateTimeField()),
            ],
        ),
    ]
