from django.db import migrations, models

# Acts by rules that run over the update: those they mean were written down.
FREEZE = """
UPDATE contacts_bulkaction SET is_frozen = true
WHERE filter ->> 'rules' IS NOT NULL OR filter ->> 'segment_id' IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = [("contacts", "0022_country_names")]

    operations = [
        migrations.AddField(model_name="bulkaction", name="is_frozen", field=models.BooleanField(default=False)),
        migrations.RunSQL(FREEZE, migrations.RunSQL.noop),
    ]
