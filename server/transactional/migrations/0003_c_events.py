"""Events of messages, partitioned by month, and what is counted of them."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

import server.core.ids

FORWARDS = """
CREATE TABLE transactional_event (
    team_id uuid NOT NULL,
    at timestamptz NOT NULL,
    id uuid NOT NULL,
    message_id uuid NOT NULL,
    accepted_at timestamptz NOT NULL,
    key_id uuid,
    subaccount_id uuid,
    domain_id uuid,
    tag_id integer NOT NULL,
    sender_id integer NOT NULL,
    subject_id integer NOT NULL,
    link_id integer NOT NULL,
    position smallint,
    code smallint NOT NULL,
    type varchar(12) COLLATE "C" NOT NULL CONSTRAINT trx_event_type CHECK (type IN (
        'accepted', 'held', 'released', 'scheduled', 'cancelled', 'deferred', 'delivered', 'bounced', 'failed',
        'suppressed', 'opened', 'clicked', 'complained', 'unsubscribed', 'inDoubt', 'sandboxed')),
    enhanced varchar(11) COLLATE "C" NOT NULL,
    recipient varchar(254) COLLATE "C" NOT NULL,
    sender varchar(254) COLLATE "C" NOT NULL,
    domain varchar(254) COLLATE "C" NOT NULL,
    tag varchar(64) COLLATE "C" NOT NULL,
    subject varchar(255) NOT NULL,
    beginning varchar(100) COLLATE "C" NOT NULL,
    reply varchar(300) COLLATE "C" NOT NULL,
    detail jsonb NOT NULL,
    PRIMARY KEY (team_id, at, id)
) PARTITION BY RANGE (at);
CREATE INDEX trx_event_message ON transactional_event (message_id, at);
CREATE INDEX trx_event_recipient ON transactional_event (team_id, recipient, at);
CREATE INDEX trx_event_sender ON transactional_event (team_id, sender, at);
CREATE INDEX trx_event_domain ON transactional_event (team_id, domain, at);
CREATE INDEX trx_event_beginning ON transactional_event (team_id, beginning, at);
CREATE INDEX trx_event_key ON transactional_event (team_id, key_id, at) WHERE key_id IS NOT NULL;
CREATE INDEX trx_event_tag ON transactional_event (team_id, tag, at) WHERE tag <> '';
CREATE INDEX trx_event_rare ON transactional_event (team_id, type, at)
    WHERE type NOT IN ('accepted', 'delivered', 'opened');
CREATE INDEX trx_event_code ON transactional_event (team_id, code, at) WHERE code >= 400;
CREATE INDEX trx_event_enhanced ON transactional_event (team_id, enhanced, at) WHERE enhanced >= '4';
CREATE TABLE transactional_event_default PARTITION OF transactional_event DEFAULT;
CREATE TABLE transactional_pair (
    team_id uuid NOT NULL,
    message_id uuid NOT NULL,
    accepted_at timestamptz NOT NULL,
    pair varchar(200) COLLATE "C" NOT NULL,
    PRIMARY KEY (team_id, pair, accepted_at, message_id)
) PARTITION BY RANGE (accepted_at);
CREATE TABLE transactional_pair_default PARTITION OF transactional_pair DEFAULT;
SELECT delivery_make_partition(parent, (date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month')::date)
FROM unnest(ARRAY['transactional_event', 'transactional_pair']) AS parent, generate_series(0, 2) AS ahead;
-- Histograms, place by place; of nothing and something it is something.
CREATE FUNCTION transactional_added(integer[], integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $1 IS NULL THEN $2 WHEN $2 IS NULL THEN $1
        ELSE (SELECT array_agg(a + b ORDER BY place) FROM unnest($1, $2) WITH ORDINALITY AS u(a, b, place)) END
$$;
CREATE AGGREGATE transactional_sum(integer[]) (
    SFUNC = transactional_added, STYPE = integer[], COMBINEFUNC = transactional_added, PARALLEL = SAFE
);
"""

BACKWARDS = """
DROP AGGREGATE transactional_sum(integer[]);
DROP FUNCTION transactional_added(integer[], integer[]);
DROP TABLE transactional_pair;
DROP TABLE transactional_event;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("teams", "0003_team_contact_size"),
        ("transactional", "0002_b_links"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(FORWARDS, BACKWARDS)],
            state_operations=[
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
                        ("pair", models.CharField(max_length=200)),
                        ("accepted_at", models.DateTimeField()),
                        ("message_id", models.UUIDField()),
                    ],
                    options={
                        "db_table": "transactional_pair",
                    },
                ),
            ],
        ),
        migrations.CreateModel(
            name="TransactionalFigure",
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
                ("total", models.BigIntegerField(default=0)),
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
            name="FigureName",
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
    ]
