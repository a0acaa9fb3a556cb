"""Dead addresses are told to their contacts."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("delivery", "0002_partitioned"), ("contacts", "0001_initial")]

    operations = [
        migrations.AddField("suppression", "is_told", models.BooleanField(default=True)),
        migrations.AddIndex(
            "suppression",
            models.Index(fields=["id"], name="suppression_untold", condition=models.Q(is_told=False)),
        ),
    ]
