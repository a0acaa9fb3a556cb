from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0007_review_and_links")]

    operations = [
        migrations.AddField(
            model_name="campaignvariant",
            name="plain_text",
            field=models.TextField(blank=True, default=""),
        ),
    ]
