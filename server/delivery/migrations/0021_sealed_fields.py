from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("delivery", "0020_slowed")]

    operations = [
        migrations.AddField("recipient", "sealed_fields", models.BinaryField(null=True)),
    ]
