import django.db.models.deletion
from django.db import migrations, models

import server.core.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ContactMessage",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=100)),
                ("email", models.CharField(max_length=254)),
                ("company", models.CharField(blank=True, default="", max_length=200)),
                ("phone", models.CharField(blank=True, default="", max_length=32)),
                ("message", models.TextField(max_length=5000)),
                ("network", models.CharField(max_length=50)),
                ("created_at", models.DateTimeField()),
                ("mailed_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [models.Index(fields=["network", "created_at"], name="contact_message_recent")],
            },
        ),
        migrations.CreateModel(
            name="SurveyResponse",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("kind", models.CharField(choices=[("csat", "Csat"), ("onboarding", "Onboarding")], max_length=10)),
                ("score", models.PositiveSmallIntegerField(null=True)),
                ("comment", models.CharField(blank=True, default="", max_length=2000)),
                ("answers", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.user"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["user", "kind", "created_at"], name="survey_recent")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "csat"), ("score__isnull", False), ("score__range", (1, 5))),
                            models.Q(("kind", "onboarding"), ("score__isnull", True)),
                            _connector="OR",
                        ),
                        name="survey_score",
                    )
                ],
            },
        ),
    ]
