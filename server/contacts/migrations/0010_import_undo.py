"""How an import treats contacts that are there, what it was before it, and the mappings of files."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("contacts", "0009_subscribers"),
        ("teams", "0003_team_contact_size"),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportImage",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("import_id", models.UUIDField()),
                ("block", models.BigIntegerField()),
                (
                    "contact_ids",
                    django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                ),
                ("revisions", django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ("changes", models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name="ImportMapping",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("name", models.CharField(blank=True, default="", max_length=80)),
                (
                    "headings",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), size=None),
                ),
                ("digest", models.CharField(max_length=64)),
                ("targets", models.JSONField()),
                ("date_order", models.CharField(max_length=3)),
                ("file", models.CharField(max_length=255)),
                ("fullname", models.CharField(max_length=201)),
                ("used_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="ImportUndo",
            fields=[
                (
                    "import_job",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="undo",
                        serialize=False,
                        to="contacts.importjob",
                    ),
                ),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                (
                    "former",
                    models.CharField(
                        choices=[
                            ("PREPARED", "Prepared"),
                            ("RUNNING", "Running"),
                            ("DONE", "Done"),
                            ("FAILED", "Failed"),
                            ("UNDOING", "Undoing"),
                            ("UNDONE", "Undone"),
                        ],
                        max_length=8,
                    ),
                ),
                ("last_id", models.BigIntegerField(default=0)),
                ("last_block", models.BigIntegerField(default=-1)),
                ("total", models.BigIntegerField()),
                ("done", models.BigIntegerField(default=0)),
                ("removed", models.BigIntegerField(default=0)),
                ("restored", models.BigIntegerField(default=0)),
                ("kept", models.BigIntegerField(default=0)),
                ("report_bytes", models.BigIntegerField(default=0)),
                ("reason", models.CharField(default="", max_length=200)),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="importjob",
            name="import_running_once",
        ),
        migrations.AddField(
            model_name="importjob",
            name="existing",
            field=models.CharField(
                choices=[("skip", "Skip"), ("fill", "Fill"), ("overwrite", "Overwrite")],
                default="overwrite",
                max_length=9,
            ),
        ),
        migrations.AddField(
            model_name="importjob",
            name="leave_out",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(
                    choices=[("role", "Role"), ("disposable", "Disposable"), ("refused", "Refused")], max_length=10
                ),
                default=list,
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="importjob",
            name="left_out",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="importjob",
            name="mapping_from",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="importjob",
            name="skipped",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="importjob",
            name="undo_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="importjob",
            name="verdict",
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name="importjob",
            name="state",
            field=models.CharField(
                choices=[
                    ("PREPARED", "Prepared"),
                    ("RUNNING", "Running"),
                    ("DONE", "Done"),
                    ("FAILED", "Failed"),
                    ("UNDOING", "Undoing"),
                    ("UNDONE", "Undone"),
                ],
                default="PREPARED",
                max_length=8,
            ),
        ),
        migrations.AddIndex(
            model_name="importjob",
            index=models.Index(
                condition=models.Q(("undo_until__isnull", False)), fields=["undo_until"], name="import_undo"
            ),
        ),
        migrations.AddConstraint(
            model_name="importjob",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["RUNNING", "UNDOING"])), fields=("team",), name="import_at_work_once"
            ),
        ),
        migrations.AddIndex(
            model_name="importimage",
            index=models.Index(fields=["import_id", "block"], name="import_image_block"),
        ),
        migrations.AddField(
            model_name="importmapping",
            name="team",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
        ),
        migrations.AddField(
            model_name="importundo",
            name="team",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
        ),
        migrations.AddIndex(
            model_name="importmapping",
            index=models.Index(fields=["team", "-used_at"], name="import_mapping_newest"),
        ),
        migrations.AddConstraint(
            model_name="importmapping",
            constraint=models.UniqueConstraint(
                models.F("team"),
                django.db.models.functions.text.Lower("name"),
                condition=models.Q(("name", ""), _negated=True),
                name="import_mapping_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="importmapping",
            constraint=models.UniqueConstraint(
                condition=models.Q(("name", "")), fields=("team", "digest"), name="import_mapping_remembered"
            ),
        ),
    ]
