-- The send log and the events, partitioned by month. Nothing references them: an old month is dropped whole.

-- Partitions are created and dropped with the rights of the tables' owner: the application's own role has none to
-- create or drop a table.
CREATE FUNCTION delivery_make_partition(parent text, month date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE part text := parent || to_char(month, '_YYYY_MM');
BEGIN
    EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', part, parent,
        month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC'
    );
    IF parent = 'delivery_send_log' THEN
        -- Per partition: a key of the whole table would have to include the month, and all rows of a mailing share one.
        EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (mailing_id, position)', part || '_once', part);
    END IF;
END $$;

CREATE FUNCTION delivery_drop_partitions(parents text[], month date) RETURNS SETOF text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    name text;
BEGIN
    FOR name IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
        WHERE p.relname = ANY(parents) AND p.relnamespace = 'public'::regnamespace
          AND c.relname ~ '_[0-9]{4}_[0-9]{2}$' AND right(c.relname, 7) < to_char(month, 'YYYY_MM')
        ORDER BY c.relname
    LOOP
        EXECUTE format('DROP TABLE public.%I', name);
        RETURN NEXT name;
    END LOOP;
END $$;

-- A row per recipient, as narrow as possible: each costs the sender what it writes ahead. Team and contact are found
-- through the mailing and its recipients.
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
-- Finds the few rejected recipients among many.
CREATE INDEX send_log_refused ON delivery_send_log (mailing_id, position)
    WHERE state <> 'sent' OR bounced_at IS NOT NULL;
CREATE TABLE delivery_send_log_default PARTITION OF delivery_send_log DEFAULT;
CREATE UNIQUE INDEX delivery_send_log_default_once ON delivery_send_log_default (mailing_id, position);

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
    country varchar(2) NOT NULL DEFAULT '',
    city varchar(60) NOT NULL DEFAULT '',
    PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX delivery_event_mailing ON delivery_event (mailing_id, position);
-- The timeline of a contact.
CREATE INDEX delivery_event_contact ON delivery_event (contact_id, at DESC, id DESC)
    WHERE contact_id IS NOT NULL AND NOT machine;
-- The few who gave a reason for unsubscribing.
CREATE INDEX delivery_event_reason ON delivery_event (mailing_id) WHERE kind = 'unsubscribe' AND why <> '';
CREATE TABLE delivery_event_default PARTITION OF delivery_event DEFAULT;

SELECT delivery_make_partition(parent, (date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month')::date)
FROM unnest(ARRAY['delivery_send_log', 'delivery_event']) AS parent, generate_series(0, 2) AS ahead;
