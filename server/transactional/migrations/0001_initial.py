"""The records of transactional mail. Messages, bodies and recipients are partitioned by month, dropped whole when old."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

import server.core.ids

FORWARDS = """
CREATE TABLE transactional_message (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    key_id uuid,
    subaccount_id uuid,
    domain_id uuid NOT NULL,
    batch_id uuid,
    template_id uuid,
    resent_from uuid,
    accepted_at timestamptz NOT NULL,
    scheduled_at timestamptz,
    size integer NOT NULL,
    template_version integer,
    recipients smallint NOT NULL,
    sandbox boolean NOT NULL,
    track_opens boolean NOT NULL,
    track_clicks boolean NOT NULL,
    via varchar(4) NOT NULL CONSTRAINT trx_message_via CHECK (via IN ('smtp', 'http')),
    state varchar(9) NOT NULL
        CONSTRAINT trx_message_state CHECK (state IN ('accepted', 'held', 'scheduled', 'finished')),
    hold_reason varchar(20) NOT NULL,
    from_address varchar(254) NOT NULL,
    from_name varchar(200) NOT NULL,
    subject varchar(998) NOT NULL,
    tag varchar(64) NOT NULL,
    rfc_id varchar(255) NOT NULL,
    metadata jsonb NOT NULL,
    headers jsonb NOT NULL,
    PRIMARY KEY (id, accepted_at)
) PARTITION BY RANGE (accepted_at);
CREATE INDEX trx_message_team ON transactional_message (team_id, accepted_at DESC);
CREATE INDEX trx_message_batch ON transactional_message (batch_id) WHERE batch_id IS NOT NULL;
CREATE TABLE transactional_message_default PARTITION OF transactional_message DEFAULT;
CREATE TABLE transactional_body (
    message_id uuid NOT NULL,
    team_id uuid NOT NULL,
    accepted_at timestamptz NOT NULL,
    expires_at timestamptz,
    sealed bytea NOT NULL,
    PRIMARY KEY (message_id, accepted_at)
) PARTITION BY RANGE (accepted_at);
-- What is sealed can't be pressed any smaller.
ALTER TABLE transactional_body ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX trx_body_expires ON transactional_body (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE transactional_body_default PARTITION OF transactional_body DEFAULT;
CREATE TABLE transactional_recipient (
    message_id uuid NOT NULL,
    team_id uuid NOT NULL,
    worker uuid,
    accepted_at timestamptz NOT NULL,
    due_at timestamptz,
    lease_until timestamptz,
    delivered_at timestamptz,
    opened_at timestamptz,
    clicked_at timestamptz,
    complained_at timestamptz,
    fence integer NOT NULL,
    position smallint NOT NULL,
    attempt smallint NOT NULL,
    code smallint NOT NULL,
    kind varchar(3) NOT NULL CONSTRAINT trx_recipient_kind CHECK (kind IN ('to', 'cc', 'bcc')),
    state varchar(10) NOT NULL CONSTRAINT trx_recipient_state CHECK (state IN (
        'queued', 'held', 'scheduled', 'sending', 'deferred', 'delivered', 'bounced', 'failed', 'suppressed',
        'cancelled', 'sandboxed', 'inDoubt')),
    bounce varchar(10) NOT NULL,
    enhanced varchar(11) NOT NULL,
    email varchar(254) NOT NULL,
    reply varchar(300) NOT NULL,
    PRIMARY KEY (message_id, position, accepted_at)
) PARTITION BY RANGE (accepted_at);
CREATE INDEX trx_recipient_due ON transactional_recipient (team_id, due_at)
    WHERE state IN ('queued', 'deferred', 'scheduled', 'sending');
CREATE TABLE transactional_recipient_default PARTITION OF transactional_recipient DEFAULT;
SELECT delivery_make_partition(parent, (date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month')::date)
FROM unnest(ARRAY['transactional_message', 'transactional_body', 'transactional_recipient']) AS parent,
    generate_series(0, 2) AS ahead;
"""

BACKWARDS = """
DROP TABLE transactional_recipient;
DROP TABLE transactional_body;
DROP TABLE transactional_message;
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("delivery", "0020_slowed"),
        ("senders", "0003_bought_domains"),
        ("teams", "0003_team_contact_size"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(FORWARDS, BACKWARDS)],
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
                        ("via", models.CharField(choices=[("smtp", "Smtp"), ("http", "Http")], max_length=4)),
                        ("from_address", models.CharField(max_length=254)),
                        ("from_name", models.CharField(blank=True, default="", max_length=200)),
                        ("subject", models.CharField(blank=True, default="", max_length=998)),
                        ("tag", models.CharField(blank=True, default="", max_length=64)),
                        ("template_id", models.UUIDField(null=True)),
                        ("template_version", models.PositiveIntegerField(null=True)),
                        ("metadata", models.JSONField(default=dict)),
                        ("headers", models.JSONField(default=list)),
                        ("rfc_id", models.CharField(blank=True, default="", max_length=255)),
                        ("size", models.PositiveIntegerField()),
                        ("sandbox", models.BooleanField(default=False)),
                        ("track_opens", models.BooleanField(default=False)),
                        ("track_clicks", models.BooleanField(default=False)),
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
                                choices=[
                                    ("", "None"),
                                    ("review", "Review"),
                                ],
                                default="",
                                max_length=20,
                            ),
                        ),
                        ("scheduled_at", models.DateTimeField(null=True)),
                        ("accepted_at", models.DateTimeField()),
                        ("recipients", models.PositiveSmallIntegerField()),
                        ("resent_from", models.UUIDField(null=True)),
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
                        ("sealed", models.BinaryField()),
                        ("expires_at", models.DateTimeField(null=True)),
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
                        ("position", models.PositiveSmallIntegerField()),
                        ("accepted_at", models.DateTimeField()),
                        ("team_id", models.UUIDField()),
                        ("email", models.CharField(max_length=254)),
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
                        ("attempt", models.PositiveSmallIntegerField(default=0)),
                        ("due_at", models.DateTimeField(null=True)),
                        ("lease_until", models.DateTimeField(null=True)),
                        ("worker", models.UUIDField(null=True)),
                        ("fence", models.PositiveIntegerField(default=0)),
                        ("code", models.PositiveSmallIntegerField(default=0)),
                        ("enhanced", models.CharField(blank=True, default="", max_length=11)),
                        ("reply", models.CharField(blank=True, default="", max_length=300)),
                        ("bounce", models.CharField(blank=True, default="", max_length=10)),
                        ("delivered_at", models.DateTimeField(null=True)),
                        ("opened_at", models.DateTimeField(null=True)),
                        ("clicked_at", models.DateTimeField(null=True)),
                        ("complained_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "db_table": "transactional_recipient",
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state__in", ("queued", "deferred", "scheduled", "sending"))),
                                fields=["team_id", "due_at"],
                                name="trx_recipient_due",
                            ),
                        ],
                    },
                ),
            ],
        ),
        migrations.CreateModel(
            name="KeyAttempt",
            fields=[
                ("key", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("count", models.PositiveIntegerField()),
                ("last_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="AcceptedKey",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("key", models.CharField(max_length=128)),
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
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("body_days__lte", 30)), name="trx_setting_body_days")
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
        ),
        migrations.AddConstraint(
            model_name="subaccount",
            constraint=models.UniqueConstraint(
                models.F("team"), django.db.models.functions.text.Lower("name"), name="trx_subaccount_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="subaccount",
            constraint=models.CheckConstraint(
                condition=models.Q(("monthly_limit__isnull", True), ("monthly_limit__gte", 0), _connector="OR"),
                name="trx_subaccount_limit",
            ),
        ),
        migrations.AddConstraint(
            model_name="subaccount",
            constraint=models.CheckConstraint(condition=models.Q(("used__gte", 0)), name="trx_subaccount_used"),
        ),
        migrations.AddIndex(
            model_name="transactionalbatch",
            index=models.Index(fields=["team", "-created_at"], name="trx_batch_newest"),
        ),
        migrations.AddIndex(
            model_name="transactionaldomain",
            index=models.Index(fields=["team", "created_at"], name="trx_domain_team"),
        ),
        migrations.AddIndex(
            model_name="apikey",
            index=models.Index(fields=["team", "-created_at"], name="trx_key_newest"),
        ),
        migrations.AddConstraint(
            model_name="apikey",
            constraint=models.CheckConstraint(
                condition=models.Q(("scopes__contained_by", ["send", "read", "manage"])), name="trx_key_scopes"
            ),
        ),
        migrations.AddConstraint(
            model_name="transactionallabel",
            constraint=models.UniqueConstraint(fields=("team", "name"), name="trx_label_name"),
        ),
        migrations.AddIndex(
            model_name="transactionaltemplate",
            index=models.Index(fields=["team", "-updated_at"], name="trx_template_newest"),
        ),
        migrations.AddConstraint(
            model_name="transactionaltemplate",
            constraint=models.UniqueConstraint(fields=("team", "slug"), name="trx_template_slug"),
        ),
        migrations.AddConstraint(
            model_name="templateversion",
            constraint=models.UniqueConstraint(fields=("template", "number"), name="trx_template_version"),
        ),
    ]
