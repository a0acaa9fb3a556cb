from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("delivery", "0016_ab_tests")]

    operations = [
        migrations.AddField(model_name="mailing", name="per_hour", field=models.PositiveIntegerField(null=True)),
    ]
