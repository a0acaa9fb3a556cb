"""What reports are made of: by quarter of an hour, place, domain and words of refusal, with machines apart."""

from django.db import migrations, models

FORWARDS = r"""
-- Who writes minutes writes these, too, in the same order. Only differences are added.
CREATE FUNCTION delivery_quarters_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO delivery_mailingquarter AS q (mailing_id, quarter, what, team_id, count)
    SELECT mailing_id, date_bin('15 minutes', minute, 'epoch'), what, min(team_id::text)::uuid, sum(count)
    FROM came GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (mailing_id, quarter, what) DO UPDATE SET count = q.count + excluded.count;
    RETURN NULL;
END $$;
CREATE FUNCTION delivery_quarters_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO delivery_mailingquarter AS q (mailing_id, quarter, what, team_id, count)
    SELECT mailing_id, date_bin('15 minutes', minute, 'epoch'), what, min(team_id::text)::uuid, sum(change) FROM (
        SELECT mailing_id, minute, what, team_id, count AS change FROM came
        UNION ALL SELECT mailing_id, minute, what, team_id, -count FROM went
    ) AS changes GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (mailing_id, quarter, what) DO UPDATE SET count = q.count + excluded.count;
    RETURN NULL;
END $$;
CREATE FUNCTION delivery_quarters_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO delivery_mailingquarter AS q (mailing_id, quarter, what, team_id, count)
    SELECT mailing_id, date_bin('15 minutes', minute, 'epoch'), what, min(team_id::text)::uuid, -sum(count)
    FROM went GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (mailing_id, quarter, what) DO UPDATE SET count = q.count + excluded.count;
    DELETE FROM delivery_mailingquarter AS q USING (
        SELECT DISTINCT mailing_id, date_bin('15 minutes', minute, 'epoch') AS quarter, what FROM went) AS gone
    WHERE q.mailing_id = gone.mailing_id AND q.quarter = gone.quarter AND q.what = gone.what AND q.count = 0;
    RETURN NULL;
END $$;
INSERT INTO delivery_mailingquarter (mailing_id, quarter, what, team_id, count)
    SELECT mailing_id, date_bin('15 minutes', minute, 'epoch'), what, min(team_id::text)::uuid, sum(count)
    FROM delivery_mailingminute GROUP BY 1, 2, 3;
CREATE TRIGGER delivery_quarters_come AFTER INSERT ON delivery_mailingminute
    REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION delivery_quarters_come();
CREATE TRIGGER delivery_quarters_change AFTER UPDATE ON delivery_mailingminute
    REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION delivery_quarters_change();
CREATE TRIGGER delivery_quarters_go AFTER DELETE ON delivery_mailingminute
    REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION delivery_quarters_go();

-- The words of a reply without what differs from mail to mail: codes at its beginning, addresses, and whatever holds a
-- digit.
CREATE FUNCTION delivery_words(reply text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(reply,
        '^\s*(\d{3}[ -])?\s*(\d\.\d{1,3}\.\d{1,3}\s)?\s*', ''),
        '<[^>]*>|[^][\s<>"''(),;:]+@[^][\s<>"''(),;:]+', '…', 'g'),
        '[^][\s<>"''(),;:/?&=]*\d[^][\s<>"''(),;:/?&=]*', '…', 'g'),
        '\s+', ' ', 'g')), 160)
$$;

ALTER TABLE delivery_event ADD country varchar(2) NOT NULL DEFAULT '', ADD city varchar(60) NOT NULL DEFAULT '';

ALTER TABLE delivery_mailingdevice DROP CONSTRAINT delivery_mailingdevice_pkey,
    ADD PRIMARY KEY (mailing_id, kind, device, os, browser, machine);

-- By which few recipients of many are found.
CREATE INDEX send_log_refused ON delivery_send_log (mailing_id, position)
    WHERE state <> 'sent' OR bounced_at IS NOT NULL;

-- What is counted from now on, of what there was. No sender runs while migrations do.
INSERT INTO delivery_mailingreply (mailing_id, bounce, code, enhanced, words, count)
    SELECT mailing_id, bounce, code, enhanced, delivery_words(reply), count(*) FROM delivery_send_log
    WHERE state = 'failed' OR bounced_at IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
INSERT INTO delivery_mailingdomain (mailing_id, domain, team_id, sent, failed, returned, hard_bounced, soft_bounced,
                                    opened, clicked, any_opened, any_clicked, unsubscribed, complained)
    SELECT m.id, split_part(r.email, '@', 2), m.team_id, count(*) FILTER (WHERE l.state = 'sent'),
        count(*) FILTER (WHERE l.state = 'failed'), count(l.bounced_at),
        count(*) FILTER (WHERE (l.state = 'failed' OR l.bounced_at IS NOT NULL) AND l.bounce = 'hard'),
        count(*) FILTER (WHERE (l.state = 'failed' OR l.bounced_at IS NOT NULL)
                         AND l.bounce IN ('soft', 'full', 'block', 'policy')),
        count(a.first_opened_at), count(a.first_clicked_at),
        count(*) FILTER (WHERE a.opens + a.clicks + a.machine_opens + a.machine_clicks > 0),
        count(*) FILTER (WHERE a.clicks + a.machine_clicks > 0), count(a.unsubscribed_at), count(a.complained_at)
    FROM delivery_mailing m JOIN delivery_recipient r ON r.mailing_id = m.id
    LEFT JOIN delivery_send_log l ON l.mailing_id = m.id AND l.position = r.position AND l.state IN ('sent', 'failed')
    LEFT JOIN delivery_recipientactivity a ON a.mailing_id = m.id AND a.position = r.position
    WHERE m.team_id IS NOT NULL AND r.email <> '' AND (l.position IS NOT NULL OR a.position IS NOT NULL)
    GROUP BY 1, 2, 3;
INSERT INTO delivery_linkclicker (mailing_id, number, position, machine)
    SELECT mailing_id, link, position, true FROM delivery_event WHERE kind = 'click' AND link > 0 GROUP BY 1, 2, 3
    ON CONFLICT DO NOTHING;
UPDATE delivery_mailinglink l SET any_clicked = k.count
    FROM (SELECT mailing_id, number, count(*) AS count FROM delivery_linkclicker GROUP BY 1, 2) k
    WHERE k.mailing_id = l.mailing_id AND k.number = l.number;
INSERT INTO delivery_mailingdevice (mailing_id, kind, device, os, browser, machine, count)
    SELECT mailing_id, kind, device, os, browser, true, count(*) FROM delivery_event
    WHERE kind IN ('open', 'click') AND machine GROUP BY 1, 2, 3, 4, 5;
INSERT INTO delivery_mailingplace (mailing_id, kind, machine, country, city, count)
    SELECT mailing_id, kind, machine, '', '', count(*) FROM delivery_event
    WHERE kind IN ('open', 'click') GROUP BY 1, 2, 3;
UPDATE delivery_mailingcounters c SET any_opened = a.any_opened, any_clicked = a.any_clicked
    FROM (SELECT mailing_id, count(*) FILTER (WHERE opens + clicks + machine_opens + machine_clicks > 0) AS any_opened,
                 count(*) FILTER (WHERE clicks + machine_clicks > 0) AS any_clicked
          FROM delivery_recipientactivity GROUP BY 1) a WHERE a.mailing_id = c.mailing_id;
INSERT INTO delivery_mailingminute (mailing_id, minute, what, team_id, count)
    SELECT f.mailing_id, date_trunc('minute', f.at), f.what, m.team_id, count(*) FROM (
        SELECT mailing_id, min(at) AS at, 'any_opened' AS what FROM delivery_event
        WHERE kind IN ('open', 'click') GROUP BY mailing_id, position
        UNION ALL SELECT mailing_id, min(at), 'any_clicked' FROM delivery_event
        WHERE kind = 'click' GROUP BY mailing_id, position
    ) f JOIN delivery_mailing m ON m.id = f.mailing_id GROUP BY 1, 2, 3, 4;
"""
BACKWARDS = """
DELETE FROM delivery_mailingminute WHERE what IN ('any_opened', 'any_clicked');
DELETE FROM delivery_mailingdevice WHERE machine;
DELETE FROM delivery_linkclicker WHERE machine;
DROP INDEX send_log_refused;
ALTER TABLE delivery_mailingdevice DROP CONSTRAINT delivery_mailingdevice_pkey,
    ADD PRIMARY KEY (mailing_id, kind, device, os, browser);
ALTER TABLE delivery_event DROP country, DROP city;
DROP FUNCTION delivery_words(text);
DROP TRIGGER delivery_quarters_come ON delivery_mailingminute;
DROP TRIGGER delivery_quarters_change ON delivery_mailingminute;
DROP TRIGGER delivery_quarters_go ON delivery_mailingminute;
DROP FUNCTION delivery_quarters_come();
DROP FUNCTION delivery_quarters_change();
DROP FUNCTION delivery_quarters_go();
"""


def _count(**more: object) -> models.PositiveIntegerField:
    return models.PositiveIntegerField(default=0, **more)


class Migration(migrations.Migration):
    dependencies = [("delivery", "0016_ab_tests")]

    operations = [
        migrations.AddField("mailingcounters", "any_opened", _count()),
        migrations.AddField("mailingcounters", "any_clicked", _count()),
        migrations.AddField("mailinglink", "any_clicked", _count()),
        migrations.AddField("linkclicker", "machine", models.BooleanField(default=False, db_default=False)),
        migrations.AddField("mailingdevice", "machine", models.BooleanField(default=False, db_default=False)),
        migrations.CreateModel(
            name="MailingQuarter",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id", "quarter", "what", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("quarter", models.DateTimeField()),
                ("what", models.CharField(max_length=16)),
                ("team_id", models.UUIDField(null=True)),
                ("count", models.IntegerField(default=0)),
            ],
            options={"indexes": [models.Index(fields=["team_id", "quarter"], name="quarter_team")]},
        ),
        migrations.CreateModel(
            name="MailingPlace",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        *("mailing_id", "kind", "machine", "country", "city"),
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("kind", models.CharField(max_length=11)),
                ("machine", models.BooleanField(default=False)),
                ("country", models.CharField(blank=True, max_length=2)),
                ("city", models.CharField(blank=True, max_length=60)),
                ("count", _count()),
            ],
        ),
        migrations.CreateModel(
            name="MailingDomain",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id", "domain", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("domain", models.CharField(max_length=254)),
                ("team_id", models.UUIDField()),
                *(
                    (name, _count(db_default=0))
                    for name in (
                        *("sent", "failed", "returned", "hard_bounced", "soft_bounced", "opened", "clicked"),
                        *("any_opened", "any_clicked", "unsubscribed", "complained"),
                    )
                ),
            ],
        ),
        migrations.CreateModel(
            name="MailingReply",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        *("mailing_id", "bounce", "code", "enhanced", "words"),
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("bounce", models.CharField(blank=True, max_length=10)),
                ("code", models.PositiveSmallIntegerField(default=0)),
                ("enhanced", models.CharField(blank=True, max_length=11)),
                ("words", models.CharField(blank=True, max_length=160)),
                ("count", _count()),
            ],
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(FORWARDS, BACKWARDS)],
            state_operations=[
                migrations.AlterField(
                    "mailingdevice",
                    "pk",
                    models.CompositePrimaryKey(
                        *("mailing_id", "kind", "device", "os", "browser", "machine"),
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                migrations.AddField("event", "country", models.CharField(blank=True, default="", max_length=2)),
                migrations.AddField("event", "city", models.CharField(blank=True, default="", max_length=60)),
            ],
        ),
    ]
