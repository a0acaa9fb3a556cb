import django.db.models.deletion
from django.db import migrations, models

import server.core.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="EmailedToken",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("validate", "Validate"),
                            ("reset", "Reset"),
                            ("signin", "Sign In"),
                            ("payment", "Payment"),
                            ("email", "Email"),
                        ],
                        max_length=10,
                    ),
                ),
                ("token_hash", models.BinaryField(max_length=32, unique=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="accounts.user")),
                ("email", models.CharField(blank=True, max_length=254)),
                ("team_id", models.UUIDField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="SpentChallenge",
            fields=[
                ("nonce", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["expires_at"], name="spent_challenge_age")],
            },
        ),
        migrations.CreateModel(
            name="Authenticator",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="authenticator",
                        serialize=False,
                        to="accounts.user",
                    ),
                ),
                ("sealed_secret", models.BinaryField(max_length=200)),
                ("last_step", models.BigIntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="SpentAssertion",
            fields=[
                ("jti_hash", models.BinaryField(max_length=32, primary_key=True, serialize=False)),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["expires_at"], name="spent_assertion_age")],
            },
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("code_hash", models.BinaryField(max_length=32)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="recovery_codes", to="accounts.user"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "code_hash"), name="recovery_code_once")],
            },
        ),
        migrations.CreateModel(
            name="TwoFactorCode",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("code_hash", models.BinaryField(max_length=32)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="codes", to="accounts.session"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="codes", to="accounts.user"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["session", "-created_at"], name="code_newest"),
                    models.Index(fields=["user", "-created_at"], name="code_of_user"),
                    models.Index(fields=["expires_at"], name="code_expiry"),
                ],
            },
        ),
    ]
