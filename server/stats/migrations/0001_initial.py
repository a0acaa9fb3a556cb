import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

# Records closed days with late activity.
LATE_DAYS = """
CREATE FUNCTION stats_note_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stats_lateday (team_id, day)
    SELECT DISTINCT m.team_id, (m.minute AT TIME ZONE c.zone)::date
    FROM moved AS m JOIN stats_teamclock AS c ON c.team_id = m.team_id WHERE m.minute < c.through;
    RETURN NULL;
END $$;
CREATE TRIGGER stats_note_inserted AFTER INSERT ON delivery_mailingminute
    REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION stats_note_late();
CREATE TRIGGER stats_note_updated AFTER UPDATE ON delivery_mailingminute
    REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION stats_note_late();
CREATE TRIGGER stats_note_deleted AFTER DELETE ON delivery_mailingminute
    REFERENCING OLD TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION stats_note_late();
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("delivery", "0001_initial"),
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="LateDay",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField(db_index=True)),
                ("day", models.DateField()),
            ],
        ),
        migrations.CreateModel(
            name="TeamClock",
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
                ("timezone", models.CharField(max_length=100)),
                ("zone", models.CharField(max_length=64)),
                ("through", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="TeamDay",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id",
                        "origin",
                        "day",
                        "what",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"
                    ),
                ),
                ("origin", models.CharField(max_length=12)),
                ("day", models.DateField()),
                ("what", models.CharField(max_length=16)),
                ("count", models.BigIntegerField()),
                ("hours", django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=24)),
            ],
        ),
        migrations.RunSQL(LATE_DAYS),
    ]
