"""Tells whoever remembers a key that keys, subaccounts or teams were changed (sql/keys.py)."""

from django.db import migrations

FORWARDS = """
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
"""
BACKWARDS = """
DROP TRIGGER transactional_team_changed ON teams_team;
DROP TRIGGER transactional_subaccount_changed ON transactional_subaccount;
DROP TRIGGER transactional_key_changed ON transactional_apikey;
DROP FUNCTION transactional_tell_keys();
"""


class Migration(migrations.Migration):
    dependencies = [("transactional", "0004_w_webhooks"), ("teams", "0003_team_contact_size")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
