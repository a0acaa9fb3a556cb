"""In which form the file of an import came, and which sheet of a workbook is imported."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("contacts", "0012_rule_consent")]

    operations = [
        migrations.AddField(
            model_name="importjob",
            name="form",
            field=models.CharField(blank=True, default="", max_length=7),
        ),
        migrations.AddField(
            model_name="importjob",
            name="sheets",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="importjob",
            name="sheet",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
