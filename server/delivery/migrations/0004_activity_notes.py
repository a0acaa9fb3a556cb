"""What mail did with contacts is noted for segments, in the transaction that logs it; what was logged before, too."""

from django.db import migrations

FORWARDS = """
CREATE FUNCTION delivery_microseconds(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS
    'SELECT (extract(epoch FROM moment) * 1000000)::bigint';
CREATE FUNCTION delivery_activity(kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE kind WHEN 'open' THEN 'opened' WHEN 'click' THEN 'clicked' WHEN 'bounce' THEN 'bounced'
        WHEN 'unsubscribe' THEN 'unsubscribed' WHEN 'complaint' THEN 'complained' END
$$;
CREATE FUNCTION delivery_note_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_activitynote (team_id, kind, contact_ids, moments, subjects)
    SELECT team_id, 'sent', array_agg(contact_id), array_agg(delivery_microseconds(at)), array_agg(mailing_id)
    FROM logged WHERE state = 'sent' AND team_id IS NOT NULL AND contact_id IS NOT NULL GROUP BY team_id;
    RETURN NULL;
END $$;
CREATE FUNCTION delivery_note_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_activitynote (team_id, kind, contact_ids, moments, subjects)
    SELECT n.team_id, 'sent', array_agg(n.contact_id), array_agg(delivery_microseconds(n.at)), array_agg(n.mailing_id)
    FROM logged n JOIN doubted d USING (mailing_id, position, mailed_at)
    WHERE n.state = 'sent' AND d.state <> 'sent' AND n.team_id IS NOT NULL AND n.contact_id IS NOT NULL
    GROUP BY n.team_id;
    RETURN NULL;
END $$;
CREATE FUNCTION delivery_note_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_activitynote (team_id, kind, contact_ids, moments, subjects)
    SELECT team_id, delivery_activity(kind), array_agg(contact_id), array_agg(delivery_microseconds(at)),
        array_agg(mailing_id)
    FROM happened WHERE NOT machine AND team_id IS NOT NULL AND contact_id IS NOT NULL GROUP BY team_id, kind;
    RETURN NULL;
END $$;
CREATE TRIGGER delivery_note_sent AFTER INSERT ON delivery_send_log
    REFERENCING NEW TABLE AS logged FOR EACH STATEMENT EXECUTE FUNCTION delivery_note_sent();
CREATE TRIGGER delivery_note_settled AFTER UPDATE ON delivery_send_log
    REFERENCING NEW TABLE AS logged OLD TABLE AS doubted FOR EACH STATEMENT EXECUTE FUNCTION delivery_note_settled();
CREATE TRIGGER delivery_note_event AFTER INSERT ON delivery_event
    REFERENCING NEW TABLE AS happened FOR EACH STATEMENT EXECUTE FUNCTION delivery_note_event();
INSERT INTO contacts_activitynote (team_id, kind, contact_ids, moments, subjects)
    SELECT team_id, 'sent', array_agg(contact_id), array_agg(delivery_microseconds(at)), array_agg(mailing_id)
    FROM delivery_send_log WHERE state = 'sent' AND team_id IS NOT NULL AND contact_id IS NOT NULL
    GROUP BY team_id, mailing_id, position / 10000;
INSERT INTO contacts_activitynote (team_id, kind, contact_ids, moments, subjects)
    SELECT team_id, delivery_activity(kind), array_agg(contact_id), array_agg(delivery_microseconds(at)),
        array_agg(mailing_id)
    FROM delivery_event WHERE NOT machine AND team_id IS NOT NULL AND contact_id IS NOT NULL
    GROUP BY team_id, kind, mailing_id, position / 10000;
"""
BACKWARDS = """
DROP TRIGGER delivery_note_event ON delivery_event;
DROP TRIGGER delivery_note_settled ON delivery_send_log;
DROP TRIGGER delivery_note_sent ON delivery_send_log;
DROP FUNCTION delivery_note_event();
DROP FUNCTION delivery_note_settled();
DROP FUNCTION delivery_note_sent();
DROP FUNCTION delivery_activity(text);
DROP FUNCTION delivery_microseconds(timestamptz);
"""


class Migration(migrations.Migration):
    dependencies = [("delivery", "0003_untold_suppressions"), ("contacts", "0003_marks")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
