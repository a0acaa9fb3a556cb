"""Contacts, their recorded history, and the triggers that record changes."""

from pathlib import Path

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.db import migrations, models

import server.core.ids


def _run(name: str) -> migrations.RunSQL:
    return migrations.RunSQL((Path(__file__).parent / "sql" / name).read_text(encoding="utf-8"))


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("core", "0001_initial"),
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportConsent",
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
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                ("given_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Contact",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("email", models.CharField(db_collation="C", max_length=254)),
                ("firstname", models.CharField(blank=True, default="", max_length=100)),
                ("lastname", models.CharField(blank=True, default="", max_length=100)),
                ("phone", models.CharField(blank=True, default="", max_length=32)),
                ("birthday", models.DateField(null=True)),
                ("gender", models.CharField(blank=True, default="", max_length=6)),
                ("city", models.CharField(blank=True, default="", max_length=100)),
                ("country", models.CharField(blank=True, default="", max_length=100)),
                ("company", models.CharField(blank=True, default="", max_length=200)),
                ("note", models.CharField(blank=True, default="", max_length=2000)),
                ("funnel", models.CharField(blank=True, default="", max_length=100)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("subscribed", "Subscribed"),
                            ("waiting", "Waiting"),
                            ("unsubscribed", "Unsubscribed"),
                            ("bounced", "Bounced"),
                            ("complained", "Complained"),
                        ],
                        default="subscribed",
                        max_length=12,
                    ),
                ),
                ("custom_field", models.JSONField(default=dict)),
                (
                    "label_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), default=list, size=None
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("revision", models.PositiveIntegerField(default=1)),
                (
                    "team",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        to="teams.team",
                    ),
                ),
                ("timezone", models.CharField(blank=True, db_default="", default="", max_length=40)),
            ],
            options={
                "indexes": [
                    models.Index(models.F("team"), models.F("id"), name="contact_newest"),
                    models.Index(models.F("team"), models.F("updated_at"), models.F("id"), name="contact_updated"),
                    models.Index(
                        models.F("team"),
                        django.db.models.functions.comparison.Collate(
                            django.db.models.functions.text.Lower("firstname"), "C"
                        ),
                        models.F("id"),
                        include=("firstname",),
                        name="contact_firstname",
                    ),
                    models.Index(
                        models.F("team"),
                        django.db.models.functions.comparison.Collate(
                            django.db.models.functions.text.Lower("lastname"), "C"
                        ),
                        models.F("id"),
                        include=("lastname",),
                        name="contact_lastname",
                    ),
                    models.Index(
                        models.F("team"),
                        django.db.models.functions.comparison.Collate(
                            django.db.models.functions.text.Lower("company"), "C"
                        ),
                        condition=models.Q(("company", ""), _negated=True),
                        include=("id", "company"),
                        name="contact_company",
                    ),
                    models.Index(
                        models.F("team"),
                        django.db.models.functions.comparison.Collate(
                            models.Func(
                                models.F("phone"),
                                models.Value("+ -()./"),
                                models.Value(""),
                                function="translate",
                                output_field=models.TextField(),
                            ),
                            "C",
                        ),
                        condition=models.Q(("phone", ""), _negated=True),
                        include=("id", "phone"),
                        name="contact_phone",
                    ),
                    django.contrib.postgres.indexes.GinIndex(fields=["label_ids"], name="contact_labels"),
                    models.Index(
                        models.F("team"),
                        models.F("funnel"),
                        models.F("id"),
                        condition=models.Q(("funnel", ""), _negated=True),
                        name="contact_stage",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("team", "email"), include=("id",), name="contact_email")
                ],
            },
        ),
        migrations.CreateModel(
            name="ContactLabel",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
                ("contact_count", models.IntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("deleted_at", models.DateTimeField(null=True)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("team"),
                        django.db.models.functions.text.Lower("name"),
                        condition=models.Q(("deleted_at__isnull", True)),
                        name="label_name",
                    ),
                    models.CheckConstraint(condition=models.Q(("contact_count__gte", 0)), name="label_count"),
                ],
            },
        ),
        migrations.CreateModel(
            name="CustomField",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
                ("tag", models.CharField(max_length=60)),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("text", "Text"),
                            ("longText", "Long Text"),
                            ("number", "Number"),
                            ("date", "Date"),
                            ("dateTime", "Date Time"),
                            ("dropdown", "Dropdown"),
                            ("multiChoice", "Multi Choice"),
                            ("checkbox", "Checkbox"),
                            ("url", "Url"),
                            ("phone", "Phone"),
                            ("email", "Email"),
                        ],
                        max_length=12,
                    ),
                ),
                ("values", models.JSONField(default=list)),
                ("category", models.CharField(default="CONTACT", max_length=10)),
                ("created_at", models.DateTimeField()),
                ("deleted_at", models.DateTimeField(null=True)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("deleted_at__isnull", True)), fields=("team", "tag"), name="field_tag"
                    ),
                    models.UniqueConstraint(
                        models.F("team"),
                        django.db.models.functions.text.Lower("name"),
                        condition=models.Q(("deleted_at__isnull", True)),
                        name="field_name_in_team",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ImportJob",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                ("file", models.CharField(max_length=255)),
                (
                    "state",
                    models.CharField(
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
                ("size_bytes", models.BigIntegerField()),
                ("encoding", models.CharField(max_length=12)),
                ("date_order", models.CharField(default="dmy", max_length=3)),
                ("decimal_marks", models.JSONField(default=list)),
                ("delimiter", models.CharField(max_length=1)),
                ("header", models.JSONField()),
                ("mapping", models.JSONField()),
                ("preview", models.JSONField(default=list)),
                (
                    "label_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), default=list, size=None
                    ),
                ),
                ("forecast", models.JSONField(default=dict)),
                ("data_offset", models.BigIntegerField()),
                ("offset", models.BigIntegerField()),
                ("total", models.BigIntegerField()),
                ("done", models.BigIntegerField(default=0)),
                ("added", models.BigIntegerField(default=0)),
                ("updated", models.BigIntegerField(default=0)),
                ("failed", models.BigIntegerField(default=0)),
                ("rows_read", models.BigIntegerField(default=0)),
                ("error_bytes", models.BigIntegerField(default=0)),
                ("reason", models.CharField(default="", max_length=200)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                (
                    "existing",
                    models.CharField(
                        choices=[("skip", "Skip"), ("fill", "Fill"), ("overwrite", "Overwrite")],
                        default="overwrite",
                        max_length=9,
                    ),
                ),
                (
                    "leave_out",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[("role", "Role"), ("disposable", "Disposable"), ("refused", "Refused")],
                            max_length=10,
                        ),
                        default=list,
                        size=None,
                    ),
                ),
                ("left_out", models.BigIntegerField(default=0)),
                ("emptied", models.BigIntegerField(default=0)),
                (
                    "wrong_values",
                    models.CharField(
                        choices=[("setAside", "Set Aside"), ("leaveEmpty", "Leave Empty")],
                        default="setAside",
                        max_length=10,
                    ),
                ),
                ("mapping_from", models.JSONField(null=True)),
                ("skipped", models.BigIntegerField(default=0)),
                ("undo_until", models.DateTimeField(null=True)),
                ("verdict", models.JSONField(default=dict)),
                ("form", models.CharField(blank=True, default="", max_length=7)),
                ("sheets", models.JSONField(default=list)),
                ("sheet", models.PositiveSmallIntegerField(null=True)),
                (
                    "made_label_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), default=list, size=None
                    ),
                ),
                ("confirms", models.BooleanField(default=False)),
                ("ask_waits", models.BooleanField(default=False)),
                ("to_ask", models.BigIntegerField(default=0)),
                ("asked", models.BigIntegerField(default=0)),
                ("confirmed", models.BigIntegerField(default=0)),
                ("declined", models.BigIntegerField(default=0)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["team", "-created_at"], name="import_newest"),
                    models.Index(
                        condition=models.Q(("undo_until__isnull", False)), fields=["undo_until"], name="import_undo"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["RUNNING", "UNDOING"])),
                        fields=("team",),
                        name="import_at_work_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BulkAction",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                ("kind", models.CharField(max_length=20)),
                ("options", models.JSONField(default=dict)),
                ("filter", models.JSONField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("RUNNING", "Running"),
                            ("DONE", "Done"),
                            ("STOPPED", "Stopped"),
                            ("FAILED", "Failed"),
                        ],
                        default="RUNNING",
                        max_length=7,
                    ),
                ),
                ("until_id", models.BigIntegerField()),
                ("last_id", models.BigIntegerField(default=0)),
                ("total", models.BigIntegerField(null=True)),
                ("done", models.BigIntegerField(default=0)),
                ("changed", models.BigIntegerField(default=0)),
                ("name", models.CharField(default="", max_length=254)),
                ("reason", models.CharField(default="", max_length=200)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                ("is_frozen", models.BooleanField(default=False)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("state", "RUNNING")), fields=["team", "id"], name="bulk_running")
                ],
            },
        ),
        migrations.CreateModel(
            name="ContactMark",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                (
                    "contact_ids",
                    django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team_id"], name="contact_mark_team")],
            },
        ),
        migrations.CreateModel(
            name="ContactConsent",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("contact_id", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                ("given", models.BooleanField()),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("person", "Person"),
                            ("import", "Import"),
                            ("mail", "Mail"),
                            ("page", "Page"),
                            ("form", "Form"),
                            ("api", "Api"),
                            ("rule", "Rule"),
                        ],
                        max_length=6,
                    ),
                ),
                ("words", models.CharField(blank=True, default="", max_length=1000)),
                ("ip", models.GenericIPAddressField(null=True)),
                ("user_agent", models.CharField(blank=True, default="", max_length=300)),
                ("user_id", models.UUIDField(null=True)),
                ("fullname", models.CharField(blank=True, default="", max_length=201)),
                ("page", models.CharField(blank=True, db_default="", max_length=40)),
                (
                    "reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("tooMany", "Too Many"),
                            ("notRelevant", "Not Relevant"),
                            ("neverAsked", "Never Asked"),
                            ("other", "Other"),
                        ],
                        db_default="",
                        max_length=12,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["contact_id", "-at", "-id"], name="contact_consent_newest")],
            },
        ),
        migrations.CreateModel(
            name="ContactEntry",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("contact_id", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                ("kind", models.CharField(max_length=10)),
                ("user_id", models.UUIDField(null=True)),
                ("fullname", models.CharField(blank=True, default="", max_length=201)),
                ("details", models.JSONField()),
            ],
            options={
                "indexes": [models.Index(fields=["contact_id", "-at", "-id"], name="contact_entry_newest")],
            },
        ),
        migrations.CreateModel(
            name="ContactNote",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("contact_id", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                ("edited_at", models.DateTimeField(null=True)),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                ("text", models.CharField(max_length=2000)),
            ],
            options={
                "indexes": [models.Index(fields=["contact_id", "-at", "-id"], name="contact_note_newest")],
            },
        ),
        migrations.CreateModel(
            name="ImportTouch",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("import_id", models.UUIDField()),
                ("at", models.DateTimeField()),
                ("is_new", models.BooleanField()),
                ("block", models.BigIntegerField(null=True)),
                ("low", models.BigIntegerField()),
                ("high", models.BigIntegerField()),
                (
                    "contact_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), default=list, size=None
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("is_new", True)), fields=["team_id", "-low"], name="import_made"),
                    models.Index(
                        condition=models.Q(("is_new", False)),
                        fields=["team_id", "block", "-at", "-id"],
                        name="import_changed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ContactExport",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                ("format", models.CharField(choices=[("csv", "Csv"), ("xlsx", "Xlsx"), ("zip", "Zip")], max_length=4)),
                ("columns", models.JSONField()),
                (
                    "ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), null=True, size=None
                    ),
                ),
                ("filter", models.JSONField(null=True)),
                ("zone", models.CharField(max_length=60)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("RUNNING", "Running"),
                            ("DONE", "Done"),
                            ("STOPPED", "Stopped"),
                            ("FAILED", "Failed"),
                        ],
                        default="RUNNING",
                        max_length=7,
                    ),
                ),
                ("until_id", models.BigIntegerField()),
                ("last_id", models.BigIntegerField(default=0)),
                ("total", models.BigIntegerField(null=True)),
                ("gathered", models.BigIntegerField(default=0)),
                ("rows_bytes", models.BigIntegerField(default=0)),
                ("rows", models.BigIntegerField(default=0)),
                ("size_bytes", models.BigIntegerField(default=0)),
                ("reason", models.CharField(default="", max_length=200)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                ("contact_id", models.BigIntegerField(null=True)),
            ],
            options={
                "indexes": [models.Index(fields=["team", "-created_at"], name="export_newest")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("contact_id", None), ("state", "RUNNING")),
                        fields=("team", "user_id"),
                        name="export_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "RUNNING")),
                        fields=("team", "contact_id"),
                        name="subject_export_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ContactTester",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("email", models.CharField(max_length=254)),
                ("firstname", models.CharField(blank=True, default="", max_length=100)),
                ("lastname", models.CharField(blank=True, default="", max_length=100)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("team", "email"), name="tester_email")],
            },
        ),
        migrations.CreateModel(
            name="SelectionPart",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("selection_id", models.UUIDField()),
                ("first_id", models.BigIntegerField()),
                ("last_id", models.BigIntegerField()),
                ("size", models.PositiveIntegerField()),
                ("steps", models.BinaryField()),
            ],
            options={
                "indexes": [models.Index(fields=["selection_id", "last_id"], name="selection_place")],
            },
        ),
        migrations.CreateModel(
            name="SubscriberSetting",
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
                ("is_open", models.BooleanField(default=False)),
                ("double_optin", models.BooleanField(default=True)),
                ("words", models.CharField(blank=True, default="", max_length=1000)),
                ("color", models.CharField(blank=True, default="", max_length=7)),
                ("updated_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="ContactPreference",
            fields=[
                ("contact_id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                (
                    "topics_on",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), default=list, size=None
                    ),
                ),
                (
                    "topics_off",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), default=list, size=None
                    ),
                ),
                ("paused_until", models.DateTimeField(null=True)),
                ("follows", models.BooleanField(default=True)),
                ("updated_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["team_id"], name="preference_team")],
            },
        ),
        migrations.CreateModel(
            name="Topic",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
                ("description", models.CharField(blank=True, default="", max_length=200)),
                ("is_default", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("team"), django.db.models.functions.text.Lower("name"), name="topic_name"
                    )
                ],
            },
        ),
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
            options={
                "indexes": [models.Index(fields=["import_id", "block"], name="import_image_block")],
            },
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
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "-used_at"], name="import_mapping_newest")],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("team"),
                        django.db.models.functions.text.Lower("name"),
                        condition=models.Q(("name", ""), _negated=True),
                        name="import_mapping_name",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("name", "")), fields=("team", "digest"), name="import_mapping_remembered"
                    ),
                ],
            },
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
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StageName",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("awareness", "Awareness"),
                            ("interest", "Interest"),
                            ("decision", "Decision"),
                            ("action", "Action"),
                            ("loyalty", "Loyalty"),
                        ],
                        max_length=10,
                    ),
                ),
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
                ],
            },
        ),
        migrations.CreateModel(
            name="StageChange",
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
                ],
            },
        ),
        migrations.CreateModel(
            name="ContactView",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                ("name", models.CharField(max_length=60)),
                ("is_shared", models.BooleanField(default=False)),
                ("filter", models.JSONField()),
                ("sort", models.CharField(max_length=64, null=True)),
                ("columns", models.JSONField(default=list)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("team"),
                        models.F("user_id"),
                        django.db.models.functions.text.Lower("name"),
                        name="contact_view_name",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DefaultContactView",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("user_id", models.UUIDField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                (
                    "view",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="contacts.contactview"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("team", "user_id"), name="contact_view_default")],
            },
        ),
        migrations.CreateModel(
            name="ContactListColumns",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("user_id", models.UUIDField()),
                ("columns", models.JSONField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("team", "user_id"), name="contact_list_columns")],
            },
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[_run("feed.sql")],
            state_operations=[
                migrations.CreateModel(
                    name="FeedEntry",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("recorded_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                        ("team_id", models.UUIDField()),
                        ("is_copy", models.BooleanField(db_default=False)),
                        ("kind", models.CharField(max_length=40)),
                        (
                            "contact_ids",
                            django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                        ),
                        (
                            "moments",
                            django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                        ),
                        (
                            "subjects",
                            django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                        ),
                        ("details", models.JSONField(null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name="FeedCursor",
                    fields=[
                        ("consumer", models.CharField(max_length=40, primary_key=True, serialize=False)),
                        ("entry_id", models.BigIntegerField(db_default=0)),
                        ("read_at", models.DateTimeField()),
                    ],
                ),
            ],
        ),
        _run("triggers.sql"),
        _run("storage.sql"),
        migrations.CreateModel(
            name="PendingContact",
            fields=[
                ("contact_id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("confirm_by", models.DateTimeField()),
            ],
            options={"indexes": [models.Index(fields=["confirm_by"], name="pending_contact_due")]},
        ),
        migrations.CreateModel(
            name="ContactDeletion",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("deleted_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={"indexes": [models.Index(fields=["deleted_at"], name="contact_deletion_age")]},
        ),
        migrations.CreateModel(
            name="DeletedRecord",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("contact_id", models.BigIntegerField()),
                ("kind", models.CharField(max_length=10)),
                ("record", models.JSONField()),
                (
                    "deletion",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="contacts.contactdeletion",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["team_id", "contact_id"], name="deleted_record_contact")]},
        ),
    ]
