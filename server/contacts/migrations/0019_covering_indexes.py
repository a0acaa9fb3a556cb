"""Indexes that answer a search, and the way to a far page, without a look at the rows."""

import django.db.models.functions.comparison
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("contacts", "0018_uncompressed"),
        ("teams", "0003_team_contact_size"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="contact",
            name="contact_email",
        ),
        migrations.RemoveIndex(
            model_name="contact",
            name="contact_firstname",
        ),
        migrations.RemoveIndex(
            model_name="contact",
            name="contact_lastname",
        ),
        migrations.RemoveIndex(
            model_name="contact",
            name="contact_company",
        ),
        migrations.RemoveIndex(
            model_name="contact",
            name="contact_phone",
        ),
        migrations.AddIndex(
            model_name="contact",
            index=models.Index(
                models.F("team"),
                django.db.models.functions.comparison.Collate(django.db.models.functions.text.Lower("firstname"), "C"),
                models.F("id"),
                include=("firstname",),
                name="contact_firstname",
            ),
        ),
        migrations.AddIndex(
            model_name="contact",
            index=models.Index(
                models.F("team"),
                django.db.models.functions.comparison.Collate(django.db.models.functions.text.Lower("lastname"), "C"),
                models.F("id"),
                include=("lastname",),
                name="contact_lastname",
            ),
        ),
        migrations.AddIndex(
            model_name="contact",
            index=models.Index(
                models.F("team"),
                django.db.models.functions.comparison.Collate(django.db.models.functions.text.Lower("company"), "C"),
                condition=models.Q(("company", ""), _negated=True),
                include=("id", "company"),
                name="contact_company",
            ),
        ),
        migrations.AddIndex(
            model_name="contact",
            index=models.Index(
                models.F("team"),
                django.db.models.functions.comparison.Collate(
                    models.Func(
                        models.F("phone"),
                        models.Value("+ -()./"),
                        models.Value(""),
                        function="translate",
                        output_field=models.TextField(),
                    ),
                    "C",
                ),
                condition=models.Q(("phone", ""), _negated=True),
                include=("id", "phone"),
                name="contact_phone",
            ),
        ),
        migrations.AddConstraint(
            model_name="contact",
            constraint=models.UniqueConstraint(fields=("team", "email"), include=("id",), name="contact_email"),
        ),
    ]
