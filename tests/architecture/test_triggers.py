"""docs/triggers.md lists every trigger of the database."""

import re
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
LISTED = re.compile(r"^\| (\w+) \| (\w+) \|", re.MULTILINE)


@pytest.mark.django_db
def test_every_trigger_is_listed() -> None:
    listed = LISTED.findall((ROOT / "docs" / "triggers.md").read_text())[1:]

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t.tgname, c.relname FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid"
            " WHERE NOT t.tgisinternal AND t.tgparentid = 0"
        )
        known = cursor.fetchall()

    assert sorted(listed) == sorted(known)
