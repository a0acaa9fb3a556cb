import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Activity",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("user_id", models.UUIDField(null=True)),
                ("fullname", models.CharField(max_length=201)),
                ("reference", models.CharField(max_length=30)),
                ("action", models.CharField(max_length=20)),
                ("name", models.CharField(max_length=255)),
                ("link", models.CharField(blank=True, max_length=120)),
                ("is_autosave", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("team", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="teams.team")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["team", "-id"], name="activity_newest"),
                    models.Index(
                        condition=models.Q(("link", ""), _negated=True),
                        fields=["team", "link", "-id"],
                        name="activity_record",
                    ),
                ],
            },
        ),
    ]
