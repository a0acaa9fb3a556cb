-- Notifies processes that cache API keys of changes to keys, subaccounts, teams, plans, features and settings
-- (server/transactional/sql/keys.py).
CREATE FUNCTION transactional_tell_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('transactional_keys', '');
    RETURN NULL;
END $$;
CREATE TRIGGER transactional_key_changed
    AFTER UPDATE OF scopes, networks, domain_id, subaccount_id, expires_at, revoked_at ON transactional_apikey
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
CREATE TRIGGER transactional_subaccount_changed AFTER UPDATE OF active ON transactional_subaccount
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
CREATE TRIGGER transactional_team_changed AFTER UPDATE OF suspended_at, locked_at ON teams_team
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
CREATE TRIGGER transactional_subscription_changed
    AFTER INSERT OR DELETE OR UPDATE OF plan_id, starts_at, expires_at ON plans_subscription
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
CREATE TRIGGER transactional_plan_changed AFTER UPDATE OF features ON plans_plan
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
CREATE TRIGGER transactional_feature_switched AFTER INSERT OR DELETE OR UPDATE OF name, enabled ON plans_featureswitch
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
-- Not on insert: a new row holds the defaults.
CREATE TRIGGER transactional_setting_changed
    AFTER UPDATE OF body_days, hold_all, hold_above ON transactional_transactionalsetting
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
