"""Countries stand in contacts by their English names, whichever way they were written before."""

import json
from typing import Any

from django.db import migrations, transaction

from server.lookups.places import country_named

AT_ONCE = 10_000
_SPELLED = "SELECT DISTINCT country FROM contacts_contact WHERE country <> ''"
_NEXT = """
WITH due AS (
    SELECT id, team_id FROM contacts_contact WHERE id > %s AND country = ANY(%s) ORDER BY id LIMIT %s
), renamed AS (
    UPDATE contacts_contact c SET country = %s::jsonb ->> c.country, revision = c.revision + 1
    FROM due WHERE c.id = due.id
)
SELECT max(id) FROM due
"""


def rename(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(_SPELLED)
        named = {text: country_named(text) for (text,) in cursor.fetchall()}
        names = {text: name for text, name in named.items() if name and name != text}
        last = 0
        while names and last is not None:
            with transaction.atomic(schema_editor.connection.alias):
                cursor.execute(_NEXT, [last, list(names), AT_ONCE, json.dumps(names)])
                [last] = cursor.fetchone()


class Migration(migrations.Migration):
    # Many transactions: a table of millions isn't locked meanwhile, and what was reached stays when it ends early.
    atomic = False
    dependencies = [("contacts", "0021_list_columns")]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
