"""Where the numbered links of followed messages lead."""

from django.db import migrations, models

FORWARDS = """
CREATE TABLE transactional_link (
    message_id uuid NOT NULL,
    team_id uuid NOT NULL,
    accepted_at timestamptz NOT NULL,
    number smallint NOT NULL,
    url text NOT NULL,
    PRIMARY KEY (message_id, number, accepted_at)
) PARTITION BY RANGE (accepted_at);
CREATE TABLE transactional_link_default PARTITION OF transactional_link DEFAULT;
SELECT delivery_make_partition('transactional_link',
    (date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month')::date)
FROM generate_series(0, 2) AS ahead;
"""


class Migration(migrations.Migration):
    dependencies = [("transactional", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(FORWARDS, "DROP TABLE transactional_link")],
            state_operations=[
                migrations.CreateModel(
                    name="MessageLink",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "message_id", "number", blank=True, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("message_id", models.UUIDField()),
                        ("number", models.PositiveSmallIntegerField()),
                        ("accepted_at", models.DateTimeField()),
                        ("team_id", models.UUIDField()),
                        ("url", models.TextField()),
                    ],
                    options={"db_table": "transactional_link"},
                ),
            ],
        ),
    ]
