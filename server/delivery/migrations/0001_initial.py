"""Mailings, recipients, suppressions and relays; the partitioned send log and events; statistics kept by triggers."""

from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

import server.core.ids


def _run(name: str) -> migrations.RunSQL:
    return migrations.RunSQL((Path(__file__).parent / "sql" / name).read_text(encoding="utf-8"))


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("contacts", "0001_initial"),
        ("core", "0001_initial"),
        ("plans", "0001_initial"),
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ContactActivity",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "team_id", "contact_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("team_id", models.UUIDField()),
                ("contact_id", models.BigIntegerField()),
                ("last_opened_at", models.DateTimeField(null=True)),
                ("last_clicked_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="IngestedBatch",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="LinkClicker",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id",
                        "number",
                        "position",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("position", models.PositiveIntegerField()),
                ("machine", models.BooleanField(db_default=False, default=False)),
            ],
        ),
        migrations.CreateModel(
            name="MailingDevice",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id",
                        "kind",
                        "device",
                        "os",
                        "browser",
                        "machine",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("kind", models.CharField(max_length=11)),
                ("device", models.CharField(max_length=10)),
                ("os", models.CharField(max_length=30)),
                ("browser", models.CharField(max_length=30)),
                ("count", models.PositiveIntegerField(default=0)),
                ("machine", models.BooleanField(db_default=False, default=False)),
            ],
        ),
        migrations.CreateModel(
            name="RecipientActivity",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id", "position", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("position", models.PositiveIntegerField()),
                ("opens", models.PositiveIntegerField(default=0)),
                ("clicks", models.PositiveIntegerField(default=0)),
                ("machine_opens", models.PositiveIntegerField(default=0)),
                ("machine_clicks", models.PositiveIntegerField(default=0)),
                ("first_opened_at", models.DateTimeField(null=True)),
                ("first_clicked_at", models.DateTimeField(null=True)),
                ("unsubscribed_at", models.DateTimeField(null=True)),
                ("complained_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="MailingMinute",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id", "minute", "what", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("minute", models.DateTimeField()),
                ("what", models.CharField(max_length=16)),
                ("team_id", models.UUIDField(null=True)),
                ("count", models.PositiveIntegerField(default=0)),
            ],
            options={
                "indexes": [models.Index(fields=["team_id", "minute"], name="minute_team")],
            },
        ),
        migrations.CreateModel(
            name="Suppression",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("email", models.CharField(max_length=254)),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("unsubscribed", "Unsubscribed"),
                            ("hardBounce", "Hard Bounce"),
                            ("complaint", "Complaint"),
                            ("manual", "Manual"),
                            ("sunset", "Sunset"),
                            ("softBounce", "Soft Bounce"),
                        ],
                        max_length=12,
                    ),
                ),
                ("marketing_only", models.BooleanField(default=True)),
                ("mailing_id", models.BigIntegerField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                ("is_told", models.BooleanField(default=True)),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("mail", "Mail"),
                            ("person", "Person"),
                            ("import", "Import"),
                            ("api", "Api"),
                            ("rule", "Rule"),
                        ],
                        db_default="mail",
                        max_length=6,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("is_told", False)), fields=["id"], name="suppression_untold"),
                    models.Index(fields=["team", "created_at", "id"], name="suppression_newest"),
                ],
                "constraints": [models.UniqueConstraint(fields=("team", "email"), name="suppression_once")],
            },
        ),
        migrations.CreateModel(
            name="SuppressionRemoval",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("email", models.CharField(max_length=254)),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("unsubscribed", "Unsubscribed"),
                            ("hardBounce", "Hard Bounce"),
                            ("complaint", "Complaint"),
                            ("manual", "Manual"),
                            ("sunset", "Sunset"),
                            ("softBounce", "Soft Bounce"),
                        ],
                        max_length=12,
                    ),
                ),
                ("why", models.CharField(max_length=200)),
                ("user_id", models.UUIDField()),
                ("fullname", models.CharField(max_length=201)),
                ("removed_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FrequencyCap",
            fields=[
                (
                    "team",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="teams.team",
                    ),
                ),
                ("mails", models.PositiveSmallIntegerField()),
                ("days", models.PositiveSmallIntegerField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("days__gte", 1), ("mails__gte", 1)), name="cap_positive")
                ],
            },
        ),
        migrations.CreateModel(
            name="AddressReport",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "address_id", "worker", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("address_id", models.BigIntegerField()),
                ("worker", models.CharField(max_length=60)),
                ("connections", models.PositiveIntegerField(default=0)),
                ("sent", models.PositiveBigIntegerField(default=0)),
                ("deferred", models.PositiveBigIntegerField(default=0)),
                ("failed", models.PositiveBigIntegerField(default=0)),
                ("answer", models.CharField(blank=True, max_length=310)),
                ("answered_at", models.DateTimeField(null=True)),
                ("reported_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="IpPool",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60, unique=True)),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Mailing",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("origin", models.CharField(max_length=12)),
                ("origin_id", models.UUIDField(default=server.core.ids.uuid7)),
                ("priority", models.PositiveSmallIntegerField(default=5)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("preparing", "Preparing"),
                            ("sending", "Sending"),
                            ("paused", "Paused"),
                            ("cancelled", "Cancelled"),
                            ("done", "Done"),
                        ],
                        default="preparing",
                        max_length=10,
                    ),
                ),
                ("subject", models.CharField(max_length=998)),
                ("from_name", models.CharField(blank=True, max_length=200)),
                ("from_address", models.CharField(max_length=254)),
                ("reply_to", models.CharField(blank=True, max_length=254)),
                ("compiled", models.JSONField()),
                ("follows", models.BooleanField(default=True)),
                ("unsubscribes", models.BooleanField(default=True)),
                ("recipients", models.PositiveIntegerField(default=0)),
                ("settled", models.PositiveIntegerField(default=0)),
                ("released", models.PositiveIntegerField(default=0)),
                ("claimed_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "team",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"
                    ),
                ),
                ("plain", models.JSONField(null=True)),
                ("topic_id", models.IntegerField(null=True)),
                (
                    "pool",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="delivery.ippool"
                    ),
                ),
                ("version", models.PositiveIntegerField(null=True)),
                ("variant", models.PositiveSmallIntegerField(null=True)),
                ("per_hour", models.PositiveIntegerField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "sending")),
                        fields=["priority", "claimed_at"],
                        name="mailing_sending",
                    ),
                    models.Index(fields=["team", "-started_at"], name="mailing_recent"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["preparing", "sending", "paused", "cancelled", "done"])),
                        name="mailing_state",
                    ),
                    models.UniqueConstraint(
                        fields=("team", "origin", "origin_id", "version", "variant"),
                        name="mailing_once",
                        nulls_distinct=False,
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Batch",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("first", models.PositiveIntegerField(default=0)),
                ("size", models.PositiveIntegerField()),
                (
                    "positions",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveIntegerField(), null=True, size=None
                    ),
                ),
                ("parent_id", models.BigIntegerField(null=True)),
                ("attempt", models.PositiveSmallIntegerField(default=1)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("leased", "Leased"), ("done", "Done")],
                        default="waiting",
                        max_length=7,
                    ),
                ),
                ("mailed_at", models.DateTimeField(null=True)),
                ("due_at", models.DateTimeField()),
                ("lease_until", models.DateTimeField(null=True)),
                ("worker", models.CharField(blank=True, max_length=60)),
                ("fence", models.PositiveIntegerField(default=0)),
                ("high_water", models.PositiveIntegerField(default=0)),
                (
                    "mailing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="delivery.mailing"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "done"), _negated=True),
                        fields=["mailing", "due_at"],
                        name="batch_open",
                    ),
                    models.Index(condition=models.Q(("state", "waiting")), fields=["due_at"], name="batch_due"),
                    models.Index(condition=models.Q(("state", "leased")), fields=["mailing"], name="batch_leased"),
                    models.Index(
                        condition=models.Q(("parent_id__isnull", False)), fields=["parent_id"], name="batch_parent"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "leased", "done"])), name="batch_state"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("high_water__lte", models.F("size"))), name="batch_high_water"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MailingLink",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("shown", models.TextField()),
                ("clicks", models.PositiveIntegerField(default=0)),
                ("clicked", models.PositiveIntegerField(default=0)),
                ("machine_clicks", models.PositiveIntegerField(default=0)),
                (
                    "mailing",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="delivery.mailing",
                    ),
                ),
                ("any_clicked", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Recipient",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id", "position", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                ("contact_id", models.BigIntegerField(null=True)),
                ("email", models.CharField(max_length=254)),
                ("fields", models.JSONField(default=dict)),
                ("sealed_fields", models.BinaryField(null=True)),
                ("key", models.CharField(max_length=64, null=True)),
                ("mailed_at", models.DateTimeField(null=True)),
                (
                    "mailing",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="delivery.mailing",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("contact_id__isnull", False)),
                        fields=["contact_id", "mailing_id"],
                        name="recipient_contact",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("key__isnull", False)), fields=("mailing", "key"), name="recipient_key_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MailingCounters",
            fields=[
                (
                    "mailing",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="counters",
                        serialize=False,
                        to="delivery.mailing",
                    ),
                ),
                ("revision", models.PositiveBigIntegerField(default=0)),
                ("sent", models.PositiveIntegerField(default=0)),
                ("failed", models.PositiveIntegerField(default=0)),
                ("suppressed", models.PositiveIntegerField(default=0)),
                ("in_doubt", models.PositiveIntegerField(default=0)),
                ("hard_bounced", models.PositiveIntegerField(default=0)),
                ("soft_bounced", models.PositiveIntegerField(default=0)),
                ("deferred", models.PositiveIntegerField(default=0)),
                ("opened", models.PositiveIntegerField(default=0)),
                ("opens", models.PositiveIntegerField(default=0)),
                ("machine_opened", models.PositiveIntegerField(default=0)),
                ("machine_opens", models.PositiveIntegerField(default=0)),
                ("clicked", models.PositiveIntegerField(default=0)),
                ("clicks", models.PositiveIntegerField(default=0)),
                ("machine_clicks", models.PositiveIntegerField(default=0)),
                ("unsubscribed", models.PositiveIntegerField(default=0)),
                ("complained", models.PositiveIntegerField(default=0)),
                (
                    "team",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"
                    ),
                ),
                ("skipped", models.PositiveIntegerField(default=0)),
                ("blocked", models.PositiveIntegerField(default=0)),
                ("by_destination", models.PositiveIntegerField(default=0)),
                ("returned", models.PositiveIntegerField(default=0)),
                ("any_opened", models.PositiveIntegerField(default=0)),
                ("any_clicked", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="TeamClaim",
            fields=[
                (
                    "team",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="teams.team",
                    ),
                ),
                ("claimed_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="RelayAddress",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("host", models.CharField(max_length=253)),
                ("port", models.PositiveIntegerField()),
                (
                    "tls",
                    models.CharField(
                        choices=[
                            ("never", "Never"),
                            ("opportunistic", "Opportunistic"),
                            ("required", "Required"),
                            ("implicit", "Implicit"),
                        ],
                        default="required",
                        max_length=13,
                    ),
                ),
                ("user", models.CharField(blank=True, max_length=200)),
                ("password", models.BinaryField(null=True)),
                ("source", models.GenericIPAddressField(null=True)),
                ("helo", models.CharField(max_length=253)),
                ("connections", models.PositiveSmallIntegerField(default=10)),
                ("warming_since", models.DateField(null=True)),
                ("is_active", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField()),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="addresses", to="delivery.ippool"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("pool", "host", "port", "source", "user"),
                        name="relay_address_once",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("connections__gte", 1), ("port__gte", 1), ("port__lte", 65535)),
                        name="relay_address_bounds",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AddressDay",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "address_id", "day", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("day", models.DateField()),
                ("taken", models.PositiveIntegerField(default=0)),
                (
                    "address",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="delivery.relayaddress",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PoolUse",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "stream",
                    models.CharField(
                        choices=[("marketing", "Marketing"), ("transactional", "Transactional"), ("system", "System")],
                        max_length=13,
                    ),
                ),
                (
                    "plan",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="plans.plan"
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="uses", to="delivery.ippool"
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stream", "team", "plan"), name="pool_use_once", nulls_distinct=False
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("team__isnull", True), ("plan__isnull", True), _connector="OR"),
                        name="pool_use_of_one",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FrequencyClaim",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id", "position", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("position", models.PositiveIntegerField()),
                ("contact_id", models.BigIntegerField()),
                ("team_id", models.UUIDField()),
            ],
            options={
                "indexes": [models.Index(fields=["contact_id"], name="claim_contact")],
            },
        ),
        migrations.CreateModel(
            name="DestinationMetrics",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id",
                        "mailed_at",
                        "domain",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("domain", models.CharField(blank=True, max_length=254)),
                ("mailed_at", models.DateTimeField()),
                ("delivered", models.PositiveIntegerField(default=0)),
                ("hard_bounced", models.PositiveIntegerField(default=0)),
                ("soft_bounced", models.PositiveIntegerField(default=0)),
                ("blocked", models.PositiveIntegerField(default=0)),
                ("complained", models.PositiveIntegerField(default=0)),
                (
                    "mailing",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="delivery.mailing",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "mailed_at"], name="destination_team")],
            },
        ),
        migrations.CreateModel(
            name="Feedback",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("mailing_id", models.BigIntegerField()),
                ("position", models.PositiveIntegerField()),
                ("kind", models.CharField(choices=[("bounce", "Bounce"), ("complaint", "Complaint")], max_length=9)),
                ("at", models.DateTimeField()),
                ("sent_at", models.DateTimeField()),
                ("bounce", models.CharField(blank=True, max_length=10)),
                ("domain", models.CharField(blank=True, max_length=254)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "-at"], name="feedback_newest")],
                "constraints": [
                    models.UniqueConstraint(fields=("mailing_id", "position", "kind"), name="feedback_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="SendingPause",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                (
                    "reason",
                    models.CharField(choices=[("bounces", "Bounces"), ("complaints", "Complaints")], max_length=10),
                ),
                ("sent", models.PositiveIntegerField()),
                ("counted", models.PositiveIntegerField()),
                ("threshold", models.FloatField()),
                ("campaigns", models.PositiveIntegerField(default=0)),
                ("resumed_at", models.DateTimeField(null=True)),
                ("resumed_by", models.CharField(blank=True, default="", max_length=201)),
                ("by_operator", models.BooleanField(default=False)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "-at"], name="pause_newest")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("resumed_at__isnull", True)), fields=("team",), name="pause_open_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="MailingQuarter",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id", "quarter", "what", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("quarter", models.DateTimeField()),
                ("what", models.CharField(max_length=16)),
                ("team_id", models.UUIDField(null=True)),
                ("count", models.IntegerField(default=0)),
            ],
            options={
                "indexes": [models.Index(fields=["team_id", "quarter"], name="quarter_team")],
            },
        ),
        migrations.CreateModel(
            name="MailingLocation",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id",
                        "kind",
                        "machine",
                        "country",
                        "city",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("kind", models.CharField(max_length=11)),
                ("machine", models.BooleanField(default=False)),
                ("country", models.CharField(blank=True, max_length=2)),
                ("city", models.CharField(blank=True, max_length=60)),
                ("count", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="MailingDomain",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id", "domain", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("domain", models.CharField(max_length=254)),
                ("team_id", models.UUIDField()),
                ("sent", models.PositiveIntegerField(db_default=0, default=0)),
                ("failed", models.PositiveIntegerField(db_default=0, default=0)),
                ("returned", models.PositiveIntegerField(db_default=0, default=0)),
                ("hard_bounced", models.PositiveIntegerField(db_default=0, default=0)),
                ("soft_bounced", models.PositiveIntegerField(db_default=0, default=0)),
                ("opened", models.PositiveIntegerField(db_default=0, default=0)),
                ("clicked", models.PositiveIntegerField(db_default=0, default=0)),
                ("any_opened", models.PositiveIntegerField(db_default=0, default=0)),
                ("any_clicked", models.PositiveIntegerField(db_default=0, default=0)),
                ("unsubscribed", models.PositiveIntegerField(db_default=0, default=0)),
                ("complained", models.PositiveIntegerField(db_default=0, default=0)),
            ],
        ),
        migrations.CreateModel(
            name="MailingReply",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "mailing_id",
                        "bounce",
                        "code",
                        "enhanced",
                        "words",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("mailing_id", models.BigIntegerField()),
                ("bounce", models.CharField(blank=True, max_length=10)),
                ("code", models.PositiveSmallIntegerField(default=0)),
                ("enhanced", models.CharField(blank=True, max_length=11)),
                ("words", models.CharField(blank=True, max_length=160)),
                ("count", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="MailingIntake",
            fields=[
                (
                    "mailing",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="delivery.mailing",
                    ),
                ),
                ("next_position", models.PositiveIntegerField(default=0)),
                ("closed_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="MailingThrottle",
            fields=[
                (
                    "mailing",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="delivery.mailing",
                    ),
                ),
                ("gap", models.DurationField()),
                ("free_at", models.DateTimeField()),
                ("batch_id", models.BigIntegerField(null=True)),
            ],
        ),
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
        migrations.SeparateDatabaseAndState(
            database_operations=[_run("partitions.sql")],
            state_operations=[
                migrations.CreateModel(
                    name="Event",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("team_id", models.UUIDField(null=True)),
                        ("mailing_id", models.BigIntegerField()),
                        ("position", models.PositiveIntegerField()),
                        ("at", models.DateTimeField()),
                        ("contact_id", models.BigIntegerField(null=True)),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("open", "Open"),
                                    ("click", "Click"),
                                    ("bounce", "Bounce"),
                                    ("unsubscribe", "Unsubscribe"),
                                    ("complaint", "Complaint"),
                                ],
                                max_length=11,
                            ),
                        ),
                        ("link", models.PositiveSmallIntegerField(default=0)),
                        ("machine", models.BooleanField(default=False)),
                        ("why", models.CharField(blank=True, max_length=60)),
                        ("device", models.CharField(blank=True, max_length=10)),
                        ("os", models.CharField(blank=True, max_length=30)),
                        ("browser", models.CharField(blank=True, max_length=30)),
                        ("country", models.CharField(blank=True, default="", max_length=2)),
                        ("city", models.CharField(blank=True, default="", max_length=60)),
                    ],
                    options={
                        "db_table": "delivery_event",
                    },
                ),
                migrations.CreateModel(
                    name="SendLog",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "mailing_id", "position", blank=True, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("mailing_id", models.BigIntegerField()),
                        ("mailed_at", models.DateTimeField()),
                        ("at", models.DateTimeField()),
                        ("bounced_at", models.DateTimeField(null=True)),
                        ("position", models.PositiveIntegerField()),
                        ("code", models.PositiveSmallIntegerField(default=0)),
                        ("attempt", models.PositiveSmallIntegerField(default=1)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("sent", "Sent"),
                                    ("failed", "Failed"),
                                    ("suppressed", "Suppressed"),
                                    ("skipped", "Skipped"),
                                    ("inDoubt", "In Doubt"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("bounce", models.CharField(blank=True, max_length=10)),
                        ("enhanced", models.CharField(blank=True, max_length=11)),
                        ("reply", models.CharField(blank=True, max_length=300)),
                    ],
                    options={
                        "db_table": "delivery_send_log",
                    },
                ),
            ],
        ),
        _run("feed.sql"),
        _run("quarters.sql"),
        _run("reply_words.sql"),
    ]
