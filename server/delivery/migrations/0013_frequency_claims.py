"""What campaigns on their way count for already, so that two at once keep to the frequency cap."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("delivery", "0012_confirmations")]

    operations = [
        migrations.CreateModel(
            name="FrequencyClaim",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "contact_id",
                        "mailing_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("contact_id", models.BigIntegerField()),
                ("mailing_id", models.BigIntegerField()),
                ("team_id", models.UUIDField()),
            ],
            options={"indexes": [models.Index(fields=["mailing_id"], name="claim_mailing")]},
        ),
    ]
