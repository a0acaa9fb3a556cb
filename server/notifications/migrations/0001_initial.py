import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Notification",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("notice_id", models.UUIDField()),
                ("kind", models.CharField(max_length=40)),
                ("subject", models.CharField(blank=True, max_length=100)),
                ("params", models.JSONField()),
                ("level", models.CharField(max_length=10)),
                ("link", models.CharField(blank=True, max_length=200)),
                ("read_at", models.DateTimeField(null=True)),
                ("dismissed_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.user",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("dismissed_at__isnull", True)),
                        fields=["user", "team", "-created_at", "-notice_id"],
                        name="notification_newest",
                    ),
                    models.Index(
                        condition=models.Q(("dismissed_at__isnull", True), ("read_at__isnull", True)),
                        fields=["user", "team"],
                        name="notification_unread",
                    ),
                    models.Index(fields=["created_at"], name="notification_age"),
                ],
                "constraints": [models.UniqueConstraint(fields=("user", "notice_id"), name="notification_once")],
            },
        ),
    ]
