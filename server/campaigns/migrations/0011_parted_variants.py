from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0010_roots")]

    operations = [
        migrations.AddField(
            model_name="abtest",
            name="parted",
            field=models.JSONField(default=list),
        ),
    ]
