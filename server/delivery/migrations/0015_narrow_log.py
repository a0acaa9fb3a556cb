"""The send log keeps what became of a recipient, and nothing that its mailing or the recipient says already.

Each row costs the sender what it writes ahead: team, contact and a key of its own were half of it, with the index by
contact. A contact's mail is found by its recipients, whose index is made while they are frozen.
"""

from django.db import migrations, models

FORWARDS = """
DO $$ DECLARE part regclass; BEGIN
    FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'delivery_send_log'::regclass LOOP
        EXECUTE format('ALTER TABLE %s RENAME TO %I', part, 'former_' || part::text);
    END LOOP;
END $$;
ALTER TABLE delivery_send_log RENAME TO former_send_log;
CREATE TABLE delivery_send_log (
    mailing_id bigint NOT NULL,
    mailed_at timestamptz NOT NULL,
    at timestamptz NOT NULL,
    bounced_at timestamptz,
    position integer NOT NULL,
    code smallint NOT NULL,
    attempt smallint NOT NULL,
    state varchar(10) NOT NULL
        CONSTRAINT send_log_state CHECK (state IN ('sent', 'failed', 'suppressed', 'skipped', 'inDoubt')),
    bounce varchar(10) NOT NULL,
    enhanced varchar(11) NOT NULL,
    reply varchar(300) NOT NULL
) PARTITION BY RANGE (mailed_at);
CREATE TABLE delivery_send_log_default PARTITION OF delivery_send_log DEFAULT;
CREATE UNIQUE INDEX delivery_send_log_default_once ON delivery_send_log_default (mailing_id, position);
CREATE OR REPLACE FUNCTION delivery_make_partition(parent text, month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE part text := parent || to_char(month, '_YYYY_MM');
BEGIN
    EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', part, parent,
        month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC'
    );
    IF parent = 'delivery_send_log' THEN
        -- Of each part, for a key of the whole would hold the month: all rows of a mailing are in one part.
        EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (mailing_id, position)', part || '_once', part);
    END IF;
END $$;
-- The months that there were.
SELECT delivery_make_partition('delivery_send_log', to_date(right(c.relname, 7), 'YYYY_MM'))
FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
WHERE i.inhparent = 'former_send_log'::regclass AND c.relname ~ '_[0-9]{4}_[0-9]{2}$';
INSERT INTO delivery_send_log
    (mailing_id, mailed_at, at, bounced_at, position, code, attempt, state, bounce, enhanced, reply)
    SELECT mailing_id, mailed_at, at, bounced_at, position, code, attempt, state, bounce, enhanced, reply
    FROM former_send_log;
DROP TABLE former_send_log;
DROP SEQUENCE delivery_send_log_id_seq;
CREATE OR REPLACE FUNCTION delivery_note_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_activitynote (team_id, kind, contact_ids, moments, subjects)
    SELECT m.team_id, 'sent', array_agg(r.contact_id), array_agg(delivery_microseconds(l.at)), array_agg(l.mailing_id)
    FROM logged l JOIN delivery_mailing m ON m.id = l.mailing_id
    JOIN delivery_recipient r ON r.mailing_id = l.mailing_id AND r.position = l.position
    WHERE l.state = 'sent' AND m.team_id IS NOT NULL AND r.contact_id IS NOT NULL GROUP BY m.team_id;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION delivery_note_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_activitynote (team_id, kind, contact_ids, moments, subjects)
    SELECT m.team_id, 'sent', array_agg(r.contact_id), array_agg(delivery_microseconds(n.at)), array_agg(n.mailing_id)
    FROM logged n JOIN doubted d USING (mailing_id, position) JOIN delivery_mailing m ON m.id = n.mailing_id
    JOIN delivery_recipient r ON r.mailing_id = n.mailing_id AND r.position = n.position
    WHERE n.state = 'sent' AND d.state <> 'sent' AND m.team_id IS NOT NULL AND r.contact_id IS NOT NULL
    GROUP BY m.team_id;
    RETURN NULL;
END $$;
CREATE TRIGGER delivery_note_sent AFTER INSERT ON delivery_send_log
    REFERENCING NEW TABLE AS logged FOR EACH STATEMENT EXECUTE FUNCTION delivery_note_sent();
CREATE TRIGGER delivery_note_settled AFTER UPDATE ON delivery_send_log
    REFERENCING NEW TABLE AS logged OLD TABLE AS doubted FOR EACH STATEMENT EXECUTE FUNCTION delivery_note_settled();
"""


class Migration(migrations.Migration):
    dependencies = [("delivery", "0014_bounces")]

    operations = [
        migrations.AddIndex(
            model_name="recipient",
            index=models.Index(
                condition=models.Q(("contact_id__isnull", False)),
                fields=["contact_id", "mailing_id"],
                name="recipient_contact",
            ),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(FORWARDS)],
            state_operations=[
                migrations.DeleteModel(name="SendLog"),
                migrations.CreateModel(
                    name="SendLog",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "mailing_id", "position", blank=True, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("mailing_id", models.BigIntegerField()),
                        ("position", models.PositiveIntegerField()),
                        ("mailed_at", models.DateTimeField()),
                        ("at", models.DateTimeField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("sent", "Sent"),
                                    ("failed", "Failed"),
                                    ("suppressed", "Suppressed"),
                                    ("skipped", "Skipped"),
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
                        ("bounced_at", models.DateTimeField(null=True)),
                    ],
                    options={"db_table": "delivery_send_log"},
                ),
            ],
        ),
    ]
