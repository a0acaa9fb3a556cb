from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("delivery", "0019_pace"),
    ]

    operations = [
        migrations.CreateModel(
            name="DestinationReport",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "pool_id",
                        "destination",
                        "worker",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("pool_id", models.BigIntegerField()),
                ("destination", models.CharField(max_length=255)),
                ("worker", models.CharField(max_length=60)),
                ("at_once", models.PositiveIntegerField()),
                ("most", models.PositiveIntegerField()),
                ("pause_seconds", models.FloatField()),
                ("per_second", models.FloatField(null=True)),
                ("deferred", models.PositiveBigIntegerField()),
                ("answer", models.CharField(max_length=310)),
                ("answered_at", models.DateTimeField()),
                ("slowed_at", models.DateTimeField()),
                ("reported_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["worker"], name="destination_report_worker")],
            },
        ),
    ]
