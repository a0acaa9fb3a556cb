-- Append-only log of contact activity: one row for all contacts that a statement changed in the same way.
--
-- Transactions do not commit in the order of their ids from the sequence. So each row also has its transaction id: a
-- reader stops before the oldest running transaction, and no row appears behind its cursor.
CREATE SEQUENCE contacts_feedentry_id_seq;
CREATE TABLE contacts_feedentry (
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    id bigint NOT NULL DEFAULT nextval('contacts_feedentry_id_seq'),
    recorded_at timestamptz NOT NULL DEFAULT now(),
    team_id uuid NOT NULL,
    size integer NOT NULL GENERATED ALWAYS AS (cardinality(contact_ids)) STORED,
    is_copy boolean NOT NULL DEFAULT false,
    kind varchar(40) NOT NULL,
    -- Readers load whole entries, so this limits their memory. The largest statement of the product is a chunk of an
    -- import: 1 MiB of a file, less than 150,000 contacts. A statement that changes more must be split.
    contact_ids bigint[] NOT NULL
        CONSTRAINT feed_at_most_250000_contacts CHECK (cardinality(contact_ids) <= 250000),
    moments bigint[] NOT NULL CONSTRAINT feed_moments CHECK (cardinality(moments) IN (1, cardinality(contact_ids))),
    subjects bigint[] NOT NULL DEFAULT '{0}'
        CONSTRAINT feed_subjects CHECK (cardinality(subjects) IN (1, cardinality(contact_ids))),
    details jsonb
) PARTITION BY RANGE (recorded_at);
-- Written once and read a few times, so compression is not worth its time.
ALTER TABLE contacts_feedentry ALTER contact_ids SET STORAGE EXTERNAL, ALTER moments SET STORAGE EXTERNAL,
    ALTER subjects SET STORAGE EXTERNAL;
CREATE INDEX contacts_feed_order ON contacts_feedentry (xid, id);
CREATE INDEX contacts_feed_team ON contacts_feedentry (team_id, kind, xid, id);
CREATE TABLE contacts_feedentry_default PARTITION OF contacts_feedentry DEFAULT;
SELECT core_make_partition('contacts_feedentry', (date_trunc('month', now() AT TIME ZONE 'UTC')
    + ahead * interval '1 month')::date) FROM generate_series(0, 2) AS ahead;

-- The last entry that each consumer has read. No row means that nothing is read yet.
CREATE TABLE contacts_feedcursor (
    consumer varchar(40) PRIMARY KEY,
    xid xid8 NOT NULL DEFAULT '0',
    entry_id bigint NOT NULL DEFAULT 0,
    read_at timestamptz NOT NULL
);

CREATE FUNCTION contacts_microseconds(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS
    'SELECT (extract(epoch FROM moment) * 1000000)::bigint';
