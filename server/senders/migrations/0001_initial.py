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
            name="Sender",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=100)),
                ("email", models.CharField(max_length=254)),
                ("domain", models.CharField(max_length=253)),
                ("validated_at", models.DateTimeField(null=True)),
                ("is_default", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="senders", to="teams.team"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("team", "email"), name="sender_email"),
                    models.UniqueConstraint(
                        condition=models.Q(("is_default", True)), fields=("team",), name="sender_default_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("is_default", False), ("validated_at__isnull", False), _connector="OR"),
                        name="sender_default_is_validated",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Validation",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("email", models.CharField(max_length=254)),
                ("language", models.CharField(max_length=5)),
                ("token_hash", models.BinaryField(max_length=32, null=True, unique=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                (
                    "sender",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="validations",
                        to="senders.sender",
                    ),
                ),
                ("team", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="teams.team")),
            ],
            options={
                "indexes": [models.Index(fields=["team", "-created_at"], name="sender_validation_recent")],
            },
        ),
        migrations.CreateModel(
            name="SenderDomain",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=253)),
                ("is_default", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "Pending"),
                            ("authenticated", "Authenticated"),
                            ("breaking", "Breaking"),
                            ("broken", "Broken"),
                        ],
                        default="pending",
                        max_length=13,
                    ),
                ),
                ("slug", models.CharField(default="links", max_length=63)),
                ("broken_at", models.DateTimeField(null=True)),
                ("grace_until", models.DateTimeField(null=True)),
                ("checked_at", models.DateTimeField(null=True)),
                ("next_check_at", models.DateTimeField()),
                ("failed_checks", models.PositiveSmallIntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sender_domains", to="teams.team"
                    ),
                ),
                (
                    "category",
                    models.CharField(choices=[("OWN", "Own"), ("BOUGHT", "Bought")], default="OWN", max_length=6),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["next_check_at", "id"], name="sender_domain_due")],
                "constraints": [
                    models.UniqueConstraint(fields=("team", "name"), name="sender_domain_name"),
                    models.UniqueConstraint(
                        condition=models.Q(("is_default", True)), fields=("team",), name="sender_domain_default_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["pending", "authenticated", "breaking", "broken"])),
                        name="sender_domain_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("category__in", ["OWN", "BOUGHT"])), name="sender_domain_category"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("grace_until__isnull", False), ("state", "breaking")),
                            models.Q(models.Q(("state", "breaking"), _negated=True), ("grace_until__isnull", True)),
                            _connector="OR",
                        ),
                        name="sender_domain_grace",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DomainKey",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "algorithm",
                    models.CharField(choices=[("rsa-sha256", "Rsa"), ("ed25519-sha256", "Ed25519")], max_length=14),
                ),
                ("selector", models.CharField(max_length=63)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "Pending"),
                            ("active", "Active"),
                            ("retiring", "Retiring"),
                            ("retired", "Retired"),
                        ],
                        default="pending",
                        max_length=8,
                    ),
                ),
                ("sealed", models.BinaryField(null=True)),
                ("public_key", models.TextField()),
                ("created_at", models.DateTimeField()),
                ("active_at", models.DateTimeField(null=True)),
                ("retired_at", models.DateTimeField(null=True)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                (
                    "domain",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="keys", to="senders.senderdomain"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("domain", "selector"), name="domain_key_selector"),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "pending")),
                        fields=("domain", "algorithm"),
                        name="domain_key_pending_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "active")),
                        fields=("domain", "algorithm"),
                        name="domain_key_active_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["pending", "active", "retiring", "retired"])),
                        name="domain_key_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state", "retired"), ("sealed__isnull", False), _connector="OR"),
                        name="domain_key_sealed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DomainRecord",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("spf", "Spf"),
                            ("dkim", "Dkim"),
                            ("dmarc", "Dmarc"),
                            ("returnPath", "Return Path"),
                            ("tracking", "Tracking"),
                            ("mx", "Mx"),
                            ("ptr", "Ptr"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "verdict",
                    models.CharField(
                        choices=[("unchecked", "Unchecked"), ("good", "Good"), ("warning", "Warning"), ("bad", "Bad")],
                        default="unchecked",
                        max_length=9,
                    ),
                ),
                ("reason", models.CharField(default="unchecked", max_length=40)),
                ("params", models.JSONField(default=dict)),
                ("unknown_since", models.DateTimeField(null=True)),
                ("unknown_reason", models.CharField(default="", max_length=40)),
                ("answers", models.JSONField(default=list)),
                ("checked_at", models.DateTimeField(null=True)),
                ("changed_at", models.DateTimeField(null=True)),
                (
                    "key",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="records",
                        to="senders.domainkey",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                (
                    "domain",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="records", to="senders.senderdomain"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("domain", "kind", "key"), name="domain_record_once", nulls_distinct=False
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["spf", "dkim", "dmarc", "returnPath", "tracking", "mx", "ptr"])
                        ),
                        name="domain_record_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("verdict__in", ["unchecked", "good", "warning", "bad"])),
                        name="domain_record_verdict",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("key__isnull", False), ("kind", "dkim")),
                            models.Q(models.Q(("kind", "dkim"), _negated=True), ("key__isnull", True)),
                            _connector="OR",
                        ),
                        name="domain_record_key",
                    ),
                ],
            },
        ),
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
                ("warned_days", models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "ACTIVE"), _negated=True),
                        fields=["created_at"],
                        name="domain_order_open",
                    ),
                    models.Index(
                        condition=models.Q(("status", "ACTIVE")), fields=["expires_at"], name="domain_order_ends"
                    ),
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
        migrations.CreateModel(
            name="AcmeAccount",
            fields=[
                ("directory", models.CharField(max_length=500, primary_key=True, serialize=False)),
                ("sealed", models.BinaryField()),
                ("address", models.CharField(default="", max_length=500)),
            ],
        ),
        migrations.CreateModel(
            name="HostCertificate",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("host", models.CharField(max_length=253)),
                (
                    "state",
                    models.CharField(
                        choices=[("asked", "Asked"), ("valid", "Valid"), ("failed", "Failed")],
                        default="asked",
                        max_length=6,
                    ),
                ),
                (
                    "fault",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("unreached", "Unreached"),
                            ("limited", "Limited"),
                            ("refused", "Refused"),
                            ("unavailable", "Unavailable"),
                        ],
                        default="",
                        max_length=11,
                    ),
                ),
                ("detail", models.CharField(default="", max_length=500)),
                ("token", models.CharField(max_length=200, null=True, unique=True)),
                ("answer", models.CharField(default="", max_length=300)),
                ("sealed", models.BinaryField(null=True)),
                ("chain", models.TextField(default="")),
                ("not_before", models.DateTimeField(null=True)),
                ("not_after", models.DateTimeField(null=True)),
                ("asked_at", models.DateTimeField()),
                ("next_try_at", models.DateTimeField()),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                (
                    "domain",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="certificates",
                        to="senders.senderdomain",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["next_try_at", "id"], name="host_certificate_due")],
                "constraints": [
                    models.UniqueConstraint(fields=("domain", "host"), name="host_certificate_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["asked", "valid", "failed"])), name="host_certificate_state"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "valid"), _negated=True),
                            models.Q(
                                ("not_after__isnull", False), ("not_before__isnull", False), ("sealed__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="host_certificate_valid",
                    ),
                ],
            },
        ),
    ]
