"""Which labels came with an import, so that they can go with it."""

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("contacts", "0015_phone_prefix")]

    operations = [
        migrations.AddField(
            model_name="importjob",
            name="made_label_ids",
            field=ArrayField(base_field=models.IntegerField(), default=list, size=None),
        ),
    ]
