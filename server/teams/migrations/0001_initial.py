import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

import server.core.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("slug", models.SlugField(max_length=63, unique=True)),
                ("name", models.CharField(blank=True, max_length=200)),
                ("vendor", models.CharField(default="mt", max_length=20)),
                ("image", models.CharField(blank=True, max_length=500)),
                ("logo", models.CharField(blank=True, max_length=500)),
                ("favicon", models.CharField(blank=True, max_length=500)),
                ("timezone", models.CharField(default="(GMT+07:00) Asia/Jakarta", max_length=60)),
                ("language", models.CharField(default="en", max_length=5)),
                ("country", models.CharField(blank=True, max_length=2)),
                ("city", models.CharField(blank=True, max_length=100)),
                ("industry", models.CharField(blank=True, max_length=60)),
                ("website", models.CharField(blank=True, max_length=255)),
                ("address", models.TextField(blank=True)),
                ("zipcode", models.CharField(blank=True, max_length=20)),
                ("phone", models.CharField(blank=True, max_length=32)),
                ("email", models.CharField(blank=True, max_length=254)),
                ("auto_link_utm", models.BooleanField(default=False)),
                (
                    "multi_login",
                    models.CharField(
                        choices=[("allow", "Allow"), ("ask", "Ask"), ("deny", "Deny")], default="allow", max_length=5
                    ),
                ),
                ("enable_2fa", models.BooleanField(default=False)),
                ("suspended_at", models.DateTimeField(null=True)),
                ("locked_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                ("show_presence", models.BooleanField(default=True)),
                ("contact_size", models.CharField(blank=True, default="", max_length=12)),
            ],
        ),
        migrations.CreateModel(
            name="Role",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=60)),
                (
                    "permissions",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=60), default=list, size=None
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="roles", to="teams.team"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("team", "name"), name="role_name")],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("admin", "Admin"), ("member", "Member"), ("custom", "Custom")],
                        default="member",
                        max_length=6,
                    ),
                ),
                ("is_default", models.BooleanField(default=False)),
                ("is_owner", models.BooleanField(default=False)),
                ("active", models.BooleanField(default=True)),
                ("invited_at", models.DateTimeField(null=True)),
                ("joined_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="accounts.user"
                    ),
                ),
                (
                    "custom_role",
                    models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, to="teams.role"),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="teams.team"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("team", "user"), name="member_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("is_default", True)), fields=("user",), name="member_default_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("custom_role__isnull", False), ("role", "custom")),
                            models.Q(models.Q(("role", "custom"), _negated=True), ("custom_role__isnull", True)),
                            _connector="OR",
                        ),
                        name="member_custom_role",
                    ),
                ],
            },
        ),
    ]
