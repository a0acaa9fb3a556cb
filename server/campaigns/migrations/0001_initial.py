import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import server.core.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("documents", "0001_initial"),
        ("senders", "0001_initial"),
        ("teams", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Campaign",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=200)),
                ("subject", models.CharField(blank=True, default="", max_length=500)),
                ("preheader", models.CharField(blank=True, default="", max_length=300)),
                ("category", models.CharField(blank=True, default="", max_length=60)),
                (
                    "content_kind",
                    models.CharField(
                        choices=[("markdown", "Markdown"), ("html", "Html"), ("document", "Document")],
                        default="markdown",
                        max_length=8,
                    ),
                ),
                (
                    "starter",
                    models.CharField(
                        choices=[("letter", "Letter"), ("news", "News"), ("notice", "Notice")],
                        default="letter",
                        max_length=12,
                    ),
                ),
                ("body", models.TextField(blank=True, default="")),
                ("to_all", models.BooleanField(default=False)),
                (
                    "label_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), default=list, size=None
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("DRAFT", "Draft"),
                            ("SCHEDULED", "Scheduled"),
                            ("SENDING", "Sending"),
                            ("PAUSED", "Paused"),
                            ("SENT", "Sent"),
                            ("CANCELLED", "Cancelled"),
                            ("FAILED", "Failed"),
                        ],
                        default="DRAFT",
                        max_length=9,
                    ),
                ),
                ("from_name", models.CharField(blank=True, default="", max_length=100)),
                ("from_email", models.CharField(blank=True, default="", max_length=254)),
                ("recipient_count", models.PositiveIntegerField(default=0)),
                ("schedule_at", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("sent_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("revision", models.PositiveIntegerField(default=1)),
                ("field_edits", models.JSONField(default=dict)),
                (
                    "sender",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="senders.sender"
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="campaigns", to="teams.team"
                    ),
                ),
                (
                    "segment_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), default=list, size=None
                    ),
                ),
                ("topic_id", models.IntegerField(null=True)),
                (
                    "kind",
                    models.CharField(default="email", max_length=8),
                ),
                ("failure", models.CharField(blank=True, default="", max_length=40)),
                ("fires_at", models.DateTimeField(null=True)),
                ("per_hour", models.PositiveIntegerField(null=True)),
                (
                    "schedule_zone",
                    models.CharField(choices=[("team", "Team"), ("contact", "Contact")], default="team", max_length=7),
                ),
                ("unopened_of", models.UUIDField(null=True)),
                (
                    "exclude_label_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), default=list, size=None
                    ),
                ),
                (
                    "exclude_segment_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), default=list, size=None
                    ),
                ),
                ("plain_text", models.TextField(blank=True, default="")),
                ("utm", models.JSONField(default=dict)),
                ("footer", models.JSONField(default=dict)),
                ("event", models.JSONField(null=True)),
                ("ready_at", models.DateTimeField(null=True)),
                (
                    "seen",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=40), default=list, size=None
                    ),
                ),
                (
                    "document",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="documents.document",
                    ),
                ),
                ("root", models.CharField(default="body", max_length=64)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["team", "-created_at"], name="campaign_newest"),
                    models.Index(fields=["team", "kind", "-created_at"], name="campaign_kind_newest"),
                    models.Index(fields=["team", "status"], name="campaign_status"),
                    models.Index(condition=models.Q(("status", "SCHEDULED")), fields=["fires_at"], name="campaign_due"),
                    models.Index(fields=["team", "started_at"], name="campaign_started"),
                    models.Index(
                        condition=models.Q(("started_at", None)),
                        fields=["team", "schedule_at"],
                        name="campaign_planned",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["DRAFT", "SCHEDULED", "SENDING", "PAUSED", "SENT", "CANCELLED", "FAILED"])
                        ),
                        name="campaign_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["DRAFT", "SCHEDULED", "FAILED"]),
                            ("started_at__isnull", False),
                            _connector="OR",
                        ),
                        name="campaign_started_when",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("content_kind", "document"), ("document__isnull", False)),
                            models.Q(models.Q(("content_kind", "document"), _negated=True), ("document__isnull", True)),
                            _connector="OR",
                        ),
                        name="campaign_document_when",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status", "SCHEDULED"), ("fires_at__isnull", True), _connector="OR"),
                        name="campaign_fires_when",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AbTest",
            fields=[
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="test",
                        serialize=False,
                        to="campaigns.campaign",
                    ),
                ),
                (
                    "tested",
                    models.CharField(
                        choices=[
                            ("subject", "Subject"),
                            ("sender", "Sender"),
                            ("content", "Content"),
                            ("time", "Time"),
                        ],
                        default="subject",
                        max_length=8,
                    ),
                ),
                (
                    "metric",
                    models.CharField(
                        choices=[("clicks", "Clicks"), ("opens", "Opens")], default="clicks", max_length=8
                    ),
                ),
                (
                    "chooses",
                    models.CharField(choices=[("rule", "Rule"), ("hand", "Hand")], default="rule", max_length=8),
                ),
                (
                    "wait_hours",
                    models.PositiveSmallIntegerField(
                        default=4,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(168),
                        ],
                    ),
                ),
                ("winner_share", models.PositiveSmallIntegerField()),
                ("ends_at", models.DateTimeField(null=True)),
                ("is_held", models.BooleanField(default=False)),
                ("paused_at", models.DateTimeField(null=True)),
                ("asked_at", models.DateTimeField(null=True)),
                ("winner", models.PositiveSmallIntegerField(null=True)),
                (
                    "winner_by",
                    models.CharField(
                        blank=True,
                        choices=[("rule", "Rule"), ("hand", "Hand"), ("tie", "Tie")],
                        default="",
                        max_length=4,
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                ("decided_name", models.CharField(blank=True, default="", max_length=201)),
                ("decision", models.JSONField(null=True)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                ("parted", models.JSONField(default=list)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("ends_at__isnull", False), ("winner__isnull", True)),
                        fields=["ends_at"],
                        name="abtest_due",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("winner_share__gte", 1), ("winner_share__lte", 98)),
                        name="abtest_winner_share",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("winner__isnull", True),
                            models.Q(models.Q(("winner_by", ""), _negated=True), ("decided_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="abtest_decided_when",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CampaignVariant",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, default="", max_length=60)),
                ("share", models.PositiveSmallIntegerField()),
                ("subject", models.CharField(blank=True, default="", max_length=500)),
                ("preheader", models.CharField(blank=True, default="", max_length=300)),
                (
                    "content_kind",
                    models.CharField(
                        choices=[("markdown", "Markdown"), ("html", "Html"), ("document", "Document")],
                        default="markdown",
                        max_length=8,
                    ),
                ),
                (
                    "starter",
                    models.CharField(
                        choices=[("letter", "Letter"), ("news", "News"), ("notice", "Notice")],
                        default="letter",
                        max_length=12,
                    ),
                ),
                ("body", models.TextField(blank=True, default="")),
                ("delay_minutes", models.PositiveIntegerField(default=0)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="variants", to="campaigns.campaign"
                    ),
                ),
                (
                    "sender",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="senders.sender"
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
                ("plain_text", models.TextField(blank=True, default="")),
                ("root", models.CharField(default="body", max_length=64)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "number"), name="variant_number_once"),
                    models.CheckConstraint(condition=models.Q(("number__lt", 5)), name="variant_number"),
                    models.CheckConstraint(
                        condition=models.Q(("share__gte", 1), ("share__lte", 98)), name="variant_share"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CampaignDefault",
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
                ("utm", models.JSONField(default=dict)),
                ("footer", models.JSONField(default=dict)),
                ("updated_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="LinkCheck",
            fields=[
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="campaigns.campaign",
                    ),
                ),
                ("addresses_key", models.BinaryField(max_length=32)),
                ("total", models.PositiveIntegerField()),
                ("done", models.PositiveIntegerField(default=0)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("alive_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LinkCheckResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.BinaryField(max_length=32)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("answers", "Answers"),
                            ("gone", "Gone"),
                            ("noHost", "No Host"),
                            ("refused", "Refused"),
                            ("unknown", "Unknown"),
                        ],
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("requested_at", models.DateTimeField(null=True)),
                (
                    "team",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="teams.team"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["team", "at"], name="link_verdict_at")],
                "constraints": [models.UniqueConstraint(fields=("team", "key"), name="link_verdict_once")],
            },
        ),
    ]
