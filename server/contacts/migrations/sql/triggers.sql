-- Column names of contacts by bit.
CREATE FUNCTION contacts_fields(bits integer) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
    SELECT array_agg(name ORDER BY bit) FROM unnest(ARRAY[
        'email', 'firstname', 'lastname', 'phone', 'birthday', 'gender', 'city', 'country', 'timezone', 'company',
        'note', 'custom_field'
    ]) WITH ORDINALITY AS listed (name, bit) WHERE bits & (1 << (bit::int - 1)) <> 0
$$;

-- Each statement that changes contacts marks them and adds entries to the feed, one for all contacts with the same
-- change. They share the time of the statement.

CREATE FUNCTION contacts_record_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    WITH recorded AS (
        INSERT INTO contacts_feedentry (team_id, kind, contact_ids, moments, details)
        SELECT team_id, 'contact.created', array_agg(id), ARRAY[contacts_microseconds(max(updated_at))],
            jsonb_build_object('state', state)
        FROM changed GROUP BY team_id, state RETURNING team_id, contact_ids
    )
    INSERT INTO contacts_contactmark (team_id, contact_ids) SELECT team_id, contact_ids FROM recorded;
    RETURN NULL;
END $$;
CREATE TRIGGER contacts_record_created AFTER INSERT ON contacts_contact
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contacts_record_created();

-- The first statement of a session determines the plan of all later ones. A nested loop over the rows of a statement
-- would be fast for one contact but take minutes for ten thousand. The changed columns are a bit mask until contacts with
-- the same change are grouped, because a list per contact would take as long as everything else.
CREATE FUNCTION contacts_record_changed() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
    INSERT INTO contacts_contactmark (team_id, contact_ids)
    SELECT team_id, array_agg(id) FROM changed GROUP BY team_id;

    WITH pairs AS MATERIALIZED (
        SELECT n.team_id, n.id, o.state AS old_state, n.state, o.funnel AS old_funnel, n.funnel,
            o.label_ids AS old_label_ids, n.label_ids,
            -- Not all changes move it.
            CASE WHEN n.updated_at <> o.updated_at THEN n.updated_at ELSE now() END AS at,
            (n.email <> o.email)::int + (n.firstname <> o.firstname)::int * 2 + (n.lastname <> o.lastname)::int * 4
                + (n.phone <> o.phone)::int * 8 + (n.birthday IS DISTINCT FROM o.birthday)::int * 16
                + (n.gender <> o.gender)::int * 32 + (n.city <> o.city)::int * 64 + (n.country <> o.country)::int * 128
                + (n.timezone <> o.timezone)::int * 256 + (n.company <> o.company)::int * 512
                + (n.note <> o.note)::int * 1024 + (n.custom_field <> o.custom_field)::int * 2048 AS fields
        FROM changed AS n JOIN previous AS o ON o.id = n.id
    )
    INSERT INTO contacts_feedentry (team_id, kind, contact_ids, moments, subjects, details)
    SELECT team_id, 'contact.changed', array_agg(id), ARRAY[contacts_microseconds(max(at))], ARRAY[0],
        jsonb_build_object('fields', contacts_fields(fields))
    FROM pairs WHERE fields > 0 GROUP BY team_id, fields
    UNION ALL
    SELECT team_id, 'contact.' || state, array_agg(id), ARRAY[contacts_microseconds(max(at))], ARRAY[0],
        jsonb_build_object('before', old_state)
    FROM pairs WHERE state <> old_state GROUP BY team_id, state, old_state
    UNION ALL
    SELECT team_id, 'contact.label_removed', array_agg(id), ARRAY[contacts_microseconds(max(at))], ARRAY[label], NULL
    FROM pairs, unnest(old_label_ids) AS label WHERE label_ids <> old_label_ids AND label <> ALL (label_ids)
    GROUP BY team_id, label
    UNION ALL
    SELECT team_id, 'contact.label_added', array_agg(id), ARRAY[contacts_microseconds(max(at))], ARRAY[label], NULL
    FROM pairs, unnest(label_ids) AS label WHERE label_ids <> old_label_ids AND label <> ALL (old_label_ids)
    GROUP BY team_id, label
    UNION ALL
    SELECT team_id, 'contact.stage_changed', array_agg(id), ARRAY[contacts_microseconds(max(at))], ARRAY[0],
        jsonb_build_object('before', nullif(old_funnel, ''), 'after', nullif(funnel, ''))
    FROM pairs WHERE funnel <> old_funnel GROUP BY team_id, funnel, old_funnel;
    RETURN NULL;
END $$;
CREATE TRIGGER contacts_record_changed AFTER UPDATE ON contacts_contact
    REFERENCING OLD TABLE AS previous NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION contacts_record_changed();

CREATE FUNCTION contacts_record_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    WITH recorded AS (
        INSERT INTO contacts_feedentry (team_id, kind, contact_ids, moments)
        SELECT team_id, 'contact.deleted', array_agg(id), ARRAY[contacts_microseconds(now())]
        FROM changed GROUP BY team_id RETURNING team_id, contact_ids
    )
    INSERT INTO contacts_contactmark (team_id, contact_ids) SELECT team_id, contact_ids FROM recorded;
    RETURN NULL;
END $$;
CREATE TRIGGER contacts_record_deleted AFTER DELETE ON contacts_contact
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contacts_record_deleted();

-- The stage of a new contact is recorded per statement, which keeps COPY fast. A later change of stage is recorded per
-- row, so that updates without such a change cost nothing more.
CREATE FUNCTION contacts_stage_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_stagechange (team_id, contact_id, at, before, after)
    SELECT team_id, id, updated_at, '', funnel FROM changed WHERE funnel <> '';
    RETURN NULL;
END $$;
CREATE TRIGGER contacts_stage_made AFTER INSERT ON contacts_contact
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contacts_stage_made();
CREATE FUNCTION contacts_stage_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_stagechange (team_id, contact_id, at, before, after, since)
    VALUES (NEW.team_id, NEW.id, NEW.updated_at, OLD.funnel, NEW.funnel, (
        SELECT at FROM contacts_stagechange WHERE contact_id = NEW.id AND OLD.funnel <> '' ORDER BY at DESC, id DESC LIMIT 1
    ));
    RETURN NULL;
END $$;
CREATE TRIGGER contacts_stage_moved AFTER UPDATE OF funnel ON contacts_contact
    FOR EACH ROW WHEN (OLD.funnel IS DISTINCT FROM NEW.funnel) EXECUTE FUNCTION contacts_stage_moved();
