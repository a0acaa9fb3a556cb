import django.db.models.deletion
from django.db import migrations, models

import server.core.ids


class Migration(migrations.Migration):
    dependencies = [
        ("senders", "0002_sender_domains"),
        ("teams", "0003_team_contact_size"),
    ]

    operations = [
        migrations.CreateModel(
            name="SandboxRegistration",
            fields=[
                ("name", models.CharField(max_length=253, primary_key=True, serialize=False)),
                ("key", models.CharField(max_length=64, unique=True)),
                ("years", models.PositiveSmallIntegerField()),
                ("records", models.JSONField(default=list)),
                ("registered_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="senderdomain",
            name="category",
            field=models.CharField(choices=[("OWN", "Own"), ("BOUGHT", "Bought")], default="OWN", max_length=6),
        ),
        migrations.AddConstraint(
            model_name="senderdomain",
            constraint=models.CheckConstraint(
                condition=models.Q(("category__in", ["OWN", "BOUGHT"])), name="sender_domain_category"
            ),
        ),
        migrations.CreateModel(
            name="DomainOrder",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=253)),
                (
                    "status",
                    models.CharField(
                        choices=[("NONE", "None"), ("UNPAID", "Unpaid"), ("PAID", "Paid"), ("ACTIVE", "Active")],
                        default="UNPAID",
                        max_length=6,
                    ),
                ),
                ("years", models.PositiveSmallIntegerField()),
                ("price", models.DecimalField(decimal_places=2, max_digits=14)),
                ("currency", models.CharField(max_length=3)),
                ("problem", models.CharField(default="", max_length=40)),
                ("created_at", models.DateTimeField()),
                ("paid_at", models.DateTimeField(null=True)),
                ("active_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                (
                    "domain",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="senders.senderdomain",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "ACTIVE"), _negated=True),
                        fields=["created_at"],
                        name="domain_order_open",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("team", "name"), name="domain_order_name"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("paid_at__isnull", True), ("status", "UNPAID")),
                            models.Q(("active_at__isnull", True), ("paid_at__isnull", False), ("status", "PAID")),
                            models.Q(("active_at__isnull", False), ("paid_at__isnull", False), ("status", "ACTIVE")),
                            _connector="OR",
                        ),
                        name="domain_order_status",
                    ),
                ],
            },
        ),
    ]
