from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0005_schedules"),
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.AddField("campaign", "exclude_label_ids", ArrayField(models.IntegerField(), default=list)),
        migrations.AddField("campaign", "exclude_segment_ids", ArrayField(models.IntegerField(), default=list)),
        migrations.AddField("campaign", "plain_text", models.TextField(blank=True, default="")),
        migrations.AddField("campaign", "utm", models.JSONField(default=dict)),
        migrations.AddField("campaign", "footer", models.JSONField(default=dict)),
        migrations.AddField("campaign", "event", models.JSONField(null=True)),
        migrations.CreateModel(
            name="CampaignDefault",
            fields=[
                (
                    "team",
                    models.OneToOneField(
                        on_delete=CASCADE, primary_key=True, related_name="+", serialize=False, to="teams.team"
                    ),
                ),
                ("utm", models.JSONField(default=dict)),
                ("footer", models.JSONField(default=dict)),
                ("updated_at", models.DateTimeField()),
            ],
        ),
    ]
