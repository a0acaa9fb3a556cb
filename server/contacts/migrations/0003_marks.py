"""Marks of changed contacts and notes of what happened to them; triggers that mark every change, by whatever way."""

import django.contrib.postgres.fields
from django.db import migrations, models

# A statement leaves one row for each team, however many contacts it changed.
FORWARDS = """
CREATE FUNCTION contacts_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_contactmark (team_id, contact_ids)
    SELECT team_id, array_agg(id) FROM changed GROUP BY team_id;
    RETURN NULL;
END $$;
CREATE TRIGGER contacts_mark_made AFTER INSERT ON contacts_contact
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contacts_mark();
CREATE TRIGGER contacts_mark_changed AFTER UPDATE ON contacts_contact
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contacts_mark();
CREATE TRIGGER contacts_mark_deleted AFTER DELETE ON contacts_contact
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contacts_mark();
INSERT INTO contacts_contactmark (team_id, contact_ids)
    SELECT team_id, array_agg(id) FROM contacts_contact GROUP BY team_id, id / 10000;
"""
BACKWARDS = """
DROP TRIGGER contacts_mark_made ON contacts_contact;
DROP TRIGGER contacts_mark_changed ON contacts_contact;
DROP TRIGGER contacts_mark_deleted ON contacts_contact;
DROP FUNCTION contacts_mark();
"""
NUMBERS = django.contrib.postgres.fields.ArrayField(models.BigIntegerField())


class Migration(migrations.Migration):
    dependencies = [("contacts", "0002_bulk_action")]

    operations = [
        migrations.CreateModel(
            name="ActivityNote",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("kind", models.CharField(max_length=24)),
                ("contact_ids", NUMBERS),
                ("moments", NUMBERS.clone()),
                ("subjects", NUMBERS.clone()),
            ],
            options={"indexes": [models.Index(fields=["team_id", "kind"], name="activity_note_team")]},
        ),
        migrations.CreateModel(
            name="ContactMark",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("contact_ids", NUMBERS.clone()),
            ],
            options={"indexes": [models.Index(fields=["team_id"], name="contact_mark_team")]},
        ),
        migrations.RunSQL(FORWARDS, BACKWARDS),
    ]
