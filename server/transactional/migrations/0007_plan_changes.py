"""Tells whoever remembers a key also of its team's plan, of switched features and of what the team chose."""

from django.db import migrations

FORWARDS = """
CREATE TRIGGER transactional_subscription_changed
    AFTER INSERT OR DELETE OR UPDATE OF plan_id, starts_at, expires_at ON plans_subscription
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
CREATE TRIGGER transactional_plan_changed AFTER UPDATE OF features ON plans_plan
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
CREATE TRIGGER transactional_feature_switched AFTER INSERT OR DELETE OR UPDATE OF name, enabled ON plans_featureswitch
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
-- A new row says nothing new: it is made of what holds without one.
CREATE TRIGGER transactional_setting_changed
    AFTER UPDATE OF body_days, hold_all ON transactional_transactionalsetting
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
"""
BACKWARDS = """
DROP TRIGGER transactional_setting_changed ON transactional_transactionalsetting;
DROP TRIGGER transactional_feature_switched ON plans_featureswitch;
DROP TRIGGER transactional_plan_changed ON plans_plan;
DROP TRIGGER transactional_subscription_changed ON plans_subscription;
"""


class Migration(migrations.Migration):
    dependencies = [("transactional", "0006_refused_events"), ("plans", "0001_initial")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
