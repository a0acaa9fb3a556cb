"""What was refused is an event as well."""

from django.db import migrations, models

BEFORE = (
    "'accepted', 'held', 'released', 'scheduled', 'cancelled', 'deferred', 'delivered', 'bounced', 'failed',"
    " 'suppressed', 'opened', 'clicked', 'complained', 'unsubscribed', 'inDoubt', 'sandboxed'"
)
CHANGE = """
ALTER TABLE transactional_event DROP CONSTRAINT trx_event_type,
    ADD CONSTRAINT trx_event_type CHECK (type IN ({})) NOT VALID;
"""
FORGET = "DELETE FROM transactional_event WHERE type = 'refused';"
VALIDATE = "ALTER TABLE transactional_event VALIDATE CONSTRAINT trx_event_type;"


class Migration(migrations.Migration):
    # Events are many: who writes them waits for the new rule, not until all there are were read.
    atomic = False
    dependencies = [("transactional", "0005_key_changes")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    CHANGE.format(f"{BEFORE}, 'refused'"),
                    FORGET + CHANGE.format(BEFORE),
                ),
                migrations.RunSQL(VALIDATE, migrations.RunSQL.noop),
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="messageevent",
                    name="type",
                    field=models.CharField(
                        choices=[
                            ("accepted", "Accepted"),
                            ("held", "Held"),
                            ("released", "Released"),
                            ("scheduled", "Scheduled"),
                            ("cancelled", "Cancelled"),
                            ("deferred", "Deferred"),
                            ("delivered", "Delivered"),
                            ("bounced", "Bounced"),
                            ("failed", "Failed"),
                            ("suppressed", "Suppressed"),
                            ("opened", "Opened"),
                            ("clicked", "Clicked"),
                            ("complained", "Complained"),
                            ("unsubscribed", "Unsubscribed"),
                            ("inDoubt", "In Doubt"),
                            ("sandboxed", "Sandboxed"),
                            ("refused", "Refused"),
                        ],
                        max_length=12,
                    ),
                ),
            ],
        ),
    ]
