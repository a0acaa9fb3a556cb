-- Adds to the feed what emails did to contacts, in the transaction that logs it.

CREATE FUNCTION delivery_feed_kind(kind text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE kind WHEN 'open' THEN 'email.opened' WHEN 'click' THEN 'email.clicked'
        WHEN 'bounce' THEN 'email.bounced' WHEN 'unsubscribe' THEN 'email.unsubscribed'
        WHEN 'complaint' THEN 'email.complained' END
$$;

CREATE FUNCTION delivery_record_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_feedentry (team_id, kind, contact_ids, moments, subjects)
    SELECT m.team_id, 'email.sent', array_agg(r.contact_id), array_agg(contacts_microseconds(l.at)), array_agg(l.mailing_id)
    FROM logged l JOIN delivery_mailing m ON m.id = l.mailing_id
    JOIN delivery_recipient r ON r.mailing_id = l.mailing_id AND r.position = l.position
    WHERE l.state = 'sent' AND m.team_id IS NOT NULL AND r.contact_id IS NOT NULL GROUP BY m.team_id;
    RETURN NULL;
END $$;
CREATE TRIGGER delivery_record_sent AFTER INSERT ON delivery_send_log
    REFERENCING NEW TABLE AS logged FOR EACH STATEMENT EXECUTE FUNCTION delivery_record_sent();

CREATE FUNCTION delivery_record_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_feedentry (team_id, kind, contact_ids, moments, subjects)
    SELECT m.team_id, 'email.sent', array_agg(r.contact_id), array_agg(contacts_microseconds(n.at)), array_agg(n.mailing_id)
    FROM logged n JOIN doubted d USING (mailing_id, position) JOIN delivery_mailing m ON m.id = n.mailing_id
    JOIN delivery_recipient r ON r.mailing_id = n.mailing_id AND r.position = n.position
    WHERE n.state = 'sent' AND d.state <> 'sent' AND m.team_id IS NOT NULL AND r.contact_id IS NOT NULL
    GROUP BY m.team_id;
    RETURN NULL;
END $$;
CREATE TRIGGER delivery_record_settled AFTER UPDATE ON delivery_send_log
    REFERENCING NEW TABLE AS logged OLD TABLE AS doubted FOR EACH STATEMENT EXECUTE FUNCTION delivery_record_settled();

CREATE FUNCTION delivery_record_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_feedentry (team_id, kind, contact_ids, moments, subjects)
    SELECT team_id, delivery_feed_kind(kind), array_agg(contact_id), array_agg(contacts_microseconds(at)),
        array_agg(mailing_id)
    FROM happened WHERE NOT machine AND team_id IS NOT NULL AND contact_id IS NOT NULL GROUP BY team_id, kind;
    RETURN NULL;
END $$;
CREATE TRIGGER delivery_record_event AFTER INSERT ON delivery_event
    REFERENCING NEW TABLE AS happened FOR EACH STATEMENT EXECUTE FUNCTION delivery_record_event();
