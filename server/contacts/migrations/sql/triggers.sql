-- Marks every changed contact, whichever way it was changed: one row per team and statement.
CREATE FUNCTION contacts_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_contactmark (team_id, contact_ids)
    SELECT team_id, array_agg(id) FROM changed GROUP BY team_id;
    RETURN NULL;
END $$;
CREATE TRIGGER contacts_mark_made AFTER INSERT ON contacts_contact
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contacts_mark();
CREATE TRIGGER contacts_mark_changed AFTER UPDATE ON contacts_contact
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contacts_mark();
CREATE TRIGGER contacts_mark_deleted AFTER DELETE ON contacts_contact
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contacts_mark();

-- The stage of a new contact is recorded per statement, so that COPY stays fast. A later change of stage is recorded
-- per row: updates that leave the stage alone pay nothing for it.
CREATE FUNCTION contacts_stage_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_stagemove (team_id, contact_id, at, before, after)
    SELECT team_id, id, updated_at, '', funnel FROM changed WHERE funnel <> '';
    RETURN NULL;
END $$;
CREATE TRIGGER contacts_stage_made AFTER INSERT ON contacts_contact
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contacts_stage_made();
CREATE FUNCTION contacts_stage_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacts_stagemove (team_id, contact_id, at, before, after, since)
    VALUES (NEW.team_id, NEW.id, NEW.updated_at, OLD.funnel, NEW.funnel, (
        SELECT at FROM contacts_stagemove WHERE contact_id = NEW.id AND OLD.funnel <> '' ORDER BY at DESC, id DESC LIMIT 1
    ));
    RETURN NULL;
END $$;
CREATE TRIGGER contacts_stage_moved AFTER UPDATE OF funnel ON contacts_contact
    FOR EACH ROW WHEN (OLD.funnel IS DISTINCT FROM NEW.funnel) EXECUTE FUNCTION contacts_stage_moved();
