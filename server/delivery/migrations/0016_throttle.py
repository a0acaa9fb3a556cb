from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("delivery", "0015_narrow_log")]

    operations = [
        migrations.AddField(model_name="mailing", name="per_hour", field=models.PositiveIntegerField(null=True)),
    ]
