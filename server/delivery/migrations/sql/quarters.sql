-- Sums minutes up to quarters of an hour for reports. Only differences are added, in the order in which minutes are
-- written.

CREATE FUNCTION delivery_quarters_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO delivery_mailingquarter AS q (mailing_id, quarter, what, team_id, count)
    SELECT mailing_id, date_bin('15 minutes', minute, 'epoch'), what, min(team_id::text)::uuid, sum(count)
    FROM came GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (mailing_id, quarter, what) DO UPDATE SET count = q.count + excluded.count;
    RETURN NULL;
END $$;
CREATE TRIGGER delivery_quarters_come AFTER INSERT ON delivery_mailingminute
    REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION delivery_quarters_come();

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
CREATE TRIGGER delivery_quarters_change AFTER UPDATE ON delivery_mailingminute
    REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION delivery_quarters_change();

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
CREATE TRIGGER delivery_quarters_go AFTER DELETE ON delivery_mailingminute
    REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION delivery_quarters_go();
