"""Stages of the funnel instead of free words, what a team calls them, and every move between them.

What was written before is read like a cell of an import; what names no stage is told in the timeline and taken off.
"""

import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models
from django.db.models import Q

STAGES = [
    ("awareness", "Awareness"),
    ("interest", "Interest"),
    ("decision", "Decision"),
    ("action", "Action"),
    ("loyalty", "Loyalty"),
]
# What was written, in small letters -> stage.
WORDS = """
    ('awareness', 'awareness'), ('aware', 'awareness'), ('kesadaran', 'awareness'), ('sadar', 'awareness'),
    ('interest', 'interest'), ('interested', 'interest'), ('minat', 'interest'), ('ketertarikan', 'interest'),
    ('tertarik', 'interest'),
    ('decision', 'decision'), ('deciding', 'decision'), ('consideration', 'decision'), ('keputusan', 'decision'),
    ('pertimbangan', 'decision'),
    ('action', 'action'), ('purchase', 'action'), ('tindakan', 'action'), ('aksi', 'action'), ('pembelian', 'action'),
    ('loyalty', 'loyalty'), ('loyal', 'loyalty'), ('loyalitas', 'loyalty'), ('kesetiaan', 'loyalty')
"""
READ = f"""
INSERT INTO contacts_contactentry (team_id, contact_id, at, kind, fullname, details)
    SELECT team_id, id, now(), 'changed', '', jsonb_build_object('changes', jsonb_build_array(
        jsonb_build_object('field', 'funnel', 'name', 'funnel', 'before', funnel, 'after', NULL)))
    FROM contacts_contact
    WHERE funnel <> '' AND lower(funnel) NOT IN (SELECT word FROM (VALUES {WORDS}) AS known (word, stage));
UPDATE contacts_contact SET funnel = coalesce(
        (SELECT stage FROM (VALUES {WORDS}) AS known (word, stage) WHERE word = lower(funnel)), '')
    WHERE funnel <> '';
INSERT INTO contacts_stagemove (team_id, contact_id, at, before, after)
    SELECT team_id, id, created_at, '', funnel FROM contacts_contact WHERE funnel <> '';
"""  # noqa: S608 -- the words stand above
# A contact that comes with a stage is noted by the statement, so that COPY stays fast; a move by the row, which costs
# those nothing that don't move.
WATCH = """
CREATE FUNCTION contacts_stage_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_stagemove (team_id, contact_id, at, before, after)
    SELECT team_id, id, updated_at, '', funnel FROM changed WHERE funnel <> '';
    RETURN NULL;
END $$;
CREATE TRIGGER contacts_stage_made AFTER INSERT ON contacts_contact
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contacts_stage_made();
CREATE FUNCTION contacts_stage_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_stagemove (team_id, contact_id, at, before, after, since)
    VALUES (NEW.team_id, NEW.id, NEW.updated_at, OLD.funnel, NEW.funnel, (
        SELECT at FROM contacts_stagemove WHERE contact_id = NEW.id AND OLD.funnel <> '' ORDER BY at DESC, id DESC LIMIT 1
    ));
    RETURN NULL;
END $$;
CREATE TRIGGER contacts_stage_moved AFTER UPDATE OF funnel ON contacts_contact
    FOR EACH ROW WHEN (OLD.funnel IS DISTINCT FROM NEW.funnel) EXECUTE FUNCTION contacts_stage_moved();
"""
UNWATCH = """
DROP TRIGGER contacts_stage_moved ON contacts_contact;
DROP TRIGGER contacts_stage_made ON contacts_contact;
DROP FUNCTION contacts_stage_moved();
DROP FUNCTION contacts_stage_made();
"""


class Migration(migrations.Migration):
    dependencies = [("contacts", "0010_import_undo"), ("teams", "0003_team_contact_size")]

    operations = [
        migrations.CreateModel(
            name="StageName",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("stage", models.CharField(choices=STAGES, max_length=10)),
                ("name", models.CharField(max_length=40)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("team", "stage"), name="stage_name_once"),
                    models.UniqueConstraint(
                        models.F("team"), django.db.models.functions.text.Lower("name"), name="stage_name_in_team"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="StageMove",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("contact_id", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                ("before", models.CharField(blank=True, max_length=10)),
                ("after", models.CharField(blank=True, max_length=10)),
                ("since", models.DateTimeField(null=True)),
                ("user_id", models.UUIDField(null=True)),
                ("fullname", models.CharField(blank=True, db_default="", max_length=201)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["contact_id", "-at", "-id"], name="stage_move_newest"),
                    models.Index(fields=["team_id", "at"], name="stage_move_period"),
                ]
            },
        ),
        migrations.RunSQL(READ, migrations.RunSQL.noop),
        migrations.RunSQL(WATCH, UNWATCH),
        migrations.AddIndex(
            model_name="contact",
            index=models.Index("team", "funnel", "id", condition=~Q(funnel=""), name="contact_stage"),
        ),
    ]
