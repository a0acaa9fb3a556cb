-- Events of messages and the name-value pairs they are searched by, partitioned by month.

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
        'suppressed', 'opened', 'clicked', 'complained', 'unsubscribed', 'inDoubt', 'sandboxed', 'refused')),
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

SELECT core_make_partition(parent, (date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month')::date)
FROM unnest(ARRAY['transactional_event', 'transactional_pair']) AS parent, generate_series(0, 2) AS ahead;
