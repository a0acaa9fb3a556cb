"""What follows advice at a click stands in its row: a rule may offer it for one finding and not for another."""

from django.db import migrations, models

FORWARDS = """
UPDATE reports_advice SET act = CASE rule WHEN 'frequency' THEN 'cap' ELSE 'sunset' END
WHERE rule IN ('frequency', 'unengaged')
"""


class Migration(migrations.Migration):
    dependencies = [("reports", "0002_advice")]

    operations = [
        migrations.AddField("advice", "act", models.CharField(max_length=10, blank=True, default="")),
        migrations.RunSQL(FORWARDS, migrations.RunSQL.noop),
    ]
