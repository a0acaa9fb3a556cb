import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("teams", "0002_team_show_presence"),
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
        # Compressed already: what the table would try again costs every read.
        migrations.RunSQL(
            "ALTER TABLE segments_columndata ALTER COLUMN data SET STORAGE EXTERNAL;"
            "ALTER TABLE segments_activityblock ALTER COLUMN data SET STORAGE EXTERNAL;",
            migrations.RunSQL.noop,
        ),
    ]
