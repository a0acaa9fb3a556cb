"""When a contact was last mailed stands in the log; a row of its own for it cost more than the log itself."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("delivery", "0009_frequency_cap")]

    operations = [
        migrations.RunSQL(
            "DELETE FROM delivery_contactactivity WHERE last_opened_at IS NULL AND last_clicked_at IS NULL",
            migrations.RunSQL.noop,
        ),
        migrations.RemoveField(model_name="contactactivity", name="last_sent_at"),
    ]
