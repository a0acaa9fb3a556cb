"""Mailings that ask whom an import brought to confirm: one for each import."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("delivery", "0011_relays_and_pools"),
        ("teams", "0003_team_contact_size"),
    ]

    operations = [
        migrations.AlterField(
            model_name="mailing",
            name="origin",
            field=models.CharField(
                choices=[
                    ("campaign", "Campaign"),
                    ("test", "Test"),
                    ("system", "System"),
                    ("confirmation", "Confirmation"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="mailing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("origin", "confirmation")),
                fields=("team", "origin_id"),
                name="mailing_confirmation_once",
            ),
        ),
    ]
