from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("contacts", "0023_frozen_acts")]

    operations = [
        migrations.CreateModel(
            name="PendingContact",
            fields=[
                ("contact_id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("team_id", models.UUIDField()),
                ("confirm_by", models.DateTimeField()),
            ],
            options={"indexes": [models.Index(fields=["confirm_by"], name="pending_contact_due")]},
        ),
    ]
