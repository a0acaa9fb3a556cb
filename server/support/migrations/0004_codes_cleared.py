from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("support", "0003_sending_resumed"),
    ]

    operations = [
        migrations.AlterField(
            model_name="supportact",
            name="kind",
            field=models.CharField(
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
    ]
