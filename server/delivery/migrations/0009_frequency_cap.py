"""A cap on how many campaigns reach a contact, and what it left out; addresses that a rule suppresses."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("delivery", "0008_leaving_reasons"),
        ("teams", "0003_team_contact_size"),
    ]

    operations = [
        # The log is partitioned by hand, its states with it.
        migrations.RunSQL(
            "ALTER TABLE delivery_send_log DROP CONSTRAINT delivery_send_log_state_check,"
            " ADD CONSTRAINT delivery_send_log_state_check"
            " CHECK (state IN ('sent', 'failed', 'suppressed', 'skipped', 'inDoubt')) NOT VALID",
            migrations.RunSQL.noop,
        ),
        migrations.AddField(
            model_name="mailingcounters",
            name="skipped",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="sendlog",
            name="state",
            field=models.CharField(
                choices=[
                    ("sent", "Sent"),
                    ("failed", "Failed"),
                    ("suppressed", "Suppressed"),
                    ("skipped", "Skipped"),
                    ("inDoubt", "In Doubt"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="suppression",
            name="reason",
            field=models.CharField(
                choices=[
                    ("unsubscribed", "Unsubscribed"),
                    ("hardBounce", "Hard Bounce"),
                    ("complaint", "Complaint"),
                    ("manual", "Manual"),
                    ("sunset", "Sunset"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="suppression",
            name="source",
            field=models.CharField(
                choices=[
                    ("mail", "Mail"),
                    ("person", "Person"),
                    ("import", "Import"),
                    ("api", "Api"),
                    ("rule", "Rule"),
                ],
                db_default="mail",
                max_length=6,
            ),
        ),
        migrations.AlterField(
            model_name="suppressionremoval",
            name="reason",
            field=models.CharField(
                choices=[
                    ("unsubscribed", "Unsubscribed"),
                    ("hardBounce", "Hard Bounce"),
                    ("complaint", "Complaint"),
                    ("manual", "Manual"),
                    ("sunset", "Sunset"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="FrequencyCap",
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
                ("mails", models.PositiveSmallIntegerField()),
                ("days", models.PositiveSmallIntegerField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("days__gte", 1), ("mails__gte", 1)), name="cap_positive")
                ],
            },
        ),
    ]
