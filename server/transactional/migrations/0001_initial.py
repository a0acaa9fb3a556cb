"""API keys and subaccounts, partitioned messages and events, and statistics."""

from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

import server.core.ids


def _run(name: str) -> migrations.RunSQL:
    return migrations.RunSQL((Path(__file__).parent / "sql" / name).read_text(encoding="utf-8"))


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("core", "0001_initial"),
        ("plans", "0001_initial"),
        ("delivery", "0001_initial"),
        ("senders", "0001_initial"),
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="AcceptedKey",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("key", models.CharField(max_length=220)),
                ("fingerprint", models.BinaryField(max_length=32)),
                ("answer", models.JSONField()),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["created_at"], name="trx_accepted_age")],
                "constraints": [models.UniqueConstraint(fields=("team_id", "key"), name="trx_accepted_key")],
            },
        ),
        migrations.CreateModel(
            name="Subaccount",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=60)),
                ("email", models.CharField(blank=True, max_length=254)),
                ("active", models.BooleanField(default=True)),
                ("monthly_limit", models.BigIntegerField(null=True)),
                ("used", models.BigIntegerField(default=0)),
                ("period", models.DateField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("team"), django.db.models.functions.text.Lower("name"), name="trx_subaccount_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("monthly_limit__isnull", True), ("monthly_limit__gte", 0), _connector="OR"),
                        name="trx_subaccount_limit",
                    ),
                    models.CheckConstraint(condition=models.Q(("used__gte", 0)), name="trx_subaccount_used"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TransactionalBatch",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("key_id", models.UUIDField(null=True)),
                ("subject", models.CharField(blank=True, default="", max_length=998)),
                ("tag", models.CharField(blank=True, default="", max_length=64)),
                ("size", models.PositiveIntegerField()),
                ("scheduled_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "-created_at"], name="trx_batch_newest")],
            },
        ),
        migrations.CreateModel(
            name="TransactionalDomain",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "sender_domain",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="transactional",
                        to="senders.senderdomain",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "created_at"], name="trx_domain_team")],
            },
        ),
        migrations.CreateModel(
            name="ApiKey",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=60)),
                ("prefix", models.CharField(max_length=17, unique=True)),
                ("secret_hash", models.BinaryField(max_length=32, unique=True)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[("send", "Send"), ("read", "Read"), ("manage", "Manage")], max_length=6
                        ),
                        size=None,
                    ),
                ),
                (
                    "networks",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=43), default=list, size=None
                    ),
                ),
                ("sandbox", models.BooleanField(default=False)),
                ("last_used_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                ("created_by", models.UUIDField(null=True)),
                ("created_by_name", models.CharField(blank=True, default="", max_length=201)),
                ("created_at", models.DateTimeField()),
                (
                    "rotated_from",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="transactional.apikey",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                (
                    "subaccount",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="keys",
                        to="transactional.subaccount",
                    ),
                ),
                (
                    "domain",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="keys",
                        to="transactional.transactionaldomain",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "-created_at"], name="trx_key_newest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("scopes__contained_by", ["send", "read", "manage"])), name="trx_key_scopes"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TransactionalLabel",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=64)),
                ("description", models.CharField(blank=True, default="", max_length=200)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("team", "name"), name="trx_label_name")],
            },
        ),
        migrations.CreateModel(
            name="TransactionalSetting",
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
                ("opened_at", models.DateTimeField()),
                ("body_days", models.PositiveSmallIntegerField(default=3)),
                ("hold_all", models.BooleanField(default=False)),
                ("hold_above", models.PositiveIntegerField(null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("body_days__lte", 30)), name="trx_setting_body_days"),
                    models.CheckConstraint(condition=models.Q(("hold_above__gte", 1)), name="trx_setting_hold_above"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TransactionalTemplate",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=100)),
                ("slug", models.CharField(max_length=60)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "-updated_at"], name="trx_template_newest")],
                "constraints": [models.UniqueConstraint(fields=("team", "slug"), name="trx_template_slug")],
            },
        ),
        migrations.CreateModel(
            name="TemplateVersion",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("number", models.PositiveIntegerField()),
                ("subject", models.CharField(blank=True, default="", max_length=998)),
                ("html", models.TextField(blank=True, default="")),
                ("text", models.TextField(blank=True, default="")),
                ("test_data", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                ("created_by_name", models.CharField(blank=True, default="", max_length=201)),
                ("published_at", models.DateTimeField(null=True)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                (
                    "template",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="transactional.transactionaltemplate",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("template", "number"), name="trx_template_version")],
            },
        ),
        migrations.CreateModel(
            name="TransactionalCounters",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id",
                        "hour",
                        "domain_id",
                        "subaccount_id",
                        "tag_id",
                        "sender_id",
                        "subject_id",
                        "link_id",
                        "slot",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("team_id", models.UUIDField()),
                ("hour", models.DateTimeField()),
                ("domain_id", models.UUIDField()),
                ("subaccount_id", models.UUIDField()),
                ("tag_id", models.IntegerField()),
                ("sender_id", models.IntegerField()),
                ("subject_id", models.IntegerField()),
                ("link_id", models.IntegerField()),
                ("slot", models.PositiveSmallIntegerField()),
                ("messages", models.PositiveIntegerField(default=0)),
                ("accepted", models.PositiveIntegerField(default=0)),
                ("held", models.PositiveIntegerField(default=0)),
                ("deferred", models.PositiveIntegerField(default=0)),
                ("deferrals", models.PositiveIntegerField(default=0)),
                ("sent", models.PositiveIntegerField(default=0)),
                ("returned", models.PositiveIntegerField(default=0)),
                ("hard_bounced", models.PositiveIntegerField(default=0)),
                ("soft_bounced", models.PositiveIntegerField(default=0)),
                ("failed", models.PositiveIntegerField(default=0)),
                ("suppressed", models.PositiveIntegerField(default=0)),
                ("cancelled", models.PositiveIntegerField(default=0)),
                ("in_doubt", models.PositiveIntegerField(default=0)),
                ("sandboxed", models.PositiveIntegerField(default=0)),
                ("opened", models.PositiveIntegerField(default=0)),
                ("opens", models.PositiveIntegerField(default=0)),
                ("machine_opens", models.PositiveIntegerField(default=0)),
                ("clicked", models.PositiveIntegerField(default=0)),
                ("clicks", models.PositiveIntegerField(default=0)),
                ("machine_clicks", models.PositiveIntegerField(default=0)),
                ("complained", models.PositiveIntegerField(default=0)),
                ("unsubscribed", models.PositiveIntegerField(default=0)),
                ("latency_ms", models.BigIntegerField(default=0)),
                ("timed", models.PositiveIntegerField(default=0)),
                (
                    "latencies",
                    django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), null=True, size=None),
                ),
            ],
            options={
                "db_table": "transactional_figure",
            },
        ),
        migrations.CreateModel(
            name="BatchEnd",
            fields=[
                (
                    "batch",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="end",
                        serialize=False,
                        to="transactional.transactionalbatch",
                    ),
                ),
                ("finished_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EventExport",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                ("kind", models.CharField(choices=[("events", "Events"), ("recipients", "Recipients")], max_length=10)),
                ("format", models.CharField(choices=[("csv", "Csv"), ("xlsx", "Xlsx"), ("zip", "Zip")], max_length=4)),
                ("query", models.CharField(blank=True, max_length=500)),
                ("start", models.DateTimeField()),
                ("end", models.DateTimeField()),
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
            ],
            options={
                "indexes": [models.Index(fields=["team", "-created_at"], name="trx_export_newest")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "RUNNING")), fields=("team", "kind"), name="trx_export_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="MetricName",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[("tag", "Tag"), ("sender", "Sender"), ("subject", "Subject"), ("link", "Link")],
                        max_length=7,
                    ),
                ),
                ("name", models.CharField(max_length=254)),
                ("first_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("team", "kind", "name"), name="trx_figure_name")],
            },
        ),
        migrations.CreateModel(
            name="SavedSearch",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
                ("query", models.CharField(max_length=500)),
                ("created_by", models.UUIDField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("team"), django.db.models.functions.text.Lower("name"), name="trx_search_name"
                    )
                ],
            },
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[_run("messages.sql"), _run("events.sql")],
            state_operations=[
                migrations.CreateModel(
                    name="Message",
                    fields=[
                        (
                            "id",
                            models.UUIDField(
                                default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("team_id", models.UUIDField()),
                        ("key_id", models.UUIDField(null=True)),
                        ("subaccount_id", models.UUIDField(null=True)),
                        ("domain_id", models.UUIDField()),
                        ("batch_id", models.UUIDField(null=True)),
                        ("template_id", models.UUIDField(null=True)),
                        ("resent_from", models.UUIDField(null=True)),
                        ("accepted_at", models.DateTimeField()),
                        ("scheduled_at", models.DateTimeField(null=True)),
                        ("size", models.PositiveIntegerField()),
                        ("template_version", models.PositiveIntegerField(null=True)),
                        ("recipients", models.PositiveSmallIntegerField()),
                        ("sandbox", models.BooleanField(default=False)),
                        ("track_opens", models.BooleanField(default=False)),
                        ("track_clicks", models.BooleanField(default=False)),
                        ("via", models.CharField(choices=[("smtp", "Smtp"), ("http", "Http")], max_length=4)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("accepted", "Accepted"),
                                    ("held", "Held"),
                                    ("scheduled", "Scheduled"),
                                    ("finished", "Finished"),
                                ],
                                max_length=9,
                            ),
                        ),
                        (
                            "hold_reason",
                            models.CharField(
                                blank=True,
                                choices=[("", "None"), ("review", "Review"), ("rate", "Rate")],
                                default="",
                                max_length=20,
                            ),
                        ),
                        ("from_address", models.CharField(max_length=254)),
                        ("from_name", models.CharField(blank=True, default="", max_length=200)),
                        ("subject", models.CharField(blank=True, default="", max_length=998)),
                        ("tag", models.CharField(blank=True, default="", max_length=64)),
                        ("rfc_id", models.CharField(blank=True, default="", max_length=255)),
                        ("metadata", models.JSONField(default=dict)),
                        ("headers", models.JSONField(default=list)),
                    ],
                    options={
                        "db_table": "transactional_message",
                    },
                ),
                migrations.CreateModel(
                    name="MessageBody",
                    fields=[
                        ("message_id", models.UUIDField(primary_key=True, serialize=False)),
                        ("team_id", models.UUIDField()),
                        ("accepted_at", models.DateTimeField()),
                        ("expires_at", models.DateTimeField(null=True)),
                        ("sealed", models.BinaryField()),
                    ],
                    options={
                        "db_table": "transactional_body",
                    },
                ),
                migrations.CreateModel(
                    name="MessageRecipient",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "message_id", "position", blank=True, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("message_id", models.UUIDField()),
                        ("team_id", models.UUIDField()),
                        ("worker", models.UUIDField(null=True)),
                        ("accepted_at", models.DateTimeField()),
                        ("due_at", models.DateTimeField(null=True)),
                        ("lease_until", models.DateTimeField(null=True)),
                        ("delivered_at", models.DateTimeField(null=True)),
                        ("opened_at", models.DateTimeField(null=True)),
                        ("clicked_at", models.DateTimeField(null=True)),
                        ("complained_at", models.DateTimeField(null=True)),
                        ("fence", models.PositiveIntegerField(default=0)),
                        ("position", models.PositiveSmallIntegerField()),
                        ("attempt", models.PositiveSmallIntegerField(default=0)),
                        ("code", models.PositiveSmallIntegerField(default=0)),
                        ("kind", models.CharField(choices=[("to", "To"), ("cc", "Cc"), ("bcc", "Bcc")], max_length=3)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("queued", "Queued"),
                                    ("held", "Held"),
                                    ("scheduled", "Scheduled"),
                                    ("sending", "Sending"),
                                    ("deferred", "Deferred"),
                                    ("delivered", "Delivered"),
                                    ("bounced", "Bounced"),
                                    ("failed", "Failed"),
                                    ("suppressed", "Suppressed"),
                                    ("cancelled", "Cancelled"),
                                    ("sandboxed", "Sandboxed"),
                                    ("inDoubt", "In Doubt"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("bounce", models.CharField(blank=True, default="", max_length=10)),
                        ("enhanced", models.CharField(blank=True, default="", max_length=11)),
                        ("email", models.CharField(max_length=254)),
                        ("reply", models.CharField(blank=True, default="", max_length=300)),
                    ],
                    options={
                        "db_table": "transactional_recipient",
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state__in", ("queued", "deferred", "scheduled", "sending"))),
                                fields=["team_id", "due_at"],
                                name="trx_recipient_due",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="MessageLink",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "message_id", "number", blank=True, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("message_id", models.UUIDField()),
                        ("team_id", models.UUIDField()),
                        ("accepted_at", models.DateTimeField()),
                        ("number", models.PositiveSmallIntegerField()),
                        ("url", models.TextField()),
                    ],
                    options={
                        "db_table": "transactional_link",
                    },
                ),
                migrations.CreateModel(
                    name="MessageEvent",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "team_id", "at", "id", blank=True, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("team_id", models.UUIDField()),
                        ("at", models.DateTimeField()),
                        ("id", models.UUIDField(default=server.core.ids.uuid7, editable=False)),
                        ("message_id", models.UUIDField()),
                        ("accepted_at", models.DateTimeField()),
                        ("key_id", models.UUIDField(null=True)),
                        ("subaccount_id", models.UUIDField(null=True)),
                        ("domain_id", models.UUIDField(null=True)),
                        ("tag_id", models.IntegerField(default=0)),
                        ("sender_id", models.IntegerField(default=0)),
                        ("subject_id", models.IntegerField(default=0)),
                        ("link_id", models.IntegerField(default=0)),
                        ("position", models.PositiveSmallIntegerField(null=True)),
                        ("code", models.PositiveSmallIntegerField(default=0)),
                        (
                            "type",
                            models.CharField(
                                choices=[
                                    ("accepted", "Accepted"),
                                    ("held", "Held"),
                                    ("released", "Released"),
                                    ("scheduled", "Scheduled"),
                                    ("cancelled", "Cancelled"),
                                    ("deferred", "Deferred"),
                                    ("delivered", "Delivered"),
                                    ("bounced", "Bounced"),
                                    ("failed", "Failed"),
                                    ("suppressed", "Suppressed"),
                                    ("opened", "Opened"),
                                    ("clicked", "Clicked"),
                                    ("complained", "Complained"),
                                    ("unsubscribed", "Unsubscribed"),
                                    ("inDoubt", "In Doubt"),
                                    ("sandboxed", "Sandboxed"),
                                    ("refused", "Refused"),
                                ],
                                max_length=12,
                            ),
                        ),
                        ("enhanced", models.CharField(blank=True, default="", max_length=11)),
                        ("recipient", models.CharField(blank=True, max_length=254)),
                        ("sender", models.CharField(blank=True, max_length=254)),
                        ("domain", models.CharField(blank=True, max_length=254)),
                        ("tag", models.CharField(blank=True, max_length=64)),
                        ("subject", models.CharField(blank=True, max_length=255)),
                        ("beginning", models.CharField(blank=True, max_length=100)),
                        ("reply", models.CharField(blank=True, default="", max_length=300)),
                        ("detail", models.JSONField(default=dict)),
                    ],
                    options={
                        "db_table": "transactional_event",
                    },
                ),
                migrations.CreateModel(
                    name="MessagePair",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "team_id",
                                "pair",
                                "accepted_at",
                                "message_id",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("team_id", models.UUIDField()),
                        ("message_id", models.UUIDField()),
                        ("accepted_at", models.DateTimeField()),
                        ("pair", models.CharField(max_length=200)),
                    ],
                    options={
                        "db_table": "transactional_pair",
                    },
                ),
            ],
        ),
        _run("histograms.sql"),
        _run("key_changes.sql"),
    ]
