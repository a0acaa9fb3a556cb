from django.db import migrations, models

import server.core.ids

# The record is append-only: neither a bug nor a person at a console changes what it says.
APPEND_ONLY = """
CREATE FUNCTION support_record_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The record of the support console is written once.';
END $$;
CREATE TRIGGER support_record_is_kept BEFORE UPDATE OR DELETE ON support_auditentry
  FOR EACH ROW EXECUTE FUNCTION support_record_is_kept();
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.UUIDField(default=server.core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("at", models.DateTimeField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("session.ended", "Session Ended"),
                            ("user.sessionsEnded", "User Sessions Ended"),
                            ("team.sessionsEnded", "Team Sessions Ended"),
                            ("team.suspended", "Team Suspended"),
                            ("team.restored", "Team Restored"),
                            ("team.sendingResumed", "Team Sending Resumed"),
                            ("user.locked", "User Locked"),
                            ("user.unlocked", "User Unlocked"),
                            ("user.codesCleared", "User Codes Cleared"),
                            ("operator.given", "Operator Given"),
                            ("operator.taken", "Operator Taken"),
                            ("pool.created", "Pool Created"),
                            ("pool.renamed", "Pool Renamed"),
                            ("pool.removed", "Pool Removed"),
                            ("pool.used", "Pool Used"),
                            ("pool.released", "Pool Released"),
                            ("relay.added", "Relay Added"),
                            ("relay.changed", "Relay Changed"),
                            ("relay.removed", "Relay Removed"),
                        ],
                        max_length=30,
                    ),
                ),
                ("operator_id", models.UUIDField(null=True)),
                ("operator_email", models.CharField(blank=True, max_length=254)),
                ("address", models.GenericIPAddressField(null=True)),
                ("team_id", models.UUIDField(null=True)),
                ("team_name", models.CharField(blank=True, max_length=200)),
                ("user_id", models.UUIDField(null=True)),
                ("user_email", models.CharField(blank=True, max_length=254)),
                ("session_id", models.UUIDField(null=True)),
                ("device", models.CharField(blank=True, max_length=200)),
                ("sessions", models.PositiveIntegerField(null=True)),
                ("reason", models.CharField(max_length=500)),
                ("subject", models.CharField(blank=True, default="", max_length=330)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["team_id", "-id"], name="support_act_team"),
                    models.Index(fields=["user_id", "-id"], name="support_act_user"),
                    models.Index(fields=["operator_id", "-id"], name="support_act_operator"),
                ],
            },
        ),
        migrations.RunSQL(APPEND_ONLY),
    ]
