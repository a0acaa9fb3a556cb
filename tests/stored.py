"""The whole content of the database as text, to search for values that must not be in it."""

import re
from base64 import b64encode

from django.db import connection
from psycopg import sql

TABLES = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname"


def everything() -> str:
    """Each row of each table; columns of bytes as hexadecimal digits."""
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        tables = [name for (name,) in cursor.fetchall()]
        rows = []
        for table in tables:
            cursor.execute(sql.SQL("SELECT t::text FROM {} AS t").format(sql.Identifier(table)))
            rows += [f"{table}: {row}" for (row,) in cursor.fetchall()]
    return "\n".join(rows)


def holds(stored: str, secret: str) -> bool:
    """Whether a secret is in there: plain, as hexadecimal digits, or in base64."""
    if secret.isdecimal():
        # A few digits are part of times and hashes as well.
        return bool(re.search(rf"(?<![\da-f.]){secret}(?![\da-f])", stored))
    return any(text in stored for text in (secret, secret.encode().hex(), b64encode(secret.encode()).decode()[:-4]))
