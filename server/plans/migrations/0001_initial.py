import django.db.models.deletion
from django.db import migrations, models

import server.core.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="FeatureSwitch",
            fields=[
                ("name", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("enabled", models.BooleanField(default=True)),
            ],
        ),
        migrations.CreateModel(
            name="Plan",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("code", models.CharField(max_length=30)),
                ("version", models.PositiveIntegerField(default=1)),
                ("name", models.CharField(max_length=60)),
                ("description", models.CharField(blank=True, max_length=300)),
                ("group", models.CharField(blank=True, max_length=30)),
                ("price", models.DecimalField(decimal_places=2, default=0, max_digits=14)),
                ("currency", models.CharField(default="IDR", max_length=3)),
                ("period_months", models.PositiveSmallIntegerField(default=1)),
                ("features", models.JSONField()),
                ("import_bytes", models.PositiveBigIntegerField(default=20971520)),
                ("active", models.BooleanField(default=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("code", "version"), name="plan_code_version")],
            },
        ),
        migrations.CreateModel(
            name="QuotaUsage",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("area", models.CharField(max_length=60)),
                ("name", models.CharField(max_length=60)),
                ("period", models.DateField(null=True)),
                ("used", models.BigIntegerField(default=0)),
                ("reserved", models.BigIntegerField(default=0)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="usages", to="teams.team"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("team", "area", "name", "period"), name="usage_once", nulls_distinct=False
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reserved__gte", 0), ("used__gte", 0)), name="usage_not_negative"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Reservation",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("amount", models.BigIntegerField()),
                ("settled", models.BigIntegerField(default=0)),
                ("reference", models.CharField(max_length=100)),
                ("expires_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                ("team", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="teams.team")),
                ("usage", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="plans.quotausage")),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("closed_at__isnull", True)), fields=["expires_at"], name="reservation_open"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("team", "reference", "usage"), name="reservation_reference"),
                    models.CheckConstraint(
                        condition=models.Q(("settled__gte", 0), ("settled__lte", models.F("amount"))),
                        name="reservation_bounds",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Subscription",
            fields=[
                (
                    "team",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="subscription",
                        serialize=False,
                        to="teams.team",
                    ),
                ),
                ("starts_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(null=True)),
                ("price", models.DecimalField(decimal_places=2, default=0, max_digits=14)),
                ("payment_method", models.CharField(blank=True, max_length=30)),
                ("plan", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="plans.plan")),
            ],
        ),
    ]
