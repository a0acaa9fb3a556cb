import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("delivery", "0018_report_rollups")]

    operations = [
        migrations.CreateModel(
            name="MailingPace",
            fields=[
                (
                    "mailing",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="delivery.mailing",
                    ),
                ),
                ("gap", models.DurationField()),
                ("free_at", models.DateTimeField()),
                ("batch_id", models.BigIntegerField(null=True)),
            ],
        ),
    ]
