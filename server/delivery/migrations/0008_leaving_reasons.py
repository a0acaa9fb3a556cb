"""Who gave a reason for unsubscribing: few among the events of a mailing, found without reading the others."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("delivery", "0007_topics")]

    operations = [
        migrations.RunSQL(
            "CREATE INDEX delivery_event_reason ON delivery_event (mailing_id)"
            " WHERE kind = 'unsubscribe' AND why <> ''",
            "DROP INDEX delivery_event_reason",
        )
    ]
