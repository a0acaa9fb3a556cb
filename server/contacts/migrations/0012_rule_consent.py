"""Consents may come and go by a standing rule of the team."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("contacts", "0011_funnel"),
    ]

    operations = [
        migrations.AlterField(
            model_name="contactconsent",
            name="way",
            field=models.CharField(
                choices=[
                    ("person", "Person"),
                    ("import", "Import"),
                    ("mail", "Mail"),
                    ("page", "Page"),
                    ("form", "Form"),
                    ("api", "Api"),
                    ("rule", "Rule"),
                ],
                max_length=6,
            ),
        ),
    ]
