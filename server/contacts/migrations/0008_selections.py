"""What rules chose is written down with the decision to act on it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("contacts", "0007_field_types")]

    operations = [
        migrations.CreateModel(
            name="SelectionPart",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("selection_id", models.UUIDField()),
                ("first_id", models.BigIntegerField()),
                ("last_id", models.BigIntegerField()),
                ("size", models.PositiveIntegerField()),
                ("steps", models.BinaryField()),
            ],
            options={
                "indexes": [models.Index(fields=["selection_id", "last_id"], name="selection_place")],
            },
        ),
    ]
