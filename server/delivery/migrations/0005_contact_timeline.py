"""What mail did with one contact, found at once in the partitioned tables, newest first."""

from django.db import migrations

FORWARDS = """
CREATE INDEX delivery_send_log_contact ON delivery_send_log (contact_id, at DESC, id DESC)
    WHERE contact_id IS NOT NULL;
CREATE INDEX delivery_event_contact ON delivery_event (contact_id, at DESC, id DESC)
    WHERE contact_id IS NOT NULL AND NOT machine;
"""
BACKWARDS = """
DROP INDEX delivery_event_contact;
DROP INDEX delivery_send_log_contact;
"""


class Migration(migrations.Migration):
    dependencies = [("delivery", "0004_activity_notes")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
