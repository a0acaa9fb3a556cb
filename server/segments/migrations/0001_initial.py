import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

# The data is already compressed, so PostgreSQL's own compression would only slow down reads.
STORAGE = """
ALTER TABLE segments_columndata ALTER COLUMN data SET STORAGE EXTERNAL;
ALTER TABLE segments_activityblock ALTER COLUMN data SET STORAGE EXTERNAL;
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ColumnStore",
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
                ("built_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="ColumnChunk",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("first_id", models.BigIntegerField()),
                ("last_id", models.BigIntegerField()),
                ("rows", models.PositiveIntegerField()),
                ("alive", models.PositiveIntegerField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ColumnData",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "chunk_id", "name", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=20)),
                ("data", models.BinaryField()),
                (
                    "chunk",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="segments.columnchunk",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ActivityBlock",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=24)),
                ("rows", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "kind"], name="activity_block_kind")],
            },
        ),
        migrations.CreateModel(
            name="Segment",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=100)),
                ("rules", models.JSONField()),
                ("segment_ids", models.JSONField(default=list)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("revision", models.PositiveIntegerField(default=1)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [django.contrib.postgres.indexes.GinIndex(fields=["segment_ids"], name="segment_named")],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("team"), django.db.models.functions.text.Lower("name"), name="segment_name"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "segment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="segments.segment",
                    ),
                ),
                ("since", models.DateTimeField()),
                ("looked_at", models.DateTimeField()),
                ("stamp", models.CharField(blank=True, max_length=300)),
                ("digest", models.CharField(max_length=64)),
                ("members", models.PositiveIntegerField()),
                ("entered", models.PositiveBigIntegerField(default=0)),
                ("left", models.PositiveBigIntegerField(default=0)),
                ("revision", models.PositiveIntegerField(default=1)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MemberBlock",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("block", models.BigIntegerField()),
                ("data", models.BinaryField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                (
                    "membership",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="segments.membership"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("membership", "block"), name="member_block_once")],
            },
        ),
        migrations.CreateModel(
            name="MembershipChange",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("segment_id", models.IntegerField()),
                ("name", models.CharField(max_length=100)),
                ("contact_id", models.BigIntegerField()),
                ("entered", models.BooleanField()),
                ("at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["contact_id", "-at", "-id"], name="segment_move_contact"),
                    models.Index(fields=["segment_id", "entered", "-id"], name="segment_move_newest"),
                    models.Index(fields=["at"], name="segment_move_at"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SegmentWatch",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("watcher", models.CharField(max_length=40)),
                ("since", models.DateTimeField()),
                (
                    "segment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="segments.segment"
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("segment", "watcher"), name="segment_watch_once")],
            },
        ),
        migrations.RunSQL(STORAGE),
    ]
