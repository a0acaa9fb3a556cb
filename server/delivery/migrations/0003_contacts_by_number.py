"""Contacts have numbers, and dead addresses are told to them."""

from django.db import migrations, models

TABLES = ("delivery_recipient", "delivery_send_log", "delivery_event")
FORWARDS = "".join(
    f"ALTER TABLE {table} DROP COLUMN contact_id; ALTER TABLE {table} ADD COLUMN contact_id bigint;" for table in TABLES
)
ACTIVITY = """
ALTER TABLE delivery_contactactivity DROP CONSTRAINT delivery_contactactivity_pkey;
TRUNCATE delivery_contactactivity;
ALTER TABLE delivery_contactactivity DROP COLUMN contact_id;
ALTER TABLE delivery_contactactivity ADD COLUMN contact_id bigint NOT NULL;
ALTER TABLE delivery_contactactivity ADD PRIMARY KEY (team_id, contact_id);
"""


class Migration(migrations.Migration):
    dependencies = [("delivery", "0002_partitioned"), ("contacts", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(FORWARDS + ACTIVITY, migrations.RunSQL.noop)],
            state_operations=[
                migrations.AlterField("recipient", "contact_id", models.BigIntegerField(null=True)),
                migrations.AlterField("sendlog", "contact_id", models.BigIntegerField(null=True)),
                migrations.AlterField("event", "contact_id", models.BigIntegerField(null=True)),
                migrations.AlterField("contactactivity", "contact_id", models.BigIntegerField()),
            ],
        ),
        migrations.AddField("suppression", "is_told", models.BooleanField(default=True)),
        migrations.AddIndex(
            "suppression",
            models.Index(fields=["id"], name="suppression_untold", condition=models.Q(is_told=False)),
        ),
    ]
