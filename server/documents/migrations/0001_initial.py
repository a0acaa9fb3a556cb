import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

import server.core.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Document",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("editor", models.CharField(max_length=20)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("base", models.PositiveIntegerField(default=0)),
                ("versioned_at", models.DateTimeField()),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "editor"], name="document_team")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("base__lte", models.F("revision"))), name="document_base"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DocumentComment",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("node", models.CharField(blank=True, max_length=64)),
                ("text", models.CharField(max_length=4000)),
                (
                    "mentions",
                    django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None),
                ),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                ("created_at", models.DateTimeField()),
                ("edited_at", models.DateTimeField(null=True)),
                ("resolved_at", models.DateTimeField(null=True)),
                ("resolver_id", models.UUIDField(null=True)),
                ("resolver_name", models.CharField(blank=True, max_length=201)),
                (
                    "document",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="documents.document",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"
                    ),
                ),
                (
                    "thread",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replies",
                        to="documents.documentcomment",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["document", "created_at", "id"], name="comment_oldest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("thread__isnull", True), ("resolved_at__isnull", True), _connector="OR"),
                        name="comment_reply",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DocumentDelta",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("update", models.BinaryField()),
                ("user_id", models.UUIDField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "document",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="documents.document",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("document", "number"), name="delta_number")],
            },
        ),
        migrations.CreateModel(
            name="DocumentVersion",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("revision", models.PositiveIntegerField()),
                ("update", models.BinaryField()),
                ("name", models.CharField(blank=True, max_length=120)),
                ("automatic", models.BooleanField(default=False)),
                ("frozen", models.BooleanField(default=False)),
                ("user_id", models.UUIDField(null=True)),
                ("fullname", models.CharField(blank=True, max_length=201)),
                ("created_at", models.DateTimeField()),
                (
                    "document",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="documents.document",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["document", "-created_at", "-id"], name="version_newest"),
                    models.Index(fields=["document", "revision"], name="version_revision"),
                ],
            },
        ),
    ]
