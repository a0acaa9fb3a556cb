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
            name="SunsetRule",
            fields=[
                (
                    "team",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="teams.team",
                    ),
                ),
                ("enabled", models.BooleanField(default=True)),
                ("months", models.PositiveSmallIntegerField()),
                ("least_sent", models.PositiveSmallIntegerField()),
                (
                    "act",
                    models.CharField(
                        choices=[("label", "Label"), ("suppress", "Suppress"), ("unsubscribe", "Unsubscribe")],
                        max_length=11,
                    ),
                ),
                ("label_id", models.IntegerField(null=True)),
                ("announced", models.BooleanField(default=False)),
                ("next_at", models.DateTimeField()),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
            ],
            options={
                "indexes": [models.Index(condition=models.Q(("enabled", True)), fields=["next_at"], name="sunset_due")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("act", "label"), ("label_id__isnull", False)),
                            models.Q(("act", "label"), _negated=True),
                            _connector="OR",
                        ),
                        name="sunset_label",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SunsetRun",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("at", models.DateTimeField()),
                ("months", models.PositiveSmallIntegerField()),
                ("least_sent", models.PositiveSmallIntegerField()),
                (
                    "act",
                    models.CharField(
                        choices=[("label", "Label"), ("suppress", "Suppress"), ("unsubscribe", "Unsubscribe")],
                        max_length=11,
                    ),
                ),
                ("label_id", models.IntegerField(null=True)),
                ("is_trial", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("RUNNING", "Running"),
                            ("DONE", "Done"),
                            ("FAILED", "Failed"),
                            ("UNDOING", "Undoing"),
                            ("UNDONE", "Undone"),
                        ],
                        default="RUNNING",
                        max_length=7,
                    ),
                ),
                ("keys", models.BinaryField(default=b"")),
                ("found", models.PositiveIntegerField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                ("changed", models.PositiveIntegerField(default=0)),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                ("finished_at", models.DateTimeField(null=True)),
                ("undone_by", models.CharField(blank=True, default="", max_length=201)),
                ("has_failed", models.BooleanField(default=False)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "-at"], name="sunset_run_newest")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "RUNNING")), fields=("team",), name="sunset_running_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SunsetTouch",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                (
                    "contact_ids",
                    django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="hygiene.sunsetrun"
                    ),
                ),
            ],
        ),
    ]
