-- The send log and the events, partitioned by month. Nothing references them: an old month is dropped whole.

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

-- The log's key is unique in each partition: a key of the whole table would have to include the month, and all rows of
-- a mailing share one.
SELECT core_make_partition(
    parent, (date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month')::date, unique_columns
)
FROM (VALUES ('delivery_send_log', ARRAY['mailing_id', 'position']), ('delivery_event', '{}'::text[]))
    AS partitioned (parent, unique_columns), generate_series(0, 2) AS ahead;
