import django.db.models.deletion
from django.db import migrations, models

KINDS = [("markdown", "Markdown"), ("html", "Html"), ("document", "Document")]


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0008_variant_plain_text"),
        ("documents", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="document",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="documents.document",
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="content_kind",
            field=models.CharField(choices=KINDS, default="markdown", max_length=8),
        ),
        migrations.AlterField(
            model_name="campaignvariant",
            name="content_kind",
            field=models.CharField(choices=KINDS, default="markdown", max_length=8),
        ),
        migrations.AddConstraint(
            model_name="campaign",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("content_kind", "document"), ("document__isnull", False)),
                    models.Q(models.Q(("content_kind", "document"), _negated=True), ("document__isnull", True)),
                    _connector="OR",
                ),
                name="campaign_document_when",
            ),
        ),
    ]
