"""Advice that a team was given."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reports", "0001_initial"), ("teams", "0003_team_contact_size")]

    operations = [
        migrations.CreateModel(
            name="AdviceLook",
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
