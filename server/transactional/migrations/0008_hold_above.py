"""A team may have what a key hands in beyond its usual wait."""

from django.db import migrations, models

TRIGGER = """
DROP TRIGGER transactional_setting_changed ON transactional_transactionalsetting;
CREATE TRIGGER transactional_setting_changed
    AFTER UPDATE OF {} ON transactional_transactionalsetting
    FOR EACH STATEMENT EXECUTE FUNCTION transactional_tell_keys();
"""


class Migration(migrations.Migration):
    dependencies = [("transactional", "0007_plan_changes")]

    operations = [
        migrations.AddField(
            model_name="transactionalsetting",
            name="hold_above",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name="transactionalsetting",
            constraint=models.CheckConstraint(
                condition=models.Q(("hold_above__gte", 1)), name="trx_setting_hold_above"
            ),
        ),
        migrations.AlterField(
            model_name="message",
            name="hold_reason",
            field=models.CharField(
                blank=True, choices=[("", "None"), ("review", "Review"), ("rate", "Rate")], default="", max_length=20
            ),
        ),
        migrations.RunSQL(TRIGGER.format("body_days, hold_all, hold_above"), TRIGGER.format("body_days, hold_all")),
    ]
