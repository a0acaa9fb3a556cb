-- Messages, their bodies, recipients and links, partitioned by month. Nothing references them: an old month is dropped
-- whole.

CREATE TABLE transactional_message (
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    key_id uuid,
    subaccount_id uuid,
    domain_id uuid NOT NULL,
    batch_id uuid,
    template_id uuid,
    resent_from uuid,
    accepted_at timestamptz NOT NULL,
    scheduled_at timestamptz,
    size integer NOT NULL,
    template_version integer,
    recipients smallint NOT NULL,
    sandbox boolean NOT NULL,
    track_opens boolean NOT NULL,
    track_clicks boolean NOT NULL,
    via varchar(4) NOT NULL CONSTRAINT trx_message_via CHECK (via IN ('smtp', 'http')),
    state varchar(9) NOT NULL
        CONSTRAINT trx_message_state CHECK (state IN ('accepted', 'held', 'scheduled', 'finished')),
    hold_reason varchar(20) NOT NULL,
    from_address varchar(254) NOT NULL,
    from_name varchar(200) NOT NULL,
    subject varchar(998) NOT NULL,
    tag varchar(64) NOT NULL,
    rfc_id varchar(255) NOT NULL,
    metadata jsonb NOT NULL,
    headers jsonb NOT NULL,
    PRIMARY KEY (id, accepted_at)
) PARTITION BY RANGE (accepted_at);
CREATE INDEX trx_message_team ON transactional_message (team_id, accepted_at DESC);
CREATE INDEX trx_message_batch ON transactional_message (batch_id) WHERE batch_id IS NOT NULL;
CREATE TABLE transactional_message_default PARTITION OF transactional_message DEFAULT;

CREATE TABLE transactional_body (
    message_id uuid NOT NULL,
    team_id uuid NOT NULL,
    accepted_at timestamptz NOT NULL,
    expires_at timestamptz,
    sealed bytea NOT NULL,
    PRIMARY KEY (message_id, accepted_at)
) PARTITION BY RANGE (accepted_at);
-- Encrypted data does not compress.
ALTER TABLE transactional_body ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX trx_body_expires ON transactional_body (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE transactional_body_default PARTITION OF transactional_body DEFAULT;

CREATE TABLE transactional_recipient (
    message_id uuid NOT NULL,
    team_id uuid NOT NULL,
    worker uuid,
    accepted_at timestamptz NOT NULL,
    due_at timestamptz,
    lease_until timestamptz,
    delivered_at timestamptz,
    opened_at timestamptz,
    clicked_at timestamptz,
    complained_at timestamptz,
    fence integer NOT NULL,
    position smallint NOT NULL,
    attempt smallint NOT NULL,
    code smallint NOT NULL,
    kind varchar(3) NOT NULL CONSTRAINT trx_recipient_kind CHECK (kind IN ('to', 'cc', 'bcc')),
    state varchar(10) NOT NULL CONSTRAINT trx_recipient_state CHECK (state IN (
        'queued', 'held', 'scheduled', 'sending', 'deferred', 'delivered', 'bounced', 'failed', 'suppressed',
        'cancelled', 'sandboxed', 'inDoubt')),
    bounce varchar(10) NOT NULL,
    enhanced varchar(11) NOT NULL,
    email varchar(254) NOT NULL,
    reply varchar(300) NOT NULL,
    PRIMARY KEY (message_id, position, accepted_at)
) PARTITION BY RANGE (accepted_at);
CREATE INDEX trx_recipient_due ON transactional_recipient (team_id, due_at)
    WHERE state IN ('queued', 'deferred', 'scheduled', 'sending');
CREATE TABLE transactional_recipient_default PARTITION OF transactional_recipient DEFAULT;

-- Targets of the numbered links of tracked messages.
CREATE TABLE transactional_link (
    message_id uuid NOT NULL,
    team_id uuid NOT NULL,
    accepted_at timestamptz NOT NULL,
    number smallint NOT NULL,
    url text NOT NULL,
    PRIMARY KEY (message_id, number, accepted_at)
) PARTITION BY RANGE (accepted_at);
CREATE TABLE transactional_link_default PARTITION OF transactional_link DEFAULT;

SELECT core_make_partition(parent, (date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month')::date)
FROM unnest(ARRAY[
        'transactional_message', 'transactional_body', 'transactional_recipient', 'transactional_link'
    ]) AS parent,
    generate_series(0, 2) AS ahead;
