from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0009_documents")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="root",
            field=models.CharField(default="body", max_length=64),
        ),
        migrations.AddField(
            model_name="campaignvariant",
            name="root",
            field=models.CharField(default="body", max_length=64),
        ),
    ]
