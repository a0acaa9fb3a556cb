"""The send log and the events, partitioned by month. Nothing points at them; old months are dropped whole."""

from django.db import migrations, models

FORWARDS = """
CREATE SEQUENCE delivery_send_log_id_seq;
CREATE TABLE delivery_send_log (
    id bigint NOT NULL DEFAULT nextval('delivery_send_log_id_seq'),
    team_id uuid,
    mailing_id bigint NOT NULL,
    position integer NOT NULL,
    mailed_at timestamptz NOT NULL,
    at timestamptz NOT NULL,
    contact_id bigint,
    state varchar(10) NOT NULL CHECK (state IN ('sent', 'failed', 'suppressed', 'inDoubt')),
    bounce varchar(10) NOT NULL,
    code smallint NOT NULL,
    enhanced varchar(11) NOT NULL,
    reply varchar(300) NOT NULL,
    attempt smallint NOT NULL,
    PRIMARY KEY (mailing_id, position, mailed_at)
) PARTITION BY RANGE (mailed_at);
CREATE TABLE delivery_send_log_default PARTITION OF delivery_send_log DEFAULT;
CREATE SEQUENCE delivery_event_id_seq;
CREATE TABLE delivery_event (
    id bigint NOT NULL DEFAULT nextval('delivery_event_id_seq'),
    team_id uuid,
    mailing_id bigint NOT NULL,
    position integer NOT NULL,
    at timestamptz NOT NULL,
    contact_id bigint,
    kind varchar(11) NOT NULL CHECK (kind IN ('open', 'click', 'bounce', 'unsubscribe', 'complaint')),
    link smallint NOT NULL,
    machine boolean NOT NULL,
    why varchar(60) NOT NULL,
    device varchar(10) NOT NULL,
    os varchar(30) NOT NULL,
    browser varchar(30) NOT NULL,
    PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX delivery_event_mailing ON delivery_event (mailing_id, position);
CREATE TABLE delivery_event_default PARTITION OF delivery_event DEFAULT;
CREATE FUNCTION delivery_make_partition(parent text, month date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        parent || to_char(month, '_YYYY_MM'), parent,
        month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC'
    );
END $$;
SELECT delivery_make_partition(parent, (date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month')::date)
FROM unnest(ARRAY['delivery_send_log', 'delivery_event']) AS parent, generate_series(0, 2) AS ahead;
"""

BACKWARDS = """
DROP FUNCTION delivery_make_partition(text, date);
DROP TABLE delivery_event;
DROP TABLE delivery_send_log;
DROP SEQUENCE delivery_event_id_seq;
DROP SEQUENCE delivery_send_log_id_seq;
"""


class Migration(migrations.Migration):
    dependencies = [("delivery", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(FORWARDS, BACKWARDS)],
            state_operations=[
                migrations.CreateModel(
                    name="SendLog",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("team_id", models.UUIDField(null=True)),
                        ("mailing_id", models.BigIntegerField()),
                        ("position", models.PositiveIntegerField()),
                        ("mailed_at", models.DateTimeField()),
                        ("at", models.DateTimeField()),
                        ("contact_id", models.BigIntegerField(null=True)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("sent", "Sent"),
                                    ("failed", "Failed"),
                                    ("suppressed", "Suppressed"),
                                    ("inDoubt", "In Doubt"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("bounce", models.CharField(blank=True, max_length=10)),
                        ("code", models.PositiveSmallIntegerField(default=0)),
                        ("enhanced", models.CharField(blank=True, max_length=11)),
                        ("reply", models.CharField(blank=True, max_length=300)),
                        ("attempt", models.PositiveSmallIntegerField(default=1)),
                    ],
                    options={
                        "db_table": "delivery_send_log",
                    },
                ),
                migrations.CreateModel(
                    name="Event",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("team_id", models.UUIDField(null=True)),
                        ("mailing_id", models.BigIntegerField()),
                        ("position", models.PositiveIntegerField()),
                        ("at", models.DateTimeField()),
                        ("contact_id", models.BigIntegerField(null=True)),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("open", "Open"),
                                    ("click", "Click"),
                                    ("bounce", "Bounce"),
                                    ("unsubscribe", "Unsubscribe"),
                                    ("complaint", "Complaint"),
                                ],
                                max_length=11,
                            ),
                        ),
                        ("link", models.PositiveSmallIntegerField(default=0)),
                        ("machine", models.BooleanField(default=False)),
                        ("why", models.CharField(blank=True, max_length=60)),
                        ("device", models.CharField(blank=True, max_length=10)),
                        ("os", models.CharField(blank=True, max_length=30)),
                        ("browser", models.CharField(blank=True, max_length=30)),
                    ],
                    options={
                        "db_table": "delivery_event",
                    },
                ),
            ],
        ),
    ]
