"""Whether an import asks whom it brings to confirm, and how far that is."""

from django.db import migrations, models

FIGURES = ("to_ask", "asked", "confirmed", "declined")


class Migration(migrations.Migration):
    dependencies = [("contacts", "0016_made_labels")]

    operations = [
        *[
            migrations.AddField(model_name="importjob", name=name, field=models.BooleanField(default=False))
            for name in ("confirms", "ask_waits")
        ],
        *[
            migrations.AddField(model_name="importjob", name=name, field=models.BigIntegerField(default=0))
            for name in FIGURES
        ],
    ]
