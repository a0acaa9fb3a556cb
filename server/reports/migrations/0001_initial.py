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
            name="ReportFile",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                (
                    "type",
                    models.CharField(choices=[("email-marketing", "Email"), ("ab-test", "Ab Test")], max_length=15),
                ),
                ("origin_id", models.UUIDField()),
                ("name", models.CharField(max_length=200)),
                ("machines", models.CharField(choices=[("exclude", "exclude"), ("include", "include")], max_length=7)),
                ("format", models.CharField(choices=[("csv", "Csv"), ("xlsx", "Xlsx"), ("pdf", "Pdf")], max_length=4)),
                ("language", models.CharField(max_length=2)),
                ("zone", models.CharField(max_length=60)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("RUNNING", "Running"),
                            ("DONE", "Done"),
                            ("STOPPED", "Stopped"),
                            ("FAILED", "Failed"),
                        ],
                        default="RUNNING",
                        max_length=7,
                    ),
                ),
                ("rows", models.BigIntegerField(default=0)),
                ("size_bytes", models.BigIntegerField(default=0)),
                ("reason", models.CharField(default="", max_length=200)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "origin_id", "-created_at"], name="report_file_newest")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "RUNNING")),
                        fields=("team", "origin_id", "format"),
                        name="report_file_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AdviceCheck",
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
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Advice",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("rule", models.CharField(max_length=20)),
                ("subject", models.CharField(max_length=300)),
                ("campaign_id", models.UUIDField(null=True)),
                (
                    "level",
                    models.CharField(choices=[("bad", "Bad"), ("warning", "Warning"), ("hint", "Hint")], max_length=7),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("dismissed", "Dismissed"), ("followed", "Followed")],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("value", models.FloatField()),
                ("asked", models.FloatField()),
                ("base", models.BigIntegerField()),
                ("params", models.JSONField(default=dict)),
                ("found_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                ("decided_by", models.CharField(blank=True, default="", max_length=201)),
                ("before_value", models.FloatField(null=True)),
                ("before_base", models.BigIntegerField(null=True)),
                ("after_value", models.FloatField(null=True)),
                ("after_base", models.BigIntegerField(null=True)),
                ("undo", models.JSONField(null=True)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                ("act", models.CharField(blank=True, default="", max_length=10)),
            ],
            options={
                "indexes": [models.Index(fields=["team", "campaign_id"], name="advice_campaign")],
                "constraints": [
                    models.UniqueConstraint(fields=("team", "rule", "subject"), name="advice_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["open", "dismissed", "followed"])), name="advice_state"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state", "open"), ("decided_at__isnull", False), _connector="OR"),
                        name="advice_decided",
                    ),
                ],
            },
        ),
    ]
